// The map as the page holds it: columns of things and links, and facts with their quotes, which are parsed when needed.

const core = JSON.parse($("core").textContent);
// A map is stored in one shape. A picture that is higher than wide has it on its side, and regions stand so far apart that
// it fills the picture; addresses speak of it as it is stored. A table of years is made higher instead.
const HIGHER = 2.6, FARTHER = 1.4;
const besideRows = () => (narrow() ? 0.4 : 0.23); // for the names of rows, as a part of the width of the table
const shapes = new Map();
function shapeOf(view) {
  const { clientWidth: width, clientHeight: height } = $("map"), key = `${view.name} ${width} ${height}`;
  if (shapes.has(key)) return shapes.get(key);
  const years = view.by === "year", turned = !years && height > width * 1.1;
  const sizes = [0, 1].map((axis) => {
    const ends = view.regions.flatMap((row) => { const half = years ? row[3 + axis] / 2 : row[3]; return [row[1 + axis] - half, row[1 + axis] + half]; });
    return ends.length ? Math.max(...ends) - Math.min(...ends) : 1;
  });
  if (turned) sizes.reverse();
  if (years) sizes[0] *= 1 + besideRows();
  const wanted = Math.max(width - 24, 1) / Math.max(height - 70, 1), has = sizes[0] / sizes[1];
  const shape = { key, years, turned, x: years ? 1 : Math.min(Math.max(wanted / has, 1), FARTHER), y: Math.min(Math.max(has / wanted, 1), years ? HIGHER : FARTHER) };
  shapes.set(key, shape);
  return shape;
}

// A place as it is drawn: regions move, and what is in them goes with them.
const shown = ({ turned, x, y }, [left, top]) => (turned ? [top * x, left * y] : [left * x, top * y]);
const stored = ({ turned, x, y }, [left, top]) => (turned ? [top / y, left / x] : [left / x, top / y]);
function placed(view, shape, region, place) {
  if (shape.years) return shown(shape, place);
  const centre = [region[1], region[2]], moved = shown(shape, centre), [dx, dy] = [place[0] - centre[0], place[1] - centre[1]];
  return shape.turned ? [moved[0] + dy, moved[1] + dx] : [moved[0] + dx, moved[1] + dy];
}

// Where the window stands, for an address and from it: as seen from the region that is nearest.
function nearest(view, centres, [x, y]) {
  const far = centres.map(([left, top], n) => Math.hypot(left - x, top - y) - view.regions[n][3]);
  return far.indexOf(Math.min(...far));
}
function toStored(view, at) {
  const shape = shapeOf(view);
  if (shape.years || !view.regions.length) return [...stored(shape, at), at[2]];
  const centres = view.regions.map((row) => shown(shape, [row[1], row[2]])), region = nearest(view, centres, at);
  const [dx, dy] = [at[0] - centres[region][0], at[1] - centres[region][1]], [, x, y] = view.regions[region];
  return [x + (shape.turned ? dy : dx), y + (shape.turned ? dx : dy), at[2]];
}
function fromStored(view, at) {
  const shape = shapeOf(view);
  if (shape.years || !view.regions.length) return [...shown(shape, at), at[2]];
  const region = nearest(view, view.regions.map((row) => [row[1], row[2]]), at);
  return [...placed(view, shape, view.regions[region], at), at[2]];
}
const narrow = () => $("map").clientWidth < 600;
const COUNT = core.names.length;
const looks = core.looks;
const lookOf = new Map(looks.flatMap((look) => look.kinds.map((kind) => [kind, look])));
const viewOf = new Map(core.views.map((view) => [view.name, view]));
const predicate = (local) => core.local.indexOf(local);
const MENTIONS = predicate("mentions"), PRESENTED = predicate("presentedAt"), AUTHOR = predicate("author"), PART_OF = predicate("isPartOf");
const label = (n) => core.labels[n] || core.names[n];
const iriOf = (n) => core.base + core.iris[n];
// The parts of a note are the themes of what it mentions.
const partOf = (view, n) => (view.by === "note" ? core.home[n] : core.part[n]);
const partName = (view, part) => (part < 0 ? "" : view.by === "note" ? core.themes[part] : core.parts[part]);
const isPaper = (n) => core.kinds[n] === "paper";
const isNote = (n) => core.kinds[n] === "note";
const byWeight = (a, b) => core.weights[b] - core.weights[a] || a - b;

// What tells nothing is not chosen to stand for others.
const mute = new Set(core.mute);
const tells = (n) => !mute.has(n);

// What is costly is made once, when it is first asked for.
function once(make) {
  let made = null;
  return () => { if (made === null) made = make(); return made; };
}
const ranked = once(() => Array.from({ length: COUNT }, (_, n) => n).sort(byWeight));
// The years of which there are papers worth a word, the last of them.
const latest = once(() => {
  const counts = new Map();
  core.years.forEach((year, n) => { if (year && isPaper(n)) counts.set(year, (counts.get(year) || 0) + 1); });
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const least = all < 10 ? 1 : Math.max(all * 0.02, 2);
  return [...counts].filter(([, count]) => count >= least).map(([year]) => year).sort((a, b) => a - b).slice(-12);
});
const numbers = once(() => new Map(core.iris.map((iri, n) => [iri, n])));

// Links of each thing, as numbers of links: `starts[n]` up to `starts[n + 1]`.
const adjacency = once(() => {
  const starts = new Int32Array(COUNT + 1);
  for (let link = 0; link < core.from.length; link += 1) { starts[core.from[link] + 1] += 1; starts[core.to[link] + 1] += 1; }
  for (let n = 0; n < COUNT; n += 1) starts[n + 1] += starts[n];
  const next = starts.slice(), links = new Int32Array(2 * core.from.length);
  for (let link = 0; link < core.from.length; link += 1) {
    links[next[core.from[link]]++] = link;
    links[next[core.to[link]]++] = link;
  }
  return { starts, links };
});
const linksOf = (n) => adjacency().links.subarray(adjacency().starts[n], adjacency().starts[n + 1]);
const degree = (n) => adjacency().starts[n + 1] - adjacency().starts[n];
const other = (link, n) => (core.from[link] === n ? core.to[link] : core.from[link]);

const contents = once(() => {
  const found = new Map();
  core.noted.forEach((notes, n) => notes.forEach((note) => { if (found.has(note)) found.get(note).push(n); else found.set(note, [n]); }));
  found.forEach((things) => things.sort(byWeight));
  return found;
});

// ---- facts: [subject, predicate, object, places, more]; null as long as the page has not come that far.
const pieces = new Map();
function pieceOf(n) {
  const number = Math.floor(n / core.piece);
  if (!pieces.has(number)) {
    const text = $(`facts-${number}`);
    if (!text || document.readyState === "loading") return null;
    const { facts, places } = JSON.parse(text.textContent);
    const said = new Map();
    facts.forEach((fact) => { if (said.has(fact[0])) said.get(fact[0]).push(fact); else said.set(fact[0], [fact]); });
    pieces.set(number, { said, places });
  }
  return pieces.get(number);
}
const factsOf = (n) => pieceOf(n)?.said.get(n) || [];
const placesOf = (fact) => fact[3].map((place) => pieceOf(fact[0]).places[place]);
const factOf = (link) => factsOf(core.from[link]).find((fact) => fact[1] === core.by[link] && fact[2] === core.to[link]);

const spoken = ([, , quote, , , , sentence]) => sentence || quote;

// What a note says of a thing: the sentence that names it most surely.
function sentenceOf(n) {
  const facts = factsOf(n);
  const fact = facts.find((one) => one[1] === MENTIONS && one[3].length) || facts.find((one) => one[3].length);
  return fact ? spoken(placesOf(fact)[0]) : "";
}

// ---- the pages of `kg serve`, where it shows this map
const served = location.protocol.startsWith("http") && location.pathname === "/map";
const escapedPath = (path) => path.split("/").map(encodeURIComponent).join("/");
function pageAddress(n) {
  const iri = core.base + core.iris[n];
  return served && iri.startsWith(core.root) ? `/thing/${escapedPath(iri.slice(core.root.length))}` : "";
}

// ---- where a place of a note is opened: on its page, beside the map, or in the program that `open_notes_with` names
function noteAddress(path, line) {
  const { root, with: program } = core.opening, escaped = escapedPath(path);
  if (served) return `/note/${escaped}?line=${line}#line-${line}`;
  if (!root || !program || location.protocol !== "file:") return "";
  const url = new URL(`${root}/${escaped}`, location.href);
  if (program === "file") return url.href;
  const file = decodeURIComponent(url.pathname);
  if (program === "obsidian") return `obsidian://open?path=${encodeURIComponent(file)}`;
  return `vscode://file${file.split("/").map(encodeURIComponent).join("/")}:${line}`;
}
