// Lists of papers: what stands beside each, and in which order they come. The panel of a theme is such a list.

const starsOf = (n) => core.stars[n] || "";
const shareOf = (n) => core.share[n] || 0;
const remarkOf = (n) => core.remark[n] || "";

// The stars of a rated paper, also for those who hear the page.
function starsMark(n) {
  const stars = starsOf(n), full = stars.split("★").length - 1 + (stars.includes("½") ? 0.5 : 0);
  const told = stars.includes("☆") ? `${full} of ${stars.length} stars` : plural(full, "star");
  return element("span", stars, { class: "stars", role: "img", "aria-label": told });
}

// Where a paper was published, without the year.
function venueOf(n) {
  const link = [...linksOf(n)].find((one) => core.from[one] === n && (core.by[one] === PRESENTED || core.by[one] === PART_OF));
  return link === undefined ? "" : core.names[core.to[link]].replace(/\s*\b(?:19|20)\d\d\b/, "");
}

const ORDERS = new Map(Object.entries({
  rating: ["best first", (a, b) => shareOf(b) - shareOf(a) || byWeight(a, b)],
  year: ["newest first", (a, b) => core.years[b] - core.years[a] || byWeight(a, b)],
  title: ["by title", (a, b) => core.names[a].localeCompare(core.names[b], "en") || a - b],
  links: ["most links first", (a, b) => degree(b) - degree(a) || byWeight(a, b)],
}));

// What stands beside a paper wherever one is listed: its stars behind the name, and below the first words of a remark.
const starred = (n) => (starsOf(n) ? [" ", starsMark(n)] : []);
const remarked = (n) => (remarkOf(n) ? [element("span", remarkOf(n), { class: "remark" })] : []);

function paperRow(n) {
  const facts = [core.years[n] || "", venueOf(n), plural(degree(n), "link")].filter(Boolean).join(" · ");
  return element("li", null, {}, thingLink(n), ...starred(n), element("small", facts), ...remarked(n));
}

function orderChoice() {
  const select = element("select", null, { id: "order" }, ...[...ORDERS].map(([value, [text]]) => element("option", text, { value })));
  select.value = state.sort;
  select.addEventListener("change", () => { go({ sort: select.value, at: state.at }); $("order").focus(); });
  return element("label", "Papers ", {}, select);
}

const section = (title, rows, limit = LISTED) => {
  const list = element("ul");
  fillRows(list, rows, limit);
  return element("section", null, {}, element("h3", title), list);
};

// ---- a theme: its papers, what else is in it, and what it shares with others
function fillTheme() {
  const { theme } = state, stays = kept();
  const groups = new Map();
  ranked().forEach((n) => {
    const { name } = lookOf.get(core.kinds[n]);
    if (core.home[n] === theme && stays[n]) { if (groups.has(name)) groups.get(name).push(n); else groups.set(name, [n]); }
  });
  const papers = (groups.get("paper") || []).sort(ORDERS.get(state.sort)[1]);
  const rated = papers.filter(starsOf).length, remarked = papers.filter(remarkOf).length;
  $("kind").replaceChildren(chip(theme), element("span", "theme"));
  $("name").textContent = core.themes[theme];
  $("about").textContent = [plural(papers.length, "paper"), ...(rated ? [`${rated.toLocaleString("en")} rated`] : []), ...(remarked ? [`${remarked.toLocaleString("en")} with a remark`] : []), ...(filtering() ? ["filtered"] : [])].join(" · ");
  $("actions").replaceChildren(...(papers.length > 1 ? [orderChoice()] : []));
  groups.delete("paper");
  const shared = sharedWith(theme);
  $("facts").replaceChildren(
    ...(papers.length ? [section("papers", papers.map((n) => () => paperRow(n)), 3 * LISTED)] : []),
    ...(shared.length ? [section("shares with", shared, 5)] : []),
    ...looks.filter(({ name }) => groups.has(name)).map(({ name, title }) => section(`${title.toLowerCase()} (${groups.get(name).length.toLocaleString("en")})`, groups.get(name).map((n) => () => element("li", null, {}, thingLink(n))), 5)),
  );
  $("facts").querySelector("ul").classList.toggle("papers", papers.length > 0);
  $("panel").scrollTop = 0;
}

// The other themes with which it shares things, most first.
function sharedWith(theme) {
  const ties = sceneOf().ties.filter(([a, b]) => a === theme || b === theme);
  return ties.map(([a, b, count]) => () => element("li", null, {}, element("strong", `${core.themes[a === theme ? b : a]}: `), button(plural(count, "thing"), () => go({ between: [a, b], thing: null }), { class: "link" })));
}
