// Beside the picture: the question of the view, its legend, the themes, the filters, and what nothing connects.

function fillSide() {
  const scene = sceneOf(), view = viewOf.get(state.view);
  $("views").querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(scene.type === "view" && one.value === state.view)));
  $("question").textContent = scene.type === "view" ? view.question : scene.type === "focus" ? `What is around ${core.names[scene.root]}?` : "How are the two connected?";
  const count = scene.places.size;
  const all = scene.type === "view" ? new Set(view.nodes).size : count;
  const left = scene.left ? `, and ${scene.left} more that are not drawn` : "";
  $("status").textContent = count === all ? `${plural(count, "thing")}${left}${scene.type === "view" && core.loose.length ? `; ${core.loose.length.toLocaleString("en")} connected with nothing` : ""}` : `${count.toLocaleString("en")} of ${plural(all, "thing")}`;
  $("nothing").hidden = count > 0;
  $("nothing").textContent = filtering() ? "No thing is left with these filters." : "Nothing connects these things yet. They are listed beside.";
  if (!count && !filtering()) $("unlinked").open = true;
  fillLegend(scene);
  const stats = themeStats();
  fillFindings(stats);
  $("themes").replaceChildren(...core.themes.map((name, theme) => [name, theme]).filter(([, theme]) => stats[theme].count).map(([name, theme]) => element("li", null, {},
    swatch(themeColour(theme)), button(name, () => go({ theme: state.theme === theme && !state.depth ? null : theme, thing: null, depth: 0, to: null }), { class: "link", "aria-current": String(state.theme === theme) }), element("small", papersOf(stats[theme])))));
  $("reset").hidden = !filtering();
  $("back").hidden = state.thing === null && state.theme === null && !state.table;
}

const PHRASE = 40; // a longer name is a sentence, which says little in a list

// The beginning of a long name: of two themes on one line both should be seen.
const brief = (name) => (name.length > 30 ? `${name.slice(0, 30).replace(/[\s,]+\S*$/, "")} …` : name);

// What a look at the map should tell, in words: what and who ties themes most, and what is new.
function fillFindings(stats) {
  const tied = (view, most) => viewOf.get(view).ties.filter(([a, b, , n]) => stats[a].count && stats[b].count && kept()[n]).sort((a, b) => b[2] - a[2] || a[3] - b[3])
    .filter(([, , , n], place, all) => all.findIndex((one) => one[3] === n) === place).slice(0, most)
    .map(([a, b, , n]) => element("li", null, {}, thingLink(n), element("small", `${brief(core.themes[a])} — ${brief(core.themes[b])}`)));
  $("ties").replaceChildren(...tied("papers", 4));
  $("bridges").replaceChildren(...tied("people", 3));
  const time = viewOf.get("time"), newest = Math.max(...time.regions.map((region) => region[5]), 0);
  const fresh = time.nodes.filter((n, place) => time.regions[time.in[place]][5] === newest && !isPaper(n) && core.names[n].length <= PHRASE && kept()[n]).sort(byWeight).slice(0, 5);
  $("new-title").textContent = `New in ${newest}`;
  $("new").replaceChildren(...fresh.map((n) => element("li", null, {}, icon(lookOf.get(core.kinds[n])), thingLink(n))));
  ["ties", "bridges", "new"].forEach((id) => { $(id).parentElement.hidden = !$(id).childElementCount; });
}

function fillLegend(scene) {
  const kinds = scene.type === "view" ? new Set(scene.regions.flatMap((region) => region.leaders).concat([...scene.places.keys()].slice(0, 2000)).map((n) => lookOf.get(core.kinds[n]).name))
    : new Set([...scene.places.keys()].map((n) => lookOf.get(core.kinds[n]).name));
  const marks = looks.filter((look) => kinds.has(look.name)).map((look) => {
    const mark = element("span", null, { class: "mark" }, icon(look), ` ${look.title.toLowerCase()}`);
    if (scene.type !== "view") mark.firstChild.style.color = look.color;
    return mark;
  });
  const band = scene.ties.length ? ` Band: how much ties two ${scene.view.by}s; on it, what ties them most.` : "";
  const colour = scene.type === "view" ? `Colour: theme.${band}` : "Colour: kind.";
  $("legend").replaceChildren(...marks, element("small", colour));
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
  boxes("relations", [...relations].sort((a, b) => b[1] - a[1]).map(([by, count]) => [core.local[by], by === MENTIONS ? "speaks of" : core.words[by][0], null, count]), "relations");
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
  $("reset").addEventListener("click", (event) => { event.preventDefault(); go(Object.fromEntries(["kinds", "relations", "venue", "note", "rating", "confidence", "from", "until"].map((name) => [name, START[name]]))); });
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
    const one = button(view.title, () => go({ view: view.name, theme: null, thing: null, depth: 0, to: null }), { value: view.name, title: view.question });
    if (view.nodes.length) $("views").append(one);
  });
  makeFilters();
  $("unlinked").hidden = !core.loose.length;
  $("unlinked").querySelector("summary").textContent = `Connected with nothing (${core.loose.length})`;
  const list = $("loose");
  fillRows(list, core.loose.map((n) => () => element("li", null, {}, icon(lookOf.get(core.kinds[n])), thingLink(n))), 40);
}
