// The panel: what the notes say of a thing, with quotes and ways to their places; of a path, its steps as sentences.

const LISTED = 10;
// What a reader looks for first: own words, then who, when, where.
const WANTED = ["remark", "rating", "rating as written", "reading state", "author", "year", "presented at", "part of", "link"];
const orderOf = (title) => { const at = WANTED.indexOf(title); return at < 0 ? WANTED.length : at; };
// The sentences that the panel shows already: below another fact, only their place is repeated.
let quoted = new Set();

// Choose a thing: where the picture shows it, it is marked there; else the picture changes to one that does.
function select(n, here = false) {
  const view = viewOf.get(state.view), scene = viewScene(state.view);
  if (here && scene.places.has(n) && !state.depth && state.to === null) { go({ thing: n, at: state.at ?? whereNow() }); return; }
  if (state.between && !scene.places.has(n)) { go({ thing: n, at: state.at ?? whereNow() }); return; } // the two stay in sight
  if (here && state.depth) { go({ thing: n, to: null }); return; }
  const shown = [view, ...core.views].find((one) => viewScene(one.name).places.has(n));
  if (!shown) go({ thing: n, depth: 1, to: null, table: false });
  else go({ view: shown.name, theme: core.home[n] === state.theme ? state.theme : null, thing: n, depth: 0, to: null, table: false });
}

function whereNow() {
  const { x, y } = network.getViewPosition();
  return [Math.round(x), Math.round(y), Number(network.getScale().toPrecision(3))];
}

const thingLink = (n) => button(core.names[n], () => select(n), { class: "link" });

function textOrLink(text) {
  if (!/^https?:\/\//i.test(text)) return element("span", text);
  return element("a", text, { href: text, rel: "noopener noreferrer", target: "_blank" });
}

function quoteOf([path, line, quote, rule, confidence, qualifier, sentence], again = false) {
  const address = noteAddress(path, line), where = `${path}:${line}`;
  const how = element("small");
  how.append(address ? element("a", where, { href: address, rel: "noopener noreferrer", target: "_blank", title: "Open the note" }) : where);
  how.append(...(qualifier ? [` · ${qualifier}`] : []), element("span", ` · rule ${rule} · confidence ${confidence}`, { class: "how-read" }));
  if (again) return element("blockquote", null, {}, how);
  const words = element("q", sentence || quote), at = sentence.indexOf(quote);
  if (at >= 0 && sentence) words.replaceChildren(sentence.slice(0, at), element("mark", quote), sentence.slice(at + quote.length));
  return element("blockquote", null, {}, words, how);
}

// ---- a thing
function fillPanel() {
  const n = state.thing, drawn = sceneOf().type === "view";
  const fill = n !== null ? fillThing : drawn && state.between ? fillBetween : drawn && state.theme !== null ? fillTheme : null;
  $("panel").hidden = !fill;
  fill?.();
  if ($("facts").querySelector(".how-read")) $("facts").append(howRead());
}

// What read a place, and how surely, is shown when somebody asks for it, and from then on.
function howRead() {
  const shown = () => $("panel").classList.contains("detailed");
  const toggle = button("Show rules and confidence", () => { $("panel").classList.toggle("detailed"); toggle.setAttribute("aria-pressed", String(shown())); }, { id: "how-read", "aria-pressed": String(shown()) });
  return toggle;
}

function fillThing() {
  const n = state.thing;
  if (!pieceOf(n)) { document.addEventListener("DOMContentLoaded", () => { if (state.thing === n) fillPanel(); }, { once: true }); }
  if (state.to !== null) { fillPath(); return; }
  const look = lookOf.get(core.kinds[n]);
  $("kind").replaceChildren(icon(look), element("span", core.kinds[n]));
  const page = pageAddress(n);
  $("name").replaceChildren(page ? element("a", core.names[n], { href: page, title: "Its page" }) : core.names[n], ...starred(n));
  const theme = core.home[n];
  $("about").replaceChildren(theme < 0 ? "in no theme" : "in ", ...(theme < 0 ? [] : [button(core.themes[theme], () => openTheme(theme), { class: "link" }), ...(core.part[n] < 0 ? [] : [`: ${core.parts[core.part[n]]}`])]), ` · ${plural(degree(n), "link")}`);
  const steps = [1, 2, 3].map((depth) => button(`${depth}`, () => go({ depth, to: null }), { "aria-pressed": String(state.depth === depth), "aria-label": `Show things up to ${plural(depth, "step")} away` }));
  const shown = state.depth ? [button("On the map", () => select(n), {})] : [];
  $("actions").replaceChildren(element("span", "Nearby, in steps: "), ...steps, ...shown, button("Path from here …", () => { reveal("way"); setEnds(n, null); $("end").focus({ preventScroll: true }); }));
  quoted = new Set();
  $("facts").replaceChildren(...[...groupsOf(n)].sort((a, b) => orderOf(a[0]) - orderOf(b[0])).map(([title, rows]) => {
    const list = element("ul");
    fillRows(list, rows, LISTED);
    return element("section", null, {}, element("h3", rows.length > 1 ? `${title} (${rows.length})` : title), list);
  }));
  $("panel").scrollTop = 0;
}

// Facts by what they say, those about the thing first: rows are functions that make a row when it is shown.
function groupsOf(n) {
  const groups = new Map();
  const put = (title, row) => { if (groups.has(title)) groups.get(title).push(row); else groups.set(title, [row]); };
  factsOf(n).forEach((fact) => put(fact[1] === MENTIONS && typeof fact[2] === "number" ? "mentions" : core.words[fact[1]][0], () => factRow(fact, fact[2])));
  const back = [...linksOf(n)].filter((link) => core.to[link] === n).sort((a, b) => core.by[a] - core.by[b] || byWeight(core.from[a], core.from[b]));
  back.forEach((link) => put(said(link, n), () => factRow(factOf(link), core.from[link])));
  if (isNote(n)) (contents().get(n) || []).forEach((thing) => put("mentions", () => element("li", null, {}, thingLink(thing), ...starred(thing), ...remarked(thing))));
  return groups;
}

// Whether what stands at a place is what the fact says, or hardly more.
const WHOLE = 40;
const repeats = (place, object) => place[2] === object || place[6] === object || (typeof object === "string" && object.length > WHOLE && spoken(place).includes(object));

function factRow(fact, object) {
  const row = element("li", null, {}, ...(typeof object === "number" ? [thingLink(object), ...starred(object), ...remarked(object)] : [textOrLink(object)]));
  if (!fact) return row;
  const lines = new Set();
  row.append(...placesOf(fact).map((place) => {
    const line = `${place[0]}:${place[1]}`, key = `${line}:${spoken(place)}`, again = quoted.has(key) || repeats(place, object);
    const quote = quoteOf(place, again);
    if (again && lines.has(line)) quote.classList.add("how-read"); // another rule read the same there
    quoted.add(key);
    lines.add(line);
    return quote;
  }));
  if (fact[4]) row.append(element("small", `and ${plural(fact[4], "more place", "more places")}`));
  return row;
}

function fillRows(list, rows, limit) {
  list.replaceChildren(...rows.slice(0, limit).map((row) => row()));
  if (rows.length > limit) list.append(element("li", null, {}, button(`Show all ${rows.length}`, () => fillRows(list, rows, rows.length))));
}

// ---- a path
function fillPath() {
  const scene = sceneOf();
  $("kind").replaceChildren(element("span", scene.steps ? `path of ${plural(scene.steps.length, "step")}` : "no path"));
  $("name").textContent = `From ${core.names[state.thing]} to ${core.names[state.to]}`;
  $("about").textContent = scene.steps ? "The most telling path: things with few links count more." : "No path connects the two with these filters.";
  $("actions").replaceChildren(button("Reverse", () => go({ thing: state.to, to: state.thing })), button("Close", () => go({ to: null })));
  $("facts").replaceChildren(element("ol", null, { class: "steps" }, ...(scene.steps || []).map((step) => {
    const { link } = step, { from, word, to } = stated(link, step.from, step.to);
    const row = element("li", null, {}, thingLink(from), ` ${word} `, thingLink(to));
    const fact = link >= 0 ? factOf(link) : null;
    if (fact) row.append(...placesOf(fact).slice(0, 1).map((place) => quoteOf(place)));
    return row;
  })));
}

function setEnds(start, end) {
  $("start").value = start === null ? "" : core.names[start];
  $("end").value = end === null ? "" : core.names[end];
  ends = [start, end];
}
let ends = [null, null];
function setEnd(place, n, input) {
  input.value = core.names[n];
  ends[place] = n;
  if (ends[0] !== null && ends[1] !== null) { scrollTo(0, 0); go({ thing: ends[0], to: ends[1], depth: 0, table: false }); }
}
