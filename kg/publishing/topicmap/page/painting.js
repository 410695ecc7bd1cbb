// How a scene looks: regions and what ties them below the things, names above. All is written for a canvas in the
// coordinates of the map, with `px` for one pixel of the screen, so that the same code draws the SVG.

const dark = matchMedia("(prefers-color-scheme: dark)");
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif';
const colours = () => (dark.matches
  ? { back: "#14171b", card: "#1d2126", ink: "#eceae5", soft: "#a9b0b9", edge: "rgba(160,170,182,.42)", tie: "#6b747f", strong: "#f0b95a", star: "#f0c05a", none: "#5a626c", cursor: "#7db7f0" }
  : { back: "#fbfaf8", card: "#ffffff", ink: "#1f2328", soft: "#5b636d", edge: "rgba(95,105,118,.38)", tie: "#98a1ab", strong: "#c25e00", star: "#9a6200", none: "#b3bac2", cursor: "#0b57a4" });

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
// In a view, colour tells the theme; around one thing and along a path, where themes mix, it tells the kind. Chosen
// colours tell something of papers everywhere.
const colourOf = (n, scene) => (scene.type === "view" || !byTheme() ? markColour(n) : lookOf.get(core.kinds[n]).color);

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

// Letters are drawn in pixels of the screen, in few sizes: a browser keeps the shapes of letters of a size, and a size of
// the map is another one at each step of zooming.
function write(canvas, text, x, y, { size, font = "", colour, halo }) {
  const scale = canvas.getTransform?.().a || 1, pixels = Math.max(Math.round(size * scale * 2) / 2, 0.5);
  if (canvas.getTransform) {
    canvas.save();
    canvas.translate(x, y);
    canvas.scale(1 / scale, 1 / scale);
    lettered(canvas, text, 0, 0, { size: pixels, font, colour, halo });
    canvas.restore();
  } else lettered(canvas, text, x, y, { size, font, colour, halo });
}

function lettered(canvas, text, x, y, { size, font, colour, halo }) {
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

// A word with the blanks behind it, or up to a hyphen; a number stays behind what it counts. Scripts that are written
// without blanks are divided between any two signs.
const WORD = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef](?: \+[\d,]+)?\s*|[^\s\u2e80-\u9fff\uac00-\ud7af]+?(?: \+[\d,]+)?(?:\s+|$|(?<=\w{4}-)(?=\w{4})|(?=[\u2e80-\u9fff\uac00-\ud7af]))|\s+/g;

// Divide a text into lines of a width, at words; null where a word is wider, or there are more lines than `most`.
function inWords(canvas, text, font, size, width, most) {
  const lines = [];
  let line = "";
  for (const word of text.match(WORD) || []) {
    if (widthOf(canvas, (line + word).trim(), font, size) > width) {
      if (line.trim()) lines.push(line.trim());
      line = "";
      if (lines.length >= most || widthOf(canvas, word.trim(), font, size) > width) return null;
    }
    line += word;
  }
  return line.trim() ? [...lines, line.trim()] : lines;
}

// The same where it has to be written in any case: long words are divided, and what does not fit is cut.
function wrapped(canvas, text, font, size, width, most) {
  const whole = inWords(canvas, text, font, size, width, most);
  if (whole) return whole;
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
  paintBands(canvas, scene, px);
  const tags = [];
  const [left, top, right, bottom] = viewport();
  scene.regions.forEach((region) => {
    if (region.x + region.w / 2 < left || region.x - region.w / 2 > right || region.y + region.h / 2 < top || region.y - region.h / 2 > bottom) return;
    regionPath(canvas, region);
    canvas.fillStyle = colours().back;
    canvas.fill();
    canvas.fillStyle = regionColour(scene, region, "fill");
    canvas.fill();
    canvas.strokeStyle = regionColour(scene, region, "line");
    canvas.lineWidth = (state.theme === region.theme ? 2.5 : 1.3) * px;
    canvas.stroke();
    if (!byTheme()) paintShares(canvas, scene, region, px);
    hits.push({ box: [region.x - region.w / 2, region.y - region.h / 2, region.x + region.w / 2, region.y + region.h / 2], region });
    if (!region.open && region.r) tags.push(paintCard(canvas, scene, region, px));
    else if (!region.open) paintCell(canvas, scene, region, px);
    else {
      region.parts.forEach((disc) => paintPart(canvas, scene, disc));
      names.push(() => paintTitle(canvas, scene, region, px), () => region.parts.forEach((disc) => paintPartName(canvas, scene, disc, px)));
    }
  });
  tags.forEach((paint) => paint?.());
  tagBands(canvas, scene, px);
  if (scene.view?.by === "year") paintAxes(canvas, scene, px, names);
}


let taken = null;
// The title of an open region stands at its upper end, or at that of the window, but never outside the region.
function paintTitle(canvas, scene, region, px) {
  const [left, top, right, bottom] = viewport(), { x: middle, y: centre, r } = region;
  const from = Math.max(left + 12 * px, middle - r), to = Math.min(right - 12 * px, middle + r);
  if (!r || to - from < 90 * px || centre - r > bottom || centre + r < top) return;
  const name = regionName(scene, region), room = ((to - from) / px) * 0.85;
  const whole = [17, 15, 13, 11.5].map((one) => [one, inWords(canvas, name, "700", one, room, one > 14 ? 2 : 3)]).find((one) => one[1]);
  const [large, lines] = whole || [11.5, wrapped(canvas, name, "700", 11.5, room, 3)], size = large * px;
  const wide = Math.max(...lines.map((line) => widthOf(canvas, line, "700", size))) / 2, high = lines.length * size * 1.2;
  const x = Math.min(Math.max(middle, from + wide), to - wide);
  const edge = Math.sqrt(Math.max(r * r - (Math.abs(x - middle) + wide * 0.6) ** 2, 0));
  const y = Math.max(centre - edge + 8 * px, top + 10 * px), box = [x - wide, y, x + wide, y + high];
  if (y + high > Math.min(centre + edge, bottom) || taken.meets(box)) return;
  taken.take(box);
  lines.forEach((line, n) => write(canvas, line, x, y + (n + 0.5) * size * 1.2, { size, font: "700", colour: regionColour(scene, region, "name"), halo: true }));
  hits.push({ box, region });
}

// A part of an open region is a disc in it, with its name at the upper end where there is room.
const partColour = (scene, { region, part }, of) => (byNote(scene) ? themeColour(part, of) : regionColour(scene, region, of));
function paintPart(canvas, scene, disc) {
  if (!disc.members.length) return;
  canvas.beginPath();
  canvas.arc(disc.at[0], disc.at[1], disc.r, 0, 2 * Math.PI);
  canvas.fillStyle = partColour(scene, disc, "fill");
  canvas.fill();
}

function paintPartName(canvas, scene, disc, px) {
  const [left, top, right, bottom] = viewport(), { at: [x, y], r } = disc, size = 12.5, name = partName(scene.view, disc.part);
  if (!disc.members.length || !name || r < 34 * px || x < left || x > right || y + r < top || y - r > bottom) return;
  const lines = [1.5, 1.9].map((share) => inWords(canvas, name, "700", size, (share * r) / px, 3)).find(Boolean);
  if (!lines) return;
  const wide = (Math.max(...lines.map((line) => widthOf(canvas, line, "700", size))) / 2) * px, high = lines.length * size * LEADING * px;
  const from = Math.max(y - r + 3 * px, top + 10 * px), box = [x - wide, from, x + wide, from + high];
  if (box[3] > y + r || taken.meets(box)) return;
  taken.take(box);
  lines.forEach((line, n) => write(canvas, line, x, from + (n + 0.5) * size * LEADING * px, { size: size * px, font: "700", colour: partColour(scene, disc, "name"), halo: true }));
  hits.push({ box, disc });
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
      const wide = narrow() ? 84 : 190, high = region.h / px;
      const sizes = [13, 12, 11, 10, 9, 8.5].filter((one) => one * LEADING < high);
      const [size, lines] = sizes.map((one) => [one, inWords(canvas, core.themes[theme], "700", one, wide, Math.floor(high / one / LEADING))]).find((one) => one[1]) || [Math.min(13, high), [letterOf(theme)]];
      const long = Math.max(...lines.map((line) => widthOf(canvas, line, "700", size))) * px, half = (lines.length * size * LEADING * px) / 2;
      const x = Math.max(scene.box[0] - long - 10 * px, left + 6 * px) + long / 2;
      taken.take([x - long / 2, region.y - half, x + long / 2, region.y + half]);
      lines.forEach((line, n) => write(canvas, line, x, region.y - half + (n + 0.5) * size * LEADING * px, { size: size * px, font: "700", colour: themeColour(theme, "name"), halo: true }));
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
  if (starsOf(n)) paintStar(canvas, x + size, y - size, 6.5 * px);
  canvas.globalAlpha = 1;
}

// A rated paper has a star beside it.
function paintStar(canvas, x, y, size) {
  drawShape(canvas, "star", x, y, size * 1.3, colours().back);
  drawShape(canvas, "star", x, y, size * 0.85, colours().star);
}

// With a thing chosen in a view, what is not linked with it steps back.
let neighbours = { of: null, set: null };
function faded(scene, n) {
  if (scene.type !== "view" || state.thing === null || n === state.thing || !scene.places.has(state.thing)) return false;
  const key = `${state.thing} ${scene.view.name} ${filterKey()}`;
  if (neighbours.of !== key) neighbours = { of: key, set: new Set((scene.near.get(state.thing) || []).flatMap(([a, b]) => [a, b])) };
  return !neighbours.set.has(n);
}
