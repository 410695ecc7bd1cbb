// What stays with the filters that are set. `kept()` gives 1 for each thing that stays.

const filterKey = () => JSON.stringify([state.kinds, state.relations, state.venue, state.note, state.rating, state.confidence, state.from, state.until]);
const aboutPapers = () => state.from > 0 || state.until > 0 || state.rating > 0 || state.venue !== null;
const filtering = () => filterKey() !== JSON.stringify([[], [], null, null, 0, 0, 0, 0]);

const live = (link) => core.trust[link] >= state.confidence && !state.relations.includes(core.local[core.by[link]]);

let keptFor = null, keptThings = null;
function kept() {
  const key = filterKey();
  if (key === keptFor) return keptThings;
  const stays = new Uint8Array(COUNT).fill(1);
  if (state.note !== null) stays.forEach((_, n) => { if (n !== state.note && !core.noted[n].includes(state.note)) stays[n] = 0; });
  if (state.confidence > 0) stays.forEach((_, n) => { if (core.sure[n] < state.confidence) stays[n] = 0; });
  if (aboutPapers()) keepByPapers(stays);
  if (state.relations.length) stays.forEach((_, n) => { if (!isNote(n) && degree(n) && !linksOf(n).some(live)) stays[n] = 0; });
  if (state.kinds.length) stays.forEach((_, n) => { if (state.kinds.includes(lookOf.get(core.kinds[n]).name)) stays[n] = 0; });
  keptFor = key;
  keptThings = stays;
  return stays;
}

function paperPasses(n) {
  const year = core.years[n];
  if (state.from && !(year >= state.from)) return false;
  if (state.until && !(year && year <= state.until)) return false;
  if (core.ratings[n] < state.rating) return false;
  return state.venue === null || linksOf(n).some((link) => core.by[link] === PRESENTED && core.to[link] === state.venue);
}

// Other things stay when a paper that stays leads to them, those that no paper leads to when anything that stays does.
function keepByPapers(stays) {
  const before = stays.slice();
  const ofPaper = (n) => linksOf(n).some((link) => isPaper(other(link, n)));
  let edge = [];
  for (let n = 0; n < COUNT; n += 1) {
    stays[n] = before[n] && isPaper(n) && paperPasses(n) ? 1 : 0;
    if (stays[n]) edge.push(n);
  }
  while (edge.length) {
    const next = [];
    edge.forEach((n) => linksOf(n).forEach((link) => {
      const reached = other(link, n);
      if (stays[reached] || !before[reached] || isPaper(reached) || !live(link)) return;
      if (isPaper(n) || !ofPaper(reached)) { stays[reached] = 1; next.push(reached); }
    }));
    edge = next;
  }
  core.noted.forEach((notes, n) => { if (stays[n]) notes.forEach((note) => { stays[note] = before[note]; }); });
}
