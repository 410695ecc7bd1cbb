// How a scene looks: regions and what ties them below the things, names above. All is written for a canvas in the
// coordinates of the map, with `px` for one pixel of the screen, so that the same code draws the SVG.

const dark = matchMedia("(prefers-color-scheme: dark)");
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif';
const colours = () => (dark.matches
  ? { back: "#14171b", card: "#1d2126", ink: "#eceae5", soft: "#a9b0b9", edge: "rgba(160,170,182,.42)", tie: "rgba(165,175,188,.34)", strong: "#f0b95a" }
  : { back: "#fbfaf8", card: "#ffffff", ink: "#1f2328", soft: "#5b636d", edge: "rgba(95,105,118,.38)", tie: "rgba(110,120,132,.3)", strong: "#a34d00" });

// One hue for each theme; neighbours in the list are far apart on the wheel.
const hue = (theme) => Math.round((theme * 137.508 + 205) % 360);
function themeColour(theme, part) {
  const h = hue(theme), night = dark.matches;
  if (theme < 0) return colours().soft;
  if (part === "fill") return `hsla(${h}, 62%, ${night ? 58 : 52}%, ${night ? 0.17 : 0.13})`;
  if (part === "line") return `hsla(${h}, 55%, ${night ? 62 : 42}%, 0.75)`;
  if (part === "name") return `hsl(${h}, ${night ? 75 : 70}%, ${night ? 80 : 25}%)`;
  return `hsl(${h}, ${night ? 60 : 62}%, ${night ? 64 : 40}%)`;
}
// In a view, colour tells the theme; around one thing and along a path, where themes mix, it tells the kind.
const colourOf = (n, scene) => (scene.type === "view" ? themeColour(core.home[n]) : lookOf.get(core.kinds[n]).color);

const sizeOf = (n) => Math.min(4.5 + 1.3 * Math.sqrt(core.weights[n]), 15);

// What can be clicked, in the order in which it was drawn: names count as much as what they name.
let hits = [];
const hit = (x, y) => hits.findLast(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]);

const widths = new Map();
function widthOf(canvas, text, font, size) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    if (widths.size > 20000) widths.clear();
    canvas.font = `${font} 100px ${FONT}`;
    widths.set(key, canvas.measureText(text).width / 100);
  }
  return widths.get(key) * size;
}

function write(canvas, text, x, y, { size, font = "", colour, halo }) {
  canvas.font = `${font} ${size}px ${FONT}`;
  if (halo) {
    canvas.lineJoin = "round";
    canvas.strokeStyle = colours().back;
    canvas.lineWidth = size * 0.28;
    canvas.strokeText(text, x, y);
  }
  canvas.fillStyle = colour;
  canvas.fillText(text, x, y);
}

// Cut a text to a width, at a word where there is one near.
function fitted(canvas, text, font, size, width) {
  if (widthOf(canvas, text, font, size) <= width) return text;
  let low = 1, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(canvas, `${text.slice(0, middle)}…`, font, size) <= width) low = middle; else high = middle - 1;
  }
  const cut = text.slice(0, low), space = cut.lastIndexOf(" ");
  return `${(space > low * 0.6 ? cut.slice(0, space) : cut).trim()}…`;
}

// A word with the blanks behind it, or up to a hyphen.
const WORD = /[^\s-]*-+|[^\s-]+\s*|\s+/g;

// Divide a text into lines of a width, at most `most`; texts without blanks (Chinese, keys) are divided anywhere.
function wrapped(canvas, text, font, size, width, most) {
  const lines = [];
  let rest = text;
  while (rest && lines.length < most - 1 && widthOf(canvas, rest, font, size) > width) {
    const words = rest.match(WORD) || [];
    let taken = "";
    while (words.length && widthOf(canvas, (taken + words[0]).trim(), font, size) <= width) taken += words.shift();
    if (!taken) {
      let cut = 1;
      while (cut < rest.length && widthOf(canvas, rest.slice(0, cut + 1), font, size) <= width) cut += 1;
      taken = rest.slice(0, cut);
    }
    lines.push(taken.trim());
    rest = rest.slice(taken.length).trim();
  }
  if (rest) lines.push(fitted(canvas, rest, font, size, width));
  return lines;
}

// ---- regions
function regionPath(canvas, region) {
  canvas.beginPath();
  if (region.r) canvas.arc(region.x, region.y, region.r, 0, 2 * Math.PI);
  else canvas.rect(region.x - region.w / 2, region.y - region.h / 2, region.w, region.h);
}

function paintRegions(canvas, scene, px, names) {
  hits = [];
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  const tags = paintTies(canvas, scene, px);
  scene.regions.forEach((region) => {
    regionPath(canvas, region);
    canvas.fillStyle = colours().back;
    canvas.fill();
    canvas.fillStyle = regionColour(scene, region, "fill");
    canvas.fill();
    canvas.strokeStyle = regionColour(scene, region, "line");
    canvas.lineWidth = (state.theme === region.theme ? 2.5 : 1.3) * px;
    canvas.stroke();
    hits.push({ box: [region.x - region.w / 2, region.y - region.h / 2, region.x + region.w / 2, region.y + region.h / 2], region });
    if (!region.open) (region.r ? paintCard : paintCell)(canvas, scene, region, px);
    else names.push(() => paintTitle(canvas, scene, region, px));
  });
  tags.forEach((paint) => paint());
  if (scene.view?.by === "year") paintAxes(canvas, scene, px, names);
}

const yearOf = (region) => (region.year < 0 ? `before ${-region.year}` : String(region.year));
// In the view of notes a region is a note, which has its number in the place of a theme.
const regionName = (scene, region) => (scene.view.by === "note" ? core.names[region.theme] : core.themes[region.theme]);
const regionColour = (scene, region, part) => themeColour(scene.view.by === "note" ? core.home[region.theme] : region.theme, part);

// What stands for a region until it is opened: its name, how much it is and when, and what matters most in it.
function paintCard(canvas, scene, region, px) {
  const height = region.h / px, width = region.w / px;
  if (height < 26) return;
  const small = Math.max(10, Math.min(15, height / 17));
  const longest = Math.max(...regionName(scene, region).match(WORD).map((word) => widthOf(canvas, word, "700", 1)));
  const big = Math.max(9, Math.min(25, height / 12, (width * 0.72) / longest));
  const heading = wrapped(canvas, regionName(scene, region), "700", big, width * 0.74, height > 90 ? 3 : 2);
  const rows = heading.map((text) => ({ text, size: big, font: "700", colour: regionColour(scene, region, "name") }));
  const used = () => rows.reduce((sum, row) => sum + row.size * 1.22, 0);
  const fits = () => used() + small * 1.4 < height * 0.86;
  if (fits() && width > 90) rows.push({ text: describe(scene, region), size: small * 0.95, colour: colours().soft });
  region.leaders.forEach((n) => { if (fits() && width > 90) rows.push({ text: label(n), size: small, colour: colours().ink, thing: n }); });
  // The name stands whole before a last row stands at all.
  const chordAt = (y) => width * Math.sqrt(Math.max(0.05, 1 - ((2 * y) / height) ** 2)) * 0.94;
  const first = () => chordAt(used() / 2 - big * 0.6);
  while (rows.length > heading.length + 3 && widthOf(canvas, heading[0], "700", big) > first()) rows.pop();
  let y = region.y - (used() * px) / 2;
  rows.forEach((row) => {
    const high = row.size * 1.22 * px;
    y += high / 2;
    const chord = chordAt((y - region.y) / px);
    paintRow(canvas, scene, row, [region.x, y], chord, px);
    y += high / 2;
  });
}

// A line of a card around a place: a name with the mark of its kind is a thing to click.
function paintRow(canvas, scene, row, [x, y], room, px) {
  const mark = "thing" in row ? row.size * 1.25 : 0, font = row.font || "";
  const text = fitted(canvas, row.text, font, row.size, room - mark);
  const half = (widthOf(canvas, text, font, row.size) + mark) / 2;
  if (mark) drawShape(canvas, lookOf.get(core.kinds[row.thing]).shape, x - (half - row.size * 0.4) * px, y, row.size * 0.34 * px, themeColour(core.home[row.thing]));
  write(canvas, text, x + (mark / 2) * px, y, { ...row, size: row.size * px });
  const box = [x - half * px, y - row.size * 0.6 * px, x + half * px, y + row.size * 0.6 * px];
  taken.take(box);
  if (mark) hits.push({ box, thing: row.thing });
}

// A cell of the view of time: how many things, and as many of them as there is room for, side by side.
function paintCell(canvas, scene, region, px) {
  const size = Math.min(11.5, region.h / px / 1.35), high = Math.min(17, region.h / px), width = region.w / px - 16, most = Math.floor((region.h / px + 1) / high);
  if (region.h / px < 13) return;
  const rows = [[]];
  let room = width;
  // A name is cut to the room that is left where that is enough to tell what it is; else it begins a row.
  const add = (item, whole) => {
    if (whole > room && room < 62) { rows.push([]); room = width; }
    const wide = Math.min(whole, room);
    rows[rows.length - 1].push({ ...item, wide });
    room -= wide + 10;
  };
  const count = String(region.members.length);
  add({ text: count, size, font: "700", colour: themeColour(region.theme, "name") }, widthOf(canvas, count, "700", size));
  region.leaders.forEach((n) => add({ text: label(n), size, colour: colours().ink, thing: n }, widthOf(canvas, label(n), "", size) + size * 1.25));
  rows.slice(0, most).forEach((row, place) => {
    let x = region.x - region.w / 2 + 8 * px;
    const y = region.y + (place - (Math.min(rows.length, most) - 1) / 2) * high * px;
    row.forEach((item) => {
      paintRow(canvas, scene, item, [x + (item.wide / 2) * px, y], Math.min(item.wide, width) + 1, px);
      x += (item.wide + 10) * px;
    });
  });
}

// "61 papers: 12 in 2024, 49 in 2025"; of a view without papers how many things it has of what it is about.
function describe(scene, region) {
  const [kind] = scene.view.leaders[0];
  if (scene.view.by !== "theme" || !["topic", "paper"].includes(kind)) return counted(region.members);
  return papersOf(themeStats()[region.theme]);
}

function counted(things) {
  const counts = tally(things.map((n) => lookOf.get(core.kinds[n]).title.toLowerCase()));
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 2).map(([title, count]) => `${count.toLocaleString("en")} ${title}`).join(", ");
}

function papersOf(stats) {
  const papers = stats.kinds.get("paper") || 0;
  const years = [...stats.years].sort((a, b) => b[0] - a[0]).slice(0, 2).reverse().map(([year, count]) => `${count.toLocaleString("en")} in ${year}`);
  if (!papers) return plural(stats.count, "thing");
  return `${plural(papers, "paper")}${years.length ? `: ${years.join(", ")}` : ""}`;
}

let taken = null;
// The title of an open region stands at its upper end, or at that of the window, but never outside the region.
function paintTitle(canvas, scene, region, px) {
  const [left, top, right, bottom] = viewport(), { x: middle, y: centre, r } = region;
  const from = Math.max(left + 12 * px, middle - r), to = Math.min(right - 12 * px, middle + r);
  if (!r || to - from < 90 * px || centre - r > bottom || centre + r < top) return;
  const size = 17 * px, lines = wrapped(canvas, regionName(scene, region), "700", 17, ((to - from) / px) * 0.85, 2);
  const wide = Math.max(...lines.map((line) => widthOf(canvas, line, "700", size))) / 2, high = lines.length * size * 1.2;
  const x = Math.min(Math.max(middle, from + wide), to - wide);
  const edge = Math.sqrt(Math.max(r * r - (Math.abs(x - middle) + wide * 0.6) ** 2, 0));
  const y = Math.max(centre - edge + 8 * px, top + 10 * px), box = [x - wide, y, x + wide, y + high];
  if (y + high > Math.min(centre + edge, bottom) || taken.meets(box)) return;
  taken.take(box);
  lines.forEach((line, n) => write(canvas, line, x, y + (n + 0.5) * size * 1.2, { size, font: "700", colour: regionColour(scene, region, "name"), halo: true }));
  hits.push({ box, region });
}

// What ties two themes is drawn as a band between them, with the name of the thing that has most links in both.
function paintTies(canvas, scene, px) {
  const at = new Map(scene.regions.map((region) => [region.theme, region]));
  const most = scene.ties.length ? scene.ties[0][2] : 1;
  const labelled = innerWidth > 600;
  const shown = scene.ties.slice(0, Math.max(6, Math.round(scene.regions.length * 1.2)));
  return shown.map(([a, b, weight, thing]) => {
    const one = at.get(a), two = at.get(b);
    const long = Math.hypot(two.x - one.x, two.y - one.y) || 1;
    const [dx, dy] = [(two.x - one.x) / long, (two.y - one.y) / long];
    canvas.beginPath();
    canvas.moveTo(one.x, one.y);
    canvas.lineTo(two.x, two.y);
    canvas.strokeStyle = state.theme === a || state.theme === b ? colours().strong : colours().tie;
    canvas.lineWidth = (1.5 + 9 * (weight / most)) * px;
    canvas.stroke();
    const begin = one.r, end = long - two.r, middle = (begin + end) / 2;
    const place = [one.x + dx * middle, one.y + dy * middle];
    return () => {
      const size = 11 * px, text = fitted(canvas, label(thing), "600", 11, 150);
      const wide = widthOf(canvas, text, "600", size) / 2 + 5 * px;
      const box = [place[0] - wide, place[1] - size * 0.8, place[0] + wide, place[1] + size * 0.8];
      if (!labelled || taken.meets(box)) return;
      taken.take(box);
      canvas.beginPath();
      canvas.rect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
      canvas.fillStyle = colours().card;
      canvas.fill();
      canvas.strokeStyle = colours().tie;
      canvas.lineWidth = px;
      canvas.stroke();
      write(canvas, text, place[0], place[1], { size, font: "600", colour: colours().soft });
      hits.push({ box, thing, tie: [a, b, weight] });
    };
  });
}

// Rows and columns of the view of time have their names at the edges of the window.
function paintAxes(canvas, scene, px, names) {
  names.push(() => {
    const [left, top, right, bottom] = viewport();
    const rows = new Map(), columns = new Map();
    scene.regions.forEach((region) => { rows.set(region.theme, region); columns.set(region.year, region); });
    columns.forEach((region) => {
      if (region.x < left || region.x > right) return;
      const y = Math.max(scene.box[1] - 16 * px, top + 16 * px), text = yearOf(region);
      const wide = widthOf(canvas, text, "700", 15 * px) / 2;
      taken.take([region.x - wide, y - 10 * px, region.x + wide, y + 10 * px]);
      write(canvas, text, region.x, y, { size: 15 * px, font: "700", colour: colours().ink, halo: true });
    });
    rows.forEach((region, theme) => {
      if (region.y < top || region.y > bottom || region.h / px < 11) return;
      const size = Math.min(13, Math.max(10, region.h / px / 2.2)) * px;
      const text = fitted(canvas, core.themes[theme], "700", size / px, innerWidth < 860 ? 90 : 200);
      const wide = widthOf(canvas, text, "700", size);
      const x = Math.max(scene.box[0] - wide - 10 * px, left + 6 * px) + wide / 2;
      const box = [x - wide / 2, region.y - size * 0.7, x + wide / 2, region.y + size * 0.7];
      taken.take(box);
      write(canvas, text, x, region.y, { size, font: "700", colour: themeColour(theme, "name"), halo: true });
    });
  });
}

// ---- things and their names
function paintThing(canvas, scene, n, x, y, px) {
  const size = sizeOf(n) * px, chosen = n === state.thing || n === state.to;
  if (chosen) {
    canvas.beginPath();
    canvas.arc(x, y, size + 5 * px, 0, 2 * Math.PI);
    canvas.strokeStyle = colours().strong;
    canvas.lineWidth = 2.5 * px;
    canvas.stroke();
  }
  canvas.globalAlpha = faded(scene, n) ? 0.25 : 1;
  drawShape(canvas, lookOf.get(core.kinds[n]).shape, x, y, size, colourOf(n, scene));
  canvas.globalAlpha = 1;
}

// With a thing chosen in a view, what is not linked with it steps back.
let neighbours = { of: null, set: null };
function faded(scene, n) {
  if (scene.type !== "view" || state.thing === null || n === state.thing || !scene.places.has(state.thing)) return false;
  const key = `${state.thing} ${scene.view.name} ${filterKey()}`;
  if (neighbours.of !== key) neighbours = { of: key, set: new Set((scene.near.get(state.thing) || []).flatMap(([a, b]) => [a, b])) };
  return !neighbours.set.has(n);
}

// Names keep their size on the screen, the weightiest first; one that would touch another waits until there is room.
function paintNames(canvas, scene, picked, px) {
  const first = (n) => (n === state.thing || n === state.to ? 0 : faded(scene, n) ? 2 : 1);
  const order = [...picked.nodes].sort((a, b) => first(a) - first(b) || byWeight(a, b));
  if (scene.type === "path") picked.links.forEach((link) => paintWord(canvas, scene, link, px));
  order.forEach((n) => {
    const [x, y] = scene.places.get(n), chosen = first(n) === 0;
    if (faded(scene, n) && picked.nodes.size > 60) return;
    const size = (chosen ? 13.5 : core.weights[n] > 9 ? 12.5 : 11.5) * px;
    const lines = wrapped(canvas, label(n), chosen ? "700" : "", size / px, 150, 2);
    const wide = Math.max(...lines.map((line) => widthOf(canvas, line, chosen ? "700" : "", size))) / 2;
    const top = y + (sizeOf(n) + 3) * px;
    const box = [x - wide, top, x + wide, top + lines.length * size * 1.15];
    if (taken.meets(box) && !chosen) return;
    taken.take(box);
    lines.forEach((line, row) => write(canvas, line, x, top + (row + 0.5) * size * 1.15, {
      size, font: chosen ? "700" : "", colour: faded(scene, n) ? colours().soft : colours().ink, halo: true,
    }));
    hits.push({ box, thing: n });
  });
}

// The word of a relation, in the middle of its line, with an arrow from the subject to the object.
function paintWord(canvas, scene, [a, b, , , link], px) {
  const [one, two] = [scene.places.get(a), scene.places.get(b)];
  const { from, word } = stated(link, a, b), forth = from === a ? 1 : -1;
  const across = (two[0] - one[0]) * forth, down = (two[1] - one[1]) * forth;
  const text = Math.abs(across) < Math.abs(down) ? `${word} ${down > 0 ? "↓" : "↑"}` : across > 0 ? `${word} →` : `← ${word}`;
  write(canvas, text, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2, { size: 11 * px, colour: colours().soft, halo: true });
}

// Where something is written already, in cells, so that few have to be compared.
function spaces(px) {
  const cell = 90 * px, boxes = new Map();
  const cells = (box) => {
    const found = [];
    for (let x = Math.floor(box[0] / cell); x <= Math.floor(box[2] / cell); x += 1) {
      for (let y = Math.floor(box[1] / cell); y <= Math.floor(box[3] / cell); y += 1) found.push(`${x} ${y}`);
    }
    return found;
  };
  return {
    meets: (box) => cells(box).some((name) => (boxes.get(name) || []).some((one) => box[0] < one[2] && one[0] < box[2] && box[1] < one[3] && one[1] < box[3])),
    take: (box) => cells(box).forEach((name) => { if (boxes.has(name)) boxes.get(name).push(box); else boxes.set(name, [box]); }),
  };
}
