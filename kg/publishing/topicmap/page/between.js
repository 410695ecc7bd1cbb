// What lies between two regions: all that they share.

const samePair = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

// The things that two regions share, with the number of their links in each: by the rule that counts them for a band.
function sharedBy(view, [a, b]) {
  const bridges = new Set(view.bridges), stays = kept(), found = [];
  for (let n = 0; n < COUNT; n += 1) {
    if (!bridges.has(core.kinds[n]) || !tells(n) || !stays[n]) continue;
    const reach = reachOf(view, n);
    if (reach.get(a) && reach.get(b)) found.push({ n, counts: [reach.get(a), reach.get(b)], telling: Math.min(reach.get(a), reach.get(b)) / Math.max(reach.size - 1, 1) });
  }
  return found.sort((one, other) => other.telling - one.telling || byWeight(one.n, other.n));
}

// The links of a thing in each region, with itself in its own; in the view of notes, the notes that mention it.
function reachOf(view, n) {
  if (view.by === "note") return new Map(core.noted[n].map((note) => [note, 1]));
  const reach = tally(neighboursOf(n).filter((near) => !isNote(near)).map((near) => core.home[near]));
  if (core.home[n] >= 0) reach.set(core.home[n], (reach.get(core.home[n]) || 0) + 1);
  reach.delete(-1);
  return reach;
}
const neighboursOf = (n) => [...new Set([...linksOf(n)].map((link) => other(link, n)))];

function fillBetween() {
  const scene = sceneOf(), { view } = scene, pair = state.between, names = pair.map((theme) => regionName(scene, { theme }));
  const shared = sharedBy(view, pair);
  $("kind").replaceChildren(element("span", `between two ${view.by}s`));
  $("name").textContent = names.join(" and ");
  $("about").textContent = `They share ${plural(shared.length, "thing")}.`;
  const open = (theme) => (view.by === "note" ? select(theme) : openTheme(theme));
  $("actions").replaceChildren(...pair.map((theme, place) => button(names[place], () => open(theme))));
  const linked = view.by === "note" ? () => "" : (counts) => counts.map((count, place) => `${plural(count, "link")} in ${names[place]}`).join(" · ");
  $("facts").replaceChildren(section("They share", shared.map(({ n, counts }) => () => element("li", null, {}, icon(lookOf.get(core.kinds[n])), " ", thingLink(n), element("small", linked(counts)))), 3 * LISTED));
  $("panel").scrollTop = 0;
}
