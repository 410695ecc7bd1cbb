// The picture: vis-network holds the window, the things in it and their links; regions and names are painted around them.

const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const nodes = new vis.DataSet();
const edges = new vis.DataSet();
let network = null, picked = { nodes: new Set(), links: [] }, drawnScene = null;

// The part of the map that the window shows, [left, top, right, bottom].
function viewport() {
  const from = network.DOMtoCanvas({ x: 0, y: 0 });
  const to = network.DOMtoCanvas({ x: $("map").clientWidth, y: $("map").clientHeight });
  return [from.x, from.y, to.x, to.y];
}

// The part of the map that the buttons cover, where no name can be read.
function behindButtons() {
  const map = $("map").getBoundingClientRect(), box = $("tools").getBoundingClientRect();
  const from = network.DOMtoCanvas({ x: box.left - map.left, y: box.top - map.top });
  const to = network.DOMtoCanvas({ x: box.right - map.left, y: box.bottom - map.top });
  return [from.x, from.y, to.x, to.y];
}

function lineStyle(link, px) {
  const scene = sceneOf(), on = state.thing !== null && scene.type === "view" && (link[0] === state.thing || link[1] === state.thing);
  const off = scene.type === "focus" ? !link[2] : state.thing !== null && scene.type === "view" && scene.places.has(state.thing) && !on;
  return { strokeStyle: on ? colours().strong : off ? colours().edge.replace(/[\d.]+\)$/, ".13)") : colours().edge, lineWidth: (on ? 1.8 : Math.min(0.8 + link[2] * 0.5, 2.4)) * px };
}

// Give vis-network what is large enough to be seen now. Only what changes is handed over.
let changing = false;
function choose() {
  if (!network) return;
  changing = true; // vis-network draws after each change; nothing is painted until all are made
  const scene = sceneOf(), px = 1 / network.getScale();
  picked = pick(scene, 1 / px, viewport());
  if (drawnScene !== scene) { nodes.clear(); edges.clear(); drawnScene = scene; }
  nodes.remove(nodes.getIds().filter((n) => !picked.nodes.has(n)));
  nodes.add([...picked.nodes].filter((n) => nodes.get(n) === null).map((n) => ({ id: n, x: scene.places.get(n)[0], y: scene.places.get(n)[1] })));
  const lines = new Map(picked.links.map((link) => [`${link[0]} ${link[1]} ${link[4] ?? ""}`, link]));
  edges.remove(edges.getIds().filter((id) => !lines.has(id)));
  edges.update([...lines].map(([id, link]) => {
    const style = lineStyle(link, px);
    return { id, from: link[0], to: link[1], width: style.lineWidth, color: { color: style.strokeStyle, inherit: false }, link };
  }));
  changing = false;
  network.redraw();
}

function makeMap() {
  const options = JSON.parse($("options").textContent);
  options.nodes.ctxRenderer = ({ ctx, id, x, y }) => {
    const px = 1 / network.getScale(), size = sizeOf(id) * px;
    return { drawNode: () => changing || paintThing(ctx, sceneOf(), id, x, y, px), nodeDimensions: { width: 2 * size, height: 2 * size } };
  };
  options.interaction.selectable = false;
  network = new vis.Network($("map"), { nodes, edges }, options);
  const later = [];
  network.on("beforeDrawing", (canvas) => {
    if (changing) return;
    const px = 1 / network.getScale();
    taken = spaces(px);
    taken.take(behindButtons());
    later.length = 0;
    paintRegions(canvas, sceneOf(), px, later);
  });
  network.on("afterDrawing", (canvas) => {
    if (changing) return;
    canvas.textAlign = "center";
    canvas.textBaseline = "middle";
    later.forEach((paint) => paint());
    paintNames(canvas, sceneOf(), picked, 1 / network.getScale());
    paintCursor(canvas, 1 / network.getScale());
    if (document.body.dataset.drawn) return;
    document.body.dataset.drawn = "yes";
    performance.mark("drawn");
  });
  network.on("zoom", settle);
  network.on("dragging", settle);
  network.on("dragEnd", settle);
  network.on("animationFinished", settle);
  network.on("resize", resized);
  network.on("click", ({ pointer }) => clicked(pointer.DOM));
  $("map").addEventListener("mousemove", (event) => hovered({ x: event.offsetX, y: event.offsetY }));
  $("map").addEventListener("mouseleave", () => { $("tip").hidden = true; });
  const frame = $("map").querySelector(".vis-network");
  frame?.setAttribute("tabindex", "0");
}

// After a move what is drawn is chosen anew, at most once in a while.
let settling = 0;
function settle() {
  $("tip").hidden = true;
  if (!settling) settling = setTimeout(() => {
    settling = 0;
    choose();
    const { x, y } = network.getViewPosition();
    moved([Math.round(x), Math.round(y), Number(network.getScale().toPrecision(3))]);
  }, 60);
}

// A window of another shape shows what the address says of a map that fills it, after vis-network has had its turn.
let resizing = 0;
function resized() {
  if (!document.body.dataset.drawn) return;
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    state = fromAddress(location.hash);
    render(null);
  });
}

function moveTo(x, y, scale, animated) {
  network.moveTo({ position: { x, y }, scale, animation: still || !animated ? false : { duration: 320, easingFunction: "easeInOutQuad" } });
  if (still || !animated) choose();
}

// Where the window has to be, [x, y, scale], to show a part of the map as large as it fits, beside the panel where that is open.
// How much of the map the panel covers, at its right side or, in a narrow window, at its lower end.
function behindPanel() {
  if ($("panel").hidden) return [0, 0];
  if (innerWidth > 860) return [400, 0];
  return [0, Math.max($("map").getBoundingClientRect().bottom - $("panel").getBoundingClientRect().top, 0)];
}
function windowRoom() {
  const [right, below] = behindPanel();
  return [Math.max($("map").clientWidth - right - 24, 120), Math.max($("map").clientHeight - below - 70, 120)];
}
function frame([left, top, right, bottom], most = 1.6) {
  const [width, height] = windowRoom();
  const scale = Math.min(width / (right - left + 1), height / (bottom - top + 1), most);
  const [beside, below] = behindPanel();
  return [(left + right) / 2 + beside / 2 / scale, (top + bottom) / 2 + (14 + below / 2) / scale, scale];
}
const fit = (box, { animated = true, most } = {}) => moveTo(...frame(box, most), animated);

// Show what the state asks for: a place, the chosen thing, the open theme, or all.
function place(animated) {
  const scene = sceneOf();
  const pair = scene.type === "view" && state.between ? scene.regions.filter((one) => state.between.includes(one.theme)) : [];
  const region = scene.type === "view" && state.theme !== null ? scene.regions.find((one) => one.theme === state.theme) : null;
  if (state.at) moveTo(...state.at, animated);
  else if (scene.type === "view" && state.thing !== null && scene.places.has(state.thing)) {
    const [x, y] = scene.places.get(state.thing), scale = Math.max(network.getScale(), 1.1);
    fit([x - 260 / scale, y - 260 / scale, x + 260 / scale, y + 260 / scale], { animated, most: scale });
  } else if (pair.length === 2) fit(boxOf(pair), { animated, most: 1 });
  else if (region?.r) fit(boxOf([region]), { animated });
  else if (region) fit(boxOf(scene.regions.filter((one) => one.theme === state.theme)), { animated });
  else fit(scene.view?.by === "year" ? [scene.box[0] - (scene.box[2] - scene.box[0]) * besideRows(), scene.box[1] - 40, scene.box[2], scene.box[3]] : scene.box, { animated });
}

// ---- pointing
function under(point) {
  const { x, y } = network.DOMtoCanvas(point);
  const named = hit(x, y);
  if (named && ("thing" in named || "disc" in named)) return named;
  const thing = network.getNodeAt(point);
  if (thing !== undefined) return { thing };
  const edge = network.getEdgeAt(point);
  if (edge !== undefined && edges.get(edge)) return { link: edges.get(edge).link };
  return named && (!named.region.r || Math.hypot(x - named.region.x, y - named.region.y) < named.region.r) ? named : null;
}

function clicked(point) {
  const found = under(point);
  if (!found) { if (state.thing !== null && state.depth === 0 && state.to === null) go({ thing: null, at: state.at }); return; }
  openFound(found);
}

function openFound(found) {
  if (found.tie) go({ between: found.tie.slice(0, 2), thing: null });
  else if ("thing" in found) select(found.thing, true);
  else if (found.disc) openPart(found.disc);
  else if (found.region && sceneOf().view.by === "note") select(found.region.theme);
  else if (found.region) openTheme(found.region.theme);
  else if (found.link) select(found.link[0], true);
}

const openPart = ({ at: [x, y], r }) => go({ thing: null, at: frame([x - r, y - r, x + r, y + r], 3) });

let hovering = 0;
function hovered(point) {
  clearTimeout(hovering);
  hovering = setTimeout(() => {
    const found = under(point);
    $("map").style.cursor = found ? "pointer" : "";
    showTip(found ? tipOf(found).filter(Boolean) : [], point);
  }, 70);
}

function showTip(lines, point) {
  const tip = $("tip");
  tip.hidden = !lines.length;
  if (!lines.length) return;
  tip.replaceChildren(element("strong", lines[0]), ...lines.slice(1).map((line) => element("span", line)));
  tip.style.left = `${Math.min(point.x + 14, $("map").clientWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(point.y + 16, $("map").clientHeight - tip.offsetHeight - 8)}px`;
}

// With what a region is tied most: also where no band has a way.
function tiedWith(region) {
  const scene = sceneOf(), ties = scene.ties.filter(([a, b]) => a === region.theme || b === region.theme).slice(0, 3);
  return ties.map(([a, b, count, n]) => `shares ${plural(count, "thing")} with ${regionName(scene, { theme: a === region.theme ? b : a })}, above all ${label(n)}`);
}

function tipOf(found) {
  if (found.tie) {
    const [one, two] = found.tie.slice(0, 2).map((theme) => regionName(sceneOf(), { theme }));
    if (found.gap) return [gapQuestion([one, two]), gapFigures(found.gap), "Click to see the papers that come nearest"];
    return [label(found.thing), `connects “${one}” and “${two}” most; they share ${plural(found.tie[2], "thing")}`, "Click to see them all"];
  }
  if (found.disc) return [partName(sceneOf().view, found.disc.part), plural(found.disc.members.length, "thing in this view", "things in this view"), "Click to zoom in"];
  if ("thing" in found) return [core.names[found.thing], detail(found.thing), remarkOf(found.thing) || sentenceOf(found.thing)].filter((line, place, all) => all.indexOf(line) === place);
  if (found.region) return [regionName(sceneOf(), found.region), plural(found.region.members.length, "thing in this view", "things in this view"), ...tiedWith(found.region), "Click to open"];
  const [a, b, , shared, direct] = found.link;
  const link = direct ?? [...linksOf(a)].find((one) => other(one, a) === b && live(one));
  if (link === undefined || link < 0) return [`${label(a)} — ${label(b)}`, shared.length ? `share ${shared.map(label).join(", ")}` : ""];
  const fact = factOf(link), place = fact && placesOf(fact)[0];
  return [`${label(core.from[link])} ${said(link, core.from[link])} ${label(core.to[link])}`, place ? `“${spoken(place)}”` : ""];
}
