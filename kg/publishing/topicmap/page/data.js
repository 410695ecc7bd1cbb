// The map as the page holds it: columns of things and links, and facts with their quotes, which are parsed when needed.

const core = JSON.parse($("core").textContent);
// A window that is higher than wide has the map on its side; addresses speak of it as it is.
const turned = innerHeight > innerWidth * 1.15;
if (turned) core.views.filter((view) => view.by !== "year").forEach((view) => {
  view.regions.forEach((row) => { [row[1], row[2]] = [row[2], row[1]]; });
  for (let place = 0; place < view.at.length; place += 2) [view.at[place], view.at[place + 1]] = [view.at[place + 1], view.at[place]];
});
// The table of years, which cannot lie on its side, is made higher instead.
const HIGHER = 2.6;
if (turned) core.views.filter((view) => view.by === "year").forEach((view) => {
  view.regions.forEach((row) => { row[2] *= HIGHER; row[4] *= HIGHER; });
  for (let place = 1; place < view.at.length; place += 2) view.at[place] *= HIGHER;
});
const turn = ([x, y, scale]) => (turned ? [y, x, scale] : [x, y, scale]);
const COUNT = core.names.length;
const looks = core.looks;
const lookOf = new Map(looks.flatMap((look) => look.kinds.map((kind) => [kind, look])));
const viewOf = new Map(core.views.map((view) => [view.name, view]));
const predicate = (local) => core.local.indexOf(local);
const MENTIONS = predicate("mentions"), PRESENTED = predicate("presentedAt"), AUTHOR = predicate("author");
const label = (n) => core.labels[n] || core.names[n];
const iriOf = (n) => core.base + core.iris[n];
const isPaper = (n) => core.kinds[n] === "paper";
const isNote = (n) => core.kinds[n] === "note";
const byWeight = (a, b) => core.weights[b] - core.weights[a] || a - b;

// What is costly is made once, when it is first asked for.
function once(make) {
  let made = null;
  return () => { if (made === null) made = make(); return made; };
}
const ranked = once(() => Array.from({ length: COUNT }, (_, n) => n).sort(byWeight));
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

// ---- where a place of a note is opened: beside the map, or in the program that `open_notes_with` names
function noteAddress(path, line) {
  const { root, with: program } = core.opening;
  if (!root || !program || location.protocol !== "file:") return "";
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  const url = new URL(`${root}/${escaped}`, location.href);
  if (program === "file") return url.href;
  const file = decodeURIComponent(url.pathname);
  if (program === "obsidian") return `obsidian://open?path=${encodeURIComponent(file)}`;
  return `vscode://file${file.split("/").map(encodeURIComponent).join("/")}:${line}`;
}
