// Beside the map: the question of the view, its legend, the themes, the filters, and what is in no theme.

function fillSide() {
  const scene = sceneOf(), view = viewOf.get(state.view);
  $("views").querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(scene.type === "view" && one.value === state.view)));
  $("question").textContent = scene.type === "view" ? view.question : scene.type === "focus" ? `What is near ${core.names[scene.root]}?` : "How are these two connected?";
  const count = scene.places.size;
  const all = scene.type === "view" ? new Set(view.nodes).size : count;
  const left = scene.left ? `, and ${scene.left} more that are not shown` : "";
  const filled = scene.regions.filter(({ members }) => members.length);
  const grouped = scene.type !== "view" || scene.view.by === "year" || filled.length < 2 ? "" : ` in ${plural(filled.length, scene.view.by)}`;
  const apart = scene.type === "view" && core.loose.length ? `; ${plural(core.loose.length, "thing is", "things are")} in no theme` : "";
  $("status").textContent = count === all ? `${plural(count, "thing")}${grouped}${left}${apart}` : `${count.toLocaleString("en")} of ${plural(all, "thing")}`;
  $("nothing").hidden = count > 0;
  $("nothing").textContent = filtering() ? "No thing matches these filters." : "Nothing connects these things yet. The list beside the map shows them.";
  if (!count && !filtering()) $("unlinked").open = true;
  fillLegend(scene);
  fillTints();
  const stats = themeStats();
  fillFindings(stats);
  fillUntied(scene);
  $("themes").replaceChildren(...core.themes.map((name, theme) => [name, theme]).filter(([, theme]) => stats[theme].count).map(([name, theme]) => element("li", null, {},
    chip(theme), button(name, () => openTheme(state.theme === theme && !state.depth ? null : theme), { class: "link", "aria-current": String(state.theme === theme) }), element("small", papersOf(stats[theme])))));
  $("gaps-drawn").checked = state.gaps;
  $("reset").hidden = !filtering();
  $("back").hidden = state.table || (state.thing === null && state.theme === null && !state.between);
}

const PHRASE = 40; // a longer name is a sentence, which says little in a list
const FIRST = 3;

const openTheme = (theme) => go({ theme, thing: null, depth: 0, to: null, between: null });
function themeLink(theme) {
  const link = element("a", core.themes[theme], { href: toAddress({ ...START, theme }), class: "plain" });
  link.addEventListener("click", (event) => { event.preventDefault(); openTheme(theme); });
  return link;
}

// The letter of a theme in its colour, by which the picture names a disc that has no room for its name.
function chip(theme) {
  const mark = element("span", letterOf(theme), { class: "chip" });
  mark.style.background = themeColour(theme, "name");
  return mark;
}

// The findings of the map in words: what and who connects themes most, what is new, and what grows.
const opened = new Set();
let foundFor = null;
function fillFindings(stats) {
  const tied = viewOf.get(state.view).ties.length ? viewOf.get(state.view) : viewOf.get("topics"), key = `${tied.name} ${filterKey()}`;
  if (foundFor === key) return;
  foundFor = key;
  const [before, newest] = latest().slice(-2), several = newest !== undefined;
  fillFew("liked", papersWith(core.stars).map(briefRow));
  fillFew("waiting", papersWith(core.reading).filter((n) => core.reading[n] === "to read").map(briefRow));
  fillFew("ties", tieRows(tied, stats));
  $("ties-title").textContent = `What connects ${tied.by === "note" ? "notes" : "themes"}`;
  fillFew("gaps", gapRows());
  $("gaps-caution").textContent = core.cautions.gaps || "";
  fillFew("bridges", bridgeRows());
  fillFew("new", several ? newRows(newest) : []);
  fillFew("grown", several ? grownRows(stats, before, newest) : []);
  const papersIn = (year) => stats.reduce((sum, { years }) => sum + (years.get(year) || 0), 0);
  $("grown-all").textContent = several ? `All themes: ${papersIn(before).toLocaleString("en")} → ${plural(papersIn(newest), "paper")}` : "";
  $("years-caution").textContent = several ? core.cautions.years || "" : "";
  $("new-title").textContent = several ? `New in ${newest}` : "";
  $("grown-title").textContent = several ? `Grew most since ${before}` : "";
}

// The first of a list; a button opens the others.
function fillFew(id, rows) {
  const list = $(id), part = list.parentElement, open = opened.has(id);
  part.hidden = !rows.length;
  part.querySelectorAll(":scope > button").forEach((one) => one.remove());
  list.replaceChildren(...(open ? rows : rows.slice(0, FIRST)).map((row) => row()));
  if (rows.length <= FIRST) return;
  const more = button(open ? "Show fewer" : `Show all ${rows.length.toLocaleString("en")}`, () => {
    if (!opened.delete(id)) opened.add(id);
    fillFew(id, rows);
    part.querySelector(":scope > button").focus();
  }, { class: "more", "aria-expanded": String(open), "aria-controls": id });
  list.before(more);
}

function tieRows(view, stats) {
  const notes = view.by === "note", left = (n) => (notes ? kept()[n] : stats[n].count), link = notes ? thingLink : themeLink;
  const ties = tiesOf(view).filter(([a, b]) => left(a) && left(b)).sort(byTie);
  return ties.map(([a, b, count, n], place) => () => element("li", null, {}, ...(place || !firstLeads(ties) ? [] : [element("strong", "Strongest: ")]), thingLink(n), ...(count > 1 ? [" and ", button(`${count - 1} more`, () => go({ view: view.name, between: [a, b], thing: null, depth: 0, to: null }), { class: "link" })] : []),
    element("small", null, {}, link(a), " — ", link(b))));
}

// Themes to which none of the bands leads that are drawn.
function fillUntied(scene) {
  const tied = new Set(scene.type === "view" && scene.ties.length ? bandsOf(scene).flatMap(({ tie: [a, b] }) => [a, b]) : []);
  const untied = tied.size && scene.view.by === "theme" ? scene.regions.filter(({ theme, members }) => members.length && !tied.has(theme)) : [];
  $("untied").hidden = !untied.length;
  $("untied").replaceChildren(...(untied.length ? ["Without a band: "] : []), ...untied.flatMap(({ theme }, place) => [...(place ? [" · "] : []), themeLink(theme)]));
}

// People with papers of several themes, and how many of each.
function bridgeRows() {
  const stays = kept(), found = [];
  ranked().forEach((n) => {
    if (core.kinds[n] !== "person" || !stays[n]) return;
    const papers = tally([...linksOf(n)].map((link) => other(link, n)).filter((paper) => isPaper(paper) && stays[paper] && core.home[paper] >= 0).map((paper) => core.home[paper]));
    if (papers.size > 1) found.push([n, [...papers].sort((a, b) => b[1] - a[1] || a[0] - b[0])]);
  });
  const least = ([, papers]) => papers[1][1];
  found.sort((a, b) => b[1].length - a[1].length || least(b) - least(a));
  return found.map(([n, papers]) => () => element("li", null, {}, thingLink(n), element("small", null, {},
    ...papers.slice(0, 4).flatMap(([theme, count], place) => [`${place ? " · " : ""}${place ? count : plural(count, "paper")} in `, themeLink(theme)]))));
}

// Papers of which something is known that stay with the filters, the best first.
const papersWith = (known) => Object.keys(known).map(Number).filter((n) => kept()[n]).sort(ORDERS.get("rating")[1]);
const briefRow = (n) => () => element("li", null, {}, thingLink(n), ...starred(n));

function newRows(newest) {
  const time = viewOf.get("time"), stays = kept(), named = new Set();
  const papers = new Map();
  const fresh = time.nodes.filter((n, place) => time.regions[time.in[place]][5] === newest && !isPaper(n) && core.names[n].length <= PHRASE && tells(n) && stays[n]);
  fresh.forEach((n) => papers.set(n, [...linksOf(n)].filter((link) => isPaper(other(link, n))).length));
  const first = fresh.sort((a, b) => papers.get(b) - papers.get(a) || byWeight(a, b)).filter((n) => !named.has(plain(core.names[n])) && named.add(plain(core.names[n])));
  return first.map((n) => () => element("li", null, {}, thingLink(n), ...(papers.get(n) ? [` · ${plural(papers.get(n), "paper")}`] : [])));
}

function grownRows(stats, before, newest) {
  const grown = (theme) => (stats[theme].years.get(newest) || 0) - (stats[theme].years.get(before) || 0);
  return core.themes.map((_, theme) => theme).filter((theme) => grown(theme) > 0).sort((a, b) => grown(b) - grown(a) || a - b)
    .map((theme) => () => element("li", null, {}, themeLink(theme), ` · ${stats[theme].years.get(before) || 0} → ${plural(stats[theme].years.get(newest), "paper")}`));
}

function fillLegend(scene) {
  const kinds = scene.type === "view" ? new Set(scene.regions.flatMap((region) => region.leaders).concat([...scene.places.keys()].slice(0, 2000)).map((n) => lookOf.get(core.kinds[n]).name))
    : new Set([...scene.places.keys()].map((n) => lookOf.get(core.kinds[n]).name));
  const marks = looks.filter((look) => kinds.has(look.name)).map((look) => {
    const mark = element("span", null, { class: "mark" }, icon(look), ` ${look.title.toLowerCase()}`);
    if (scene.type !== "view" && byTheme()) mark.firstChild.style.color = look.color;
    return mark;
  });
  const sized = scene.type === "view" && scene.regions.some((region) => region.r) ? `Area: number of ${unitOf(scene)}${filtering() ? " that pass the filters; a ring has none" : ""}. ` : "";
  const bands = scene.ties.length ? bandsOf(scene) : [], drawn = bands.length;
  const strong = !bands.some((band) => stands(scene, band)) ? "" : state.theme === null ? "; the strongest is orange" : "; those of the chosen theme are orange";
  const rest = narrow() ? "how many things connect two" : "what connects two most, and how many more things do; wide if few others have these in common";
  const band = drawn ? `Bands: ${rest}${drawn < scene.ties.length ? `; the ${drawn} strongest of ${scene.ties.length.toLocaleString("en")} are shown` : ""}${strong}. ` : "";
  const colour = scene.type !== "view" ? (byTheme() ? "Colour: kind." : "") : byTheme() ? "Click a theme to open it." : `The ${scene.view.by === "year" ? "bar below a cell" : `ring around a ${scene.view.by}`} has the shares of its papers. Click a theme to open it.`;
  $("legend").replaceChildren(...marks);
  $("explained").textContent = `${sized}${band}${colour}`;
}

// ---- filters
function options(id, rows, name) {
  const select = $(id);
  select.replaceChildren(...rows.map(([value, text]) => element("option", text, { value: String(value) })));
  select.closest("label").hidden = rows.length < 2;
  select.addEventListener("change", () => go({ [name]: select.value === "" ? null : Number(select.value) }));
}

function boxes(id, rows, name) {
  rows.forEach(([value, text, mark, count]) => {
    const box = element("input", null, { type: "checkbox", value });
    box.addEventListener("change", () => go({ [name]: box.checked ? state[name].filter((one) => one !== value) : [...state[name], value] }));
    $(id).append(element("label", null, {}, box, ...(mark ? [mark] : []), element("span", text), element("small", count.toLocaleString("en"))));
  });
  $(id).hidden = rows.length < 2;
}

const tally = (values) => { const counts = new Map(); values.forEach((value) => counts.set(value, (counts.get(value) || 0) + 1)); return counts; };
let yearsOf = [];

function makeFilters() {
  const kinds = tally(core.kinds.map((kind) => lookOf.get(kind).name)), relations = tally(core.by);
  boxes("kinds", looks.filter((look) => kinds.has(look.name)).map((look) => [look.name, look.title, icon(look), kinds.get(look.name)]), "kinds");
  boxes("relations", [...relations].sort((a, b) => b[1] - a[1]).map(([by, count]) => [core.local[by], by === MENTIONS ? "mentions" : core.words[by][0], null, count]), "relations");
  const venues = tally(core.by.flatMap((by, link) => (by === PRESENTED ? [core.to[link]] : [])));
  options("venue", [["", "any"], ...[...venues].sort((a, b) => b[1] - a[1]).map(([n, count]) => [n, `${core.names[n]} (${count})`])], "venue");
  options("note", [["", "any"], ...core.names.map((name, n) => [n, name]).filter(([n]) => isNote(n))], "note");
  const papers = core.names.flatMap((_, n) => (isPaper(n) ? [n] : []));
  const ratings = [...new Set(papers.map((n) => core.ratings[n]).filter((rating) => rating > 0))].sort((a, b) => a - b);
  options("rating", [[0, "any"], ...ratings.map((rating) => [rating, String(rating)])], "rating");
  options("confidence", [[0, "any"], ...[0.6, 0.7, 0.8, 0.9, 0.95].map((least) => [least, String(least)])], "confidence");
  yearsOf = [...new Set(papers.map((n) => core.years[n]).filter(Boolean))].sort((a, b) => a - b);
  $("years").hidden = yearsOf.length < 2;
  // The slider goes over the years that there are: one paper of 1986 does not push the others together.
  [["from", 0], ["until", yearsOf.length - 1]].forEach(([id, end]) => {
    const slider = $(id);
    Object.assign(slider, { min: 0, max: Math.max(yearsOf.length - 1, 0), value: Math.max(end, 0) });
    slider.addEventListener("input", () => go({ [id]: Number(slider.value) === end ? 0 : yearsOf[Number(slider.value)] }, { replace: sliding }));
    slider.addEventListener("input", () => { sliding = true; });
    slider.addEventListener("change", () => { sliding = false; });
  });
  $("reset").addEventListener("click", () => go(Object.fromEntries(["kinds", "relations", "venue", "note", "rating", "confidence", "from", "until"].map((name) => [name, START[name]]))));
}
let sliding = false;

// The controls show the state, wherever it came from.
function setFilters() {
  ["kinds", "relations"].forEach((name) => $(name).querySelectorAll("input").forEach((box) => { box.checked = !state[name].includes(box.value); }));
  $("venue").value = state.venue === null ? "" : String(state.venue);
  $("note").value = state.note === null ? "" : String(state.note);
  $("rating").value = String(state.rating);
  $("confidence").value = String(state.confidence);
  if (!yearsOf.length) return;
  const place = (year, end) => (year && yearsOf.includes(year) ? yearsOf.indexOf(year) : end);
  $("from").value = place(state.from, 0);
  $("until").value = place(state.until, yearsOf.length - 1);
  $("span").textContent = `${yearsOf[$("from").value]} to ${yearsOf[$("until").value]}`;
  $("from").setAttribute("aria-valuetext", yearsOf[$("from").value]);
  $("until").setAttribute("aria-valuetext", yearsOf[$("until").value]);
}

function makeSide() {
  core.views.forEach((view) => {
    const one = button(view.title, () => go({ view: view.name, theme: null, thing: null, depth: 0, to: null, between: null }), { value: view.name, title: view.question });
    if (view.nodes.length) $("views").append(one);
  });
  makeFilters();
  makeTints();
  $("gaps-drawn").addEventListener("change", () => go({ gaps: $("gaps-drawn").checked, at: state.at }));
  $("unlinked").hidden = !core.loose.length;
  $("unlinked").querySelector("summary").textContent = `Not connected (${core.loose.length})`;
  const list = $("loose");
  fillRows(list, core.loose.map((n) => () => element("li", null, {}, icon(lookOf.get(core.kinds[n])), thingLink(n))), 40);
}
