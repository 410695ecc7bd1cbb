// What lies between two regions: all that they share, or why they are said to have a gap between them.

const samePair = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

// The things that two regions share, with the number of their links in each: by the rule that counts them for a band.
function sharedBy(view, [a, b]) {
  const found = [];
  bridging(view, (n, reach) => {
    if (reach.get(a) && reach.get(b)) found.push({ n, counts: [reach.get(a), reach.get(b)], telling: telling(reach, a, b) });
  });
  return found.sort((one, other) => other.telling - one.telling || byWeight(one.n, other.n));
}
const telling = (reach, a, b) => Math.min(reach.get(a), reach.get(b)) / Math.max(reach.size - 1, 1);

// What can tie regions of a view, with its links in each.
function bridging(view, use) {
  const bridges = new Set(view.bridges), stays = kept();
  for (let n = 0; n < COUNT; n += 1) if (bridges.has(core.kinds[n]) && tells(n) && stays[n]) use(n, reachOf(view, n, stays));
}

// The ties of a view: those that were found beforehand or, with filters, what is left of them.
let tiedFor = "", tiedNow = [];
function tiesOf(view) {
  if (!filtering()) return view.ties;
  const key = `${view.name} ${filterKey()}`;
  if (tiedFor === key) return tiedNow;
  const found = new Map(view.ties.map(([a, b]) => [`${a} ${b}`, [a, b, 0, -1, 0, 0]]));
  bridging(view, (n, reach) => {
    const regions = [...reach.keys()].sort((a, b) => a - b);
    regions.forEach((a, place) => regions.slice(place + 1).forEach((b) => {
      const tie = found.get(`${a} ${b}`), told = tie ? telling(reach, a, b) : 0;
      if (!tie) return;
      tie[2] += 1;
      tie[4] += 1 / Math.max(reach.size - 1, 1);
      if (told > tie[5] || (told === tie[5] && byWeight(n, tie[3]) < 0)) { tie[3] = n; tie[5] = told; }
    }));
  });
  tiedFor = key;
  tiedNow = [...found.values()].filter(([, , count]) => count).map((tie) => tie.slice(0, 5));
  return tiedNow;
}

// The links of a thing in each region, with itself in its own; in the view of notes, the notes that mention it.
function reachOf(view, n, stays) {
  if (view.by === "note") return new Map(core.noted[n].filter((note) => stays[note]).map((note) => [note, 1]));
  const reach = tally(neighboursOf(n).filter((near) => stays[near] && !isNote(near)).map((near) => core.home[near]));
  if (core.home[n] >= 0) reach.set(core.home[n], (reach.get(core.home[n]) || 0) + 1);
  reach.delete(-1);
  return reach;
}
const neighboursOf = (n) => [...new Set([...linksOf(n)].map((link) => other(link, n)))];

// ---- gaps: [one, other, weight of their links, weight expected, papers that come nearest]
const DASHED = 6;
const gapBetween = (scene, pair) => (scene.view.by === "theme" && core.gaps.find((gap) => samePair(gap, pair))) || null;

// The largest gaps as bands, where no other band leads; with filters, where papers of both themes are left.
function gapBands(scene) {
  if (scene.view.by !== "theme") return [];
  scene.gaps ??= core.gaps.map((gap) => [gap, gap.slice(0, 2).map((theme) => scene.regions.find((region) => region.theme === theme))])
    .filter(([, ends]) => ends.every((end) => end && amountOf(scene, end)))
    .filter(([gap]) => !bandsOf(scene).some((band) => samePair(band.tie, gap))).slice(0, DASHED)
    .map(([gap, ends]) => bandBetween(scene, ends, { tie: [gap[0], gap[1], 0], thing: -1, weight: 0, gap }));
  return scene.gaps;
}

const gapQuestion = (names) => `What could “${names[0]}” and “${names[1]}” learn from each other?`;
const gapFigures = ([, , found, expected]) => `${found ? `Their topics have links of weight ${found.toPrecision(2)}` : "Their topics have no links"}; by chance ${expected.toPrecision(2)} would be expected.`;

// The papers that come nearest to bridging a gap; where there are none, the best of both sides to begin with.
function gapSections(gap, names) {
  const stays = kept(), near = gap[4].filter((n) => stays[n]), rows = (papers) => papers.map((n) => () => paperRow(n));
  if (near.length) return [section("Papers that come nearest", rows(near))];
  const best = gap.slice(0, 2).map((theme) => papersOfTheme(theme).filter((n) => stays[n]).sort(ORDERS.get("rating")[1]).slice(0, 2));
  return [element("p", "No paper of one shares anything with a paper of the other.", { class: "caution" }), ...best.map((papers, place) => section(`To begin with, in ${names[place]}`, rows(papers)))];
}

function gapRows() {
  const stats = themeStats();
  return core.gaps.filter(([a, b]) => stats[a].kinds.get("paper") && stats[b].kinds.get("paper")).map(([a, b, , , near]) => () => element("li", null, {},
    button(`${core.themes[a]} — ${core.themes[b]}`, () => go({ view: viewOf.get(state.view).by === "theme" ? state.view : START.view, between: [a, b], thing: null, depth: 0, to: null }), { class: "link" }),
    ...(near.length ? [element("small", `nearest: ${label(near[0])}`)] : [])));
}

function fillBetween() {
  const scene = sceneOf(), { view } = scene, pair = state.between, names = pair.map((theme) => regionName(scene, { theme }));
  const shared = sharedBy(view, pair);
  $("kind").replaceChildren(element("span", `between two ${view.by}s`));
  $("name").textContent = names.join(" and ");
  const gap = gapBetween(scene, pair);
  $("about").textContent = [...(gap ? [gapQuestion(names), gapFigures(gap), core.cautions.gaps || ""] : []), shared.length ? `They share ${plural(shared.length, "thing")}.` : "They share nothing."].filter(Boolean).join(" ");
  const open = (theme) => (view.by === "note" ? select(theme) : openTheme(theme));
  $("actions").replaceChildren(...pair.map((theme, place) => button(names[place], () => open(theme))));
  const linked = view.by === "note" ? () => "" : (counts) => counts.map((count, place) => `${plural(count, "link")} in ${names[place]}`).join(" · ");
  $("facts").replaceChildren(...(gap ? gapSections(gap, names) : []), ...(!shared.length ? [] : [section("They share", shared.map(({ n, counts }) => () => element("li", null, {}, icon(lookOf.get(core.kinds[n])), " ", thingLink(n), element("small", linked(counts)))), 3 * LISTED)]));
  $("panel").scrollTop = 0;
}
