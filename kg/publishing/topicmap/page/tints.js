// What the colours of the picture stand for: themes, or of papers the year, the rating, or whether they are read.

const RECENT = 5;
const RAMP = { light: ["#7fb9a4", "#4aa3b5", "#3182b4", "#2a5da3", "#2b3a8c", "#27165e"], dark: ["#4a5fa8", "#4484b5", "#4aa6bb", "#66c5b0", "#a3dc9f", "#e6f294"] };
const GOLD = { light: ["#e2b04d", "#cf8a1f", "#b56a0c", "#8d4a08", "#5f2d05"], dark: ["#94692c", "#b08032", "#d0a03f", "#eabc58", "#ffe394"] };
const STATES = [["read", "#1b7f4d", "#5fd39a"], ["reading", "#2b6cb0", "#7db7f0"], ["to read", "#c25e00", "#f0b95a"]];
const TINTS = new Map(Object.entries({
  theme: { title: "theme" },
  year: { title: "year of the paper", none: "no year", classes: yearClasses },
  rating: { title: "my rating", none: "not rated", classes: ratingClasses },
  reading: { title: "reading state", none: "no state", classes: () => STATES.map(([name, ...colours]) => ({ name, colours, has: (n) => core.reading[n] === name })) },
}));

// As many colours of a scale as there are classes, as far from each other as can be.
const spreadOver = (ramp, count) => Array.from({ length: count }, (_, n) => ["light", "dark"].map((scheme) => ramp[scheme][count < 2 ? ramp[scheme].length - 1 : Math.round((n * (ramp[scheme].length - 1)) / (count - 1))]));

function yearClasses() {
  const years = latest().slice(-RECENT), earlier = core.years.some((year, n) => isPaper(n) && year && year < years[0]);
  const classes = [...(earlier ? [{ name: `before ${years[0]}`, has: (n) => core.years[n] > 0 && core.years[n] < years[0] }] : []), ...years.map((year) => ({ name: String(year), has: (n) => core.years[n] === year }))];
  // A year after these has too few papers for a colour of its own.
  if (years.length) classes[classes.length - 1].has = (n) => core.years[n] >= years.at(-1);
  return coloured(classes, RAMP);
}

// By fifths of the best rating; each is named by the stars that most of its papers have.
function ratingClasses() {
  const stars = new Map();
  Object.keys(core.stars).map(Number).forEach((n) => { const fifth = Math.ceil(shareOf(n) * RECENT); stars.set(fifth, [...(stars.get(fifth) || []), starsOf(n)]); });
  const classes = [...stars].sort((a, b) => a[0] - b[0]).map(([fifth, all]) => ({ name: [...tally(all)].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0][0], has: (n) => n in core.stars && Math.ceil(shareOf(n) * RECENT) === fifth }));
  return coloured(classes, GOLD);
}

const coloured = (classes, ramp) => spreadOver(ramp, classes.length).map((colours, place) => ({ ...classes[place], colours }));

// The classes of papers that the colours tell apart, and of each paper its class; -1 for papers in none.
const tinted = new Map();
function tint() {
  if (!tinted.has(state.colour)) {
    const { classes, none } = TINTS.get(state.colour);
    const found = classes().filter((one) => core.kinds.some((_, n) => isPaper(n) && one.has(n)));
    const of = Int8Array.from({ length: COUNT }, (_, n) => (isPaper(n) ? found.findIndex((one) => one.has(n)) : -1));
    tinted.set(state.colour, { classes: found, none, of });
  }
  return tinted.get(state.colour);
}
const byTheme = () => state.colour === "theme";
const classColour = (place) => (place < 0 ? colours().none : tint().classes[place].colours[dark.matches ? 1 : 0]);
const markColour = (n) => (byTheme() ? themeColour(core.home[n]) : classColour(tint().of[n]));

// How many papers of a region are in each class, the last number for those in none.
function countsOf(scene, region) {
  region.tints ??= new Map();
  if (!region.tints.has(state.colour)) {
    const { classes, of } = tint(), counts = classes.map(() => 0).concat(0), stays = kept();
    const papers = scene.view.by === "theme" ? papersOfTheme(region.theme).filter((n) => stays[n]) : region.members.filter(isPaper);
    papers.forEach((n) => { counts[of[n] < 0 ? classes.length : of[n]] += 1; });
    region.tints.set(state.colour, counts);
  }
  return region.tints.get(state.colour);
}
const byTheTheme = once(() => {
  const found = core.themes.map(() => []);
  core.home.forEach((theme, n) => { if (theme >= 0 && isPaper(n)) found[theme].push(n); });
  return found;
});
const papersOfTheme = (theme) => byTheTheme()[theme];

// The shares of the classes around a disc, from the top on, or below a cell.
function paintShares(canvas, scene, region, px) {
  const counts = countsOf(scene, region), all = counts.reduce((sum, count) => sum + count, 0);
  const thick = Math.max(Math.min(7 * px, (region.r || region.h) * 0.12), 2 * px);
  let before = 0;
  counts.forEach((count, place) => {
    if (!count) return;
    const [from, until] = [before / all, (before + count) / all];
    before += count;
    canvas.beginPath();
    const known = place < counts.length - 1, wide = known ? thick : thick / 3;
    if (region.r) canvas.arc(region.x, region.y, region.r + wide / 2, (2 * from - 0.5) * Math.PI, (2 * until - 0.5) * Math.PI);
    else canvas.rect(region.x - region.w / 2 + from * region.w, region.y + region.h / 2 - wide, (until - from) * region.w, wide);
    canvas.strokeStyle = canvas.fillStyle = classColour(known ? place : -1);
    canvas.lineWidth = wide;
    if (region.r) canvas.stroke(); else canvas.fill();
  });
}

// ---- the legend
function fillTints() {
  $("colour").value = state.colour;
  $("tints").hidden = byTheme();
  if (byTheme()) return;
  const { classes, none, of } = tint(), stays = kept(), counts = classes.map(() => 0).concat(0);
  of.forEach((place, n) => { if (isPaper(n) && stays[n]) counts[place < 0 ? classes.length : place] += 1; });
  $("tints").replaceChildren(...counts.flatMap((count, place) => {
    if (!count && place === classes.length) return [];
    const mark = element("span", null, { class: "swatch" });
    mark.style.background = classColour(place < classes.length ? place : -1);
    return [element("li", null, {}, mark, `${classes[place]?.name ?? none} (${count.toLocaleString("en")})`)];
  }));
}

function makeTints() {
  const told = { rating: Object.keys(core.stars).length, reading: Object.keys(core.reading).length, year: latest().length };
  $("colour").replaceChildren(...[...TINTS].filter(([name]) => told[name] !== 0).map(([value, { title }]) => element("option", title, { value })));
  $("colour").addEventListener("change", () => go({ colour: $("colour").value, at: state.at }));
}
