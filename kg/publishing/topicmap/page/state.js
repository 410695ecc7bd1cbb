// What is to be seen, and its address: every change goes through `go`, so that back, forward and a shared address work.

const START = {
  view: (core.views.find((view) => view.nodes.length) || core.views[0]).name, theme: null, thing: null, depth: 0, to: null, at: null, table: false,
  between: null, sort: "rating", colour: "theme", gaps: false,
  kinds: [], relations: [], venue: null, note: null, rating: 0, confidence: 0, from: 0, until: 0,
};
let state = { ...START };

const THINGS = new Set(["thing", "to", "venue", "note"]);
const LISTS = new Set(["kinds", "relations"]);

const drawsView = (given) => given.thing === null || (!given.depth && given.to === null);

// Things stand in an address by what tells them apart in the graph, and themes by name: numbers change with a build.
function toAddress(given) {
  const words = new URLSearchParams();
  Object.entries(START).forEach(([name, usual]) => {
    const value = given[name];
    if (value === usual || value === null || (Array.isArray(value) && !value.length)) return;
    if (THINGS.has(name)) words.set(name, core.iris[value]);
    else if (name === "theme") words.set(name, core.themes[value]);
    else if (name === "between") value.forEach((one) => words.append(name, regionKey(given.view, one)));
    else if (name === "at") words.set(name, (drawsView(given) ? toStored(viewOf.get(given.view), value) : value).map((part, axis) => (axis < 2 ? Math.round(part) : part)).join(","));
    else if (Array.isArray(value)) words.set(name, value.join(","));
    else words.set(name, String(value));
  });
  return `#${words}`;
}

// What names a region in an address: the name of a theme, or what tells a note apart.
const regionKey = (view, number) => (viewOf.get(view).by === "note" ? core.iris[number] : core.themes[number]);
function regionOfKey(view, key) {
  if (viewOf.get(view).by !== "note") return core.themes.indexOf(key);
  return numbers().get(key) ?? -1;
}
function pairOf(view, keys) {
  const pair = keys.map((key) => regionOfKey(view, key)).sort((a, b) => a - b);
  return pair.length === 2 && pair[0] >= 0 && pair[0] < pair[1] && viewOf.get(view).ties.length ? pair : null;
}

function fromAddress(address) {
  const given = { ...START }, keys = [];
  new URLSearchParams(address.replace(/^#/, "")).forEach((text, name) => {
    if (!(name in START)) return;
    if (THINGS.has(name)) given[name] = numbers().get(text.startsWith(core.base) ? text.slice(core.base.length) : text) ?? null;
    else if (name === "theme") given.theme = core.themes.includes(text) ? core.themes.indexOf(text) : null;
    else if (name === "at") {
      const place = text.split(",").map(Number);
      given.at = place.length === 3 && place.every(Number.isFinite) && place[2] > 0 ? place : null;
    } else if (LISTS.has(name)) given[name] = text.split(",").filter(Boolean);
    else if (name === "table" || name === "gaps") given[name] = text === "true";
    else if (name === "view") given.view = viewOf.has(text) ? text : START.view;
    else if (name === "between") keys.push(text);
    else if (name === "colour") given.colour = TINTS.has(text) ? text : START.colour;
    else if (name === "sort") given.sort = ORDERS.has(text) ? text : START.sort;
    else given[name] = Number.isFinite(Number(text)) ? Number(text) : 0;
  });
  given.between = pairOf(given.view, keys);
  if (given.at && drawsView(given)) given.at = fromStored(viewOf.get(given.view), given.at);
  given.depth = Math.min(Math.max(Math.round(given.depth), 0), 3);
  return given;
}

let moving = 0;
// Change what is to be seen. A picture that is nothing without the last (a slider on its way) replaces it.
function go(changes, { replace = false } = {}) {
  const before = state;
  clearTimeout(moving);
  const kept = changes.view && changes.view !== state.view ? { between: null } : {}; // regions of another view may be others
  state = { ...state, at: null, ...kept, ...changes };
  history[replace ? "replaceState" : "pushState"](null, "", toAddress(state));
  render(before);
}

addEventListener("popstate", () => {
  const before = state;
  state = fromAddress(location.hash);
  render(before);
  if (before.at && !state.at && network) place(true);
});

// Where the window stands is kept in the address, too, once it stands still.
function moved(place) {
  clearTimeout(moving);
  moving = setTimeout(() => {
    state = { ...state, at: place };
    history.replaceState(null, "", toAddress(state));
  }, 250);
}
