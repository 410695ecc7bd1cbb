// What is drawn: a view with its themes, the neighbourhood of a thing, or a path. A scene has regions, nodes and links,
// with places that are computed beforehand (views) or follow from the links alone (the others); nothing moves by itself.

const BUDGET = 260, APART = 30, NEAR = 72, NEAR_EACH = 6500, OPEN = 0.62, WIDE = 1000, ROOMY = 4600, TIGHT = 2600, LINES = 420, FEW = 40;

// ---- what is known of each theme with the filters that are set
let statsFor = null, statsOf = null;
function themeStats() {
  const key = filterKey();
  if (key === statsFor) return statsOf;
  const stays = kept();
  const stats = core.themes.map(() => ({ count: 0, kinds: new Map(), years: new Map(), first: new Map() }));
  ranked().forEach((n) => {
    const theme = core.home[n];
    if (theme < 0 || !stays[n]) return;
    const kind = core.kinds[n], of = stats[theme];
    of.count += 1;
    of.kinds.set(kind, (of.kinds.get(kind) || 0) + 1);
    if (kind === "paper" && core.years[n]) of.years.set(core.years[n], (of.years.get(core.years[n]) || 0) + 1);
    if (!of.first.has(kind)) of.first.set(kind, []);
    if (of.first.get(kind).length < 12) of.first.get(kind).push(n);
  });
  statsFor = key;
  statsOf = stats;
  return stats;
}

// Names that say nothing, or nothing new beside those above them, are left out of a card.
function leadersOf(lists, wanted, name) {
  const taken = new Set(plain(name).split(", ")), chosen = [];
  wanted.forEach(([kind, most]) => {
    let left = most;
    (lists.get(kind) || []).forEach((n) => {
      const key = plain(label(n));
      if (left && tells(n) && !taken.has(key)) { taken.add(key); chosen.push(n); left -= 1; }
    });
  });
  return chosen;
}

// ---- views
const scenes = new Map();
function viewScene(name) {
  const view = viewOf.get(name), shape = shapeOf(view), key = `${shape.key} ${filterKey()}`;
  if (scenes.has(key)) return scenes.get(key);
  const stays = kept(), stats = themeStats();
  const shrunk = shape.years ? null : shrinking(view, stays);
  const regions = view.regions.map((row, number) => regionOf(shape, row, number, shrunk?.[number] ?? 1));
  const places = new Map();
  view.nodes.forEach((n, place) => {
    if (!stays[n]) return;
    places.set(n, regions[view.in[place]].within(placed(view, shape, view.regions[view.in[place]], [view.at[2 * place], view.at[2 * place + 1]])));
    regions[view.in[place]].members.push(n);
  });
  const discs = view.discs.map(([place, part, x, y, r]) => ({ region: regions[place], part, at: regions[place].within(placed(view, shape, view.regions[place], [x, y])), r: r * regions[place].scale, members: [] }));
  discs.forEach((disc) => disc.region.parts.set(disc.part, disc));
  const drawn = regions.filter((region) => {
    region.members.sort(byWeight);
    takeInTurns(region, view);
    if (region.members.length) region.leaders = view.by === "theme" ? leadersOf(stats[region.theme].first, view.leaders, core.themes[region.theme]) : cellLeaders(region, view);
    return region.members.length || region.r;
  });
  const themes = new Set(drawn.filter(({ members }) => members.length).map((region) => region.theme));
  const ties = tiesOf(view).filter(([a, b]) => themes.has(a) && themes.has(b)).sort(byTie);
  const links = view.links.filter(([a, b]) => places.has(a) && places.has(b) && linkLives(a, b));
  const near = new Map();
  links.forEach((link) => link.slice(0, 2).forEach((n) => { if (near.has(n)) near.get(n).push(link); else near.set(n, [link]); }));
  const scene = { type: "view", key, view, regions: drawn, places, ties, near, box: boxOf(drawn.map((region) => ({ ...region, w: region.w / region.scale, h: region.h / region.scale }))) };
  if (scenes.size > 12) scenes.clear();
  scenes.set(key, scene);
  return scene;
}

// [one, other, how many things have links in both, the most telling of these, how much they tie the two]
const byTie = (a, b) => b[4] - a[4] || b[2] - a[2];
const firstLeads = (ties) => ties.length > 0 && ties[0][4] > (ties[1]?.[4] ?? 0);

function regionOf(shape, row, number, scale) {
  const [of, left, top, size, height, year] = row, [x, y] = shown(shape, [left, top]);
  const within = ([across, down]) => [x + (across - x) * scale, y + (down - y) * scale];
  const region = { number, theme: of, x, y, scale, within, members: [], turns: [], parts: new Map(), leaders: [] };
  return shape.years ? { ...region, w: size, h: height * shape.y, year } : { ...region, r: size * scale, w: 2 * size * scale, h: 2 * size * scale };
}

// With a filter, the area of a disc follows what is left of what it stands for; nothing is left of a small ring.
const RING = 0.1;
function shrinking(view, stays) {
  const all = view.regions.map(() => 0), left = view.regions.map(() => 0), is = isSized(view);
  view.nodes.forEach((n, place) => {
    if (!is(n)) return;
    all[view.in[place]] += 1;
    if (stays[n]) left[view.in[place]] += 1;
  });
  const radii = view.regions.map((row) => row[3]), small = RING * Math.max(...radii);
  return all.map((count, place) => (count ? Math.max(Math.sqrt(left[place] / count), Math.min(small / radii[place], 1)) : 1));
}

// The order in which the things of an open region appear: the weightiest of each part, then the second of each, and so on.
function takeInTurns(region, view) {
  const place = new Map();
  region.members.forEach((n) => {
    const disc = region.parts.get(partOf(view, n));
    if (disc) { disc.members.push(n); place.set(n, disc.members.length); }
  });
  region.turns = region.parts.size ? [...region.members].sort((a, b) => (place.get(a) || 0) - (place.get(b) || 0) || byWeight(a, b)) : region.members;
}

function cellLeaders(region, view) {
  const lists = new Map();
  region.members.forEach((n) => { const kind = core.kinds[n]; if (lists.has(kind)) lists.get(kind).push(n); else lists.set(kind, [n]); });
  return leadersOf(lists, view.leaders, "");
}

// With a filter on relations or confidence, a link by facts needs one that stays.
function linkLives(a, b) {
  if (!state.relations.length && !state.confidence) return true;
  const direct = [...linksOf(a)].filter((link) => other(link, a) === b);
  return direct.length ? direct.some(live) : !state.relations.length;
}

function boxOf(regions) {
  if (!regions.length) return [-100, -100, 100, 100];
  return [
    Math.min(...regions.map((r) => r.x - r.w / 2)), Math.min(...regions.map((r) => r.y - r.h / 2)),
    Math.max(...regions.map((r) => r.x + r.w / 2)), Math.max(...regions.map((r) => r.y + r.h / 2)),
  ];
}

// Choose what is large enough to be drawn at a scale, in a window; what is not stands for its theme as a card.
function pick(scene, scale, [left, top, right, bottom]) {
  if (scene.type !== "view") return { nodes: new Set(scene.places.keys()), links: scene.links };
  const nodes = new Set();
  const inside = (n) => { const [x, y] = scene.places.get(n); return x > left && x < right && y > top && y < bottom; };
  const window = Math.min(Math.min(right - left, bottom - top) * scale * OPEN, WIDE);
  // Seen as a whole, a map shows what stands for its regions, however large one of them is.
  const whole = Math.min((right - left) / (scene.box[2] - scene.box[0]), (bottom - top) / (scene.box[3] - scene.box[1])) * scale;
  const near = (region) => region.theme === state.theme || scale > 1.15 * whole || scene.regions.length === 1 || scene.places.size <= FEW;
  const open = scene.regions.filter((region) => {
    const area = region.w * region.h * scale * scale * (region.r ? 0.785 : 1);
    const roomy = region.r && area / region.members.length > ROOMY;
    region.open = region.members.length > 0 && (region.r ? near(region) && (roomy || region.w * scale > window) : region.w * scale > window && region.h * scale > 120);
    region.room = Math.floor(area / TIGHT);
    return region.open && region.x - region.w / 2 < right && region.x + region.w / 2 > left
      && region.y - region.h / 2 < bottom && region.y + region.h / 2 > top;
  });
  // Things that would lie on each other wait until there is room.
  const cells = new Set();
  const free = (n) => {
    const [x, y] = scene.places.get(n).map((place) => Math.round((place * scale) / APART));
    for (let dx = -1; dx <= 1; dx += 1) for (let dy = -1; dy <= 1; dy += 1) if ((!dx || !dy) && cells.has(`${x + dx} ${y + dy}`)) return false;
    cells.add(`${x} ${y}`);
    return true;
  };
  open.forEach((region) => {
    let left = Math.min(region.room, Math.ceil(BUDGET / Math.max(open.length / 3, 1)));
    for (const n of region.turns) {
      if (!left || nodes.size >= BUDGET) break;
      if (inside(n) && free(n)) { nodes.add(n); left -= 1; }
    }
  });
  if (state.thing !== null && scene.places.has(state.thing)) {
    nodes.add(state.thing);
    (scene.near.get(state.thing) || []).slice(0, 40).forEach(([a, b]) => { nodes.add(a); nodes.add(b); });
  }
  const links = new Set();
  nodes.forEach((n) => (scene.near.get(n) || []).forEach((link) => { if (links.size < LINES && nodes.has(link[0]) && nodes.has(link[1])) links.add(link); }));
  return { nodes, links: [...links] };
}

// ---- the neighbourhood of a thing: rings around it that fill the window, what belongs together side by side
const RINGS = [[], [0, 0.85], [0, 0.5, 1], [0, 0.38, 0.7, 1]];
function focusScene(root, depth) {
  const [width, height] = windowRoom();
  const { from, left } = around(root, depth, Math.min(NEAR, Math.max(Math.floor((width * height) / NEAR_EACH), 12)));
  const children = new Map();
  from.forEach((parent, n) => { if (parent >= 0) { if (children.has(parent)) children.get(parent).push(n); else children.set(parent, [n]); } });
  const leaves = new Map();
  const count = (n) => {
    const below = (children.get(n) || []).sort((a, b) => core.home[a] - core.home[b] || core.kinds[a].localeCompare(core.kinds[b]) || byWeight(a, b));
    leaves.set(n, Math.max(1, below.reduce((sum, child) => sum + count(child), 0)));
    return leaves.get(n);
  };
  count(root);
  const [across, down] = [width / 2 - Math.min(165, 0.3 * width), height / 2 - 50];
  const places = new Map([[root, [0, 0]]]);
  const spread = (n, begin, end, step) => {
    let angle = begin;
    (children.get(n) || []).forEach((child) => {
      const share = ((end - begin) * leaves.get(child)) / leaves.get(n), middle = angle + share / 2, far = RINGS[depth][step];
      places.set(child, [far * across * Math.cos(middle), far * down * Math.sin(middle)]);
      spread(child, angle, angle + share, step + 1);
      angle += share;
    });
  };
  spread(root, -Math.PI / 2, 1.5 * Math.PI, 1);
  const links = [];
  places.forEach((_, n) => waysFrom(n).forEach(([to, link]) => {
    if (places.has(to) && (link < 0 || core.from[link] === n)) links.push([n, to, from.get(to) === n || from.get(n) === to ? 1 : 0, [], link]);
  }));
  return { type: "focus", root, left, places, links, regions: [], ties: [], box: [-width / 2, -height / 2, width / 2, height / 2] };
}

// ---- a path: its things in rows, to and fro, or below each other where the window is narrow
function pathScene(start, end) {
  const steps = findPath(start, end);
  if (!steps) return { type: "path", steps: null, places: new Map([[start, [-150, 0]], [end, [150, 0]]]), links: [], regions: [], ties: [], box: [-260, -100, 260, 100] };
  const across = innerWidth < 860 ? 1 : 3;
  const at = (place) => {
    const row = Math.floor(place / across), column = row % 2 ? across - 1 - (place % across) : place % across;
    return [column * 250, row * 120];
  };
  const places = new Map([start, ...steps.map((step) => step.to)].map((n, place) => [n, at(place)]));
  const links = steps.map((step) => [step.from, step.to, 1, [], step.link]);
  return { type: "path", steps, places, links, regions: [], ties: [], box: around2(places) };
}

function around2(places) {
  const all = [...places.values()];
  return [Math.min(...all.map((p) => p[0])) - 110, Math.min(...all.map((p) => p[1])) - 60, Math.max(...all.map((p) => p[0])) + 110, Math.max(...all.map((p) => p[1])) + 60];
}

const madeFor = { key: "", scene: null };
function sceneOf() {
  if (state.thing !== null && state.to !== null) return cached(`path ${state.thing} ${state.to}`, () => pathScene(state.thing, state.to));
  if (state.thing !== null && state.depth > 0) return cached(`focus ${state.thing} ${state.depth} ${windowRoom()}`, () => focusScene(state.thing, state.depth));
  return viewScene(state.view);
}
function cached(name, make) {
  const key = `${name} ${filterKey()}`;
  if (madeFor.key !== key) { madeFor.scene = make(); madeFor.key = key; }
  return madeFor.scene;
}
