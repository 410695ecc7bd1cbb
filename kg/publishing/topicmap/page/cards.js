// What stands for a region until it is opened: its name, how much it is and of when, and what matters most in it.

// Names are whole, or stand beside the disc; where there is no room for that either, a letter leads to the list.
const LARGEST = 19, SMALLEST = 10, LEADING = 1.2;

const yearOf = (region) => (region.year < 0 ? `before ${-region.year}` : String(region.year));
// In the view of notes a region is a note, which has its number in the place of a theme.
const byNote = (scene) => scene.view.by === "note";
const regionName = (scene, region) => (byNote(scene) ? core.names[region.theme] : core.themes[region.theme]);
function regionColour(scene, region, part) {
  if (byTheme()) return themeColour(byNote(scene) ? core.home[region.theme] : region.theme, part);
  return part === "name" ? colours().ink : part === "fill" ? colours().card : colours().tie;
}
const letterOf = (place) => (place < 26 ? String.fromCharCode(65 + place) : String(place + 1));
const letterIn = (scene, region) => letterOf(byNote(scene) ? region.number : region.theme);

// How much a region is: what its area stands for, or all that is in it where no region of the view has any of that.
function isCounted(view) {
  view.counted ??= view.nodes.some((n) => core.kinds[n] === view.sized);
  return view.counted;
}
const isSized = (view) => (isCounted(view) ? (n) => core.kinds[n] === view.sized : () => true);
function amountOf(scene, region) {
  region.amount ??= region.members.filter(isSized(scene.view)).length;
  return region.amount;
}
const unitOf = ({ view }) => (isCounted(view) ? lookOf.get(view.sized).title.toLowerCase() : "things");
const amountWord = (scene, region) => (amountOf(scene, region) === 1 ? (isCounted(scene.view) ? scene.view.sized : "thing") : unitOf(scene));

// The years of a region's papers, so short that they fit: two of them in words, more as bars.
function yearRows(scene, region, size) {
  if (!isCounted(scene.view) || scene.view.sized !== "paper") return [];
  const counts = region.years ??= tally(region.members.filter((n) => isPaper(n) && core.years[n]).map((n) => core.years[n]));
  const years = latest();
  if (!years.length) return [];
  const colour = colours().soft, rows = [], [before, newest] = years.slice(-2);
  const recent = years.reduce((sum, year) => sum + (counts.get(year) || 0), 0), dated = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (years.length > 2 && 2 * recent >= dated && dated) rows.push({ bars: years.map((year) => counts.get(year) || 0), ends: [years[0], years.at(-1)], size: size * 2.5, small: size * 0.92, colour });
  if (isOld(counts)) return [...rows, ...(dated ? [{ text: spanOf(counts), size, colour }] : [])];
  const others = amountOf(scene, region) - (counts.get(before) || 0) - (counts.get(newest) || 0);
  if (newest !== undefined) {
    const told = `${before}: ${counts.get(before) || 0} · ${newest}: ${counts.get(newest) || 0}`;
    if (others) rows.push({ text: `${told} · other: ${others}`, size, colour });
    rows.push({ text: told, size, colour });
    const brief = (year) => `’${String(year).slice(-2)}`;
    rows.push({ text: `${brief(before)}: ${counts.get(before) || 0} · ${brief(newest)}: ${counts.get(newest) || 0}`, size, colour });
  } else rows.push({ text: `${before}: ${counts.get(before) || 0}`, size, colour });
  return rows;
}

// Papers that nearly all are older than the latest two years are told by the years of the first and the last.
const OLD = 0.1;
const isOld = (counts) => latest().slice(-2).reduce((sum, year) => sum + (counts.get(year) || 0), 0) <= OLD * [...counts.values()].reduce((sum, count) => sum + count, 0);
function spanOf(counts) {
  const first = Math.min(...counts.keys()), last = Math.max(...counts.keys());
  return first < last ? `${first}–${last}` : String(first);
}

const starsWidth = (canvas, row) => (row.stars ? widthOf(canvas, row.stars, "", row.size) + row.size * 0.3 : 0);
const heightOf = (rows) => rows.reduce((sum, row) => sum + row.size * LEADING, 0);
function rowWidth(canvas, row) {
  if (row.bars) return Math.max(row.bars.length * 9, widthOf(canvas, String(row.ends[0]), "", row.small) * 2 + 14);
  if (row.number) return widthOf(canvas, row.number, "700", row.size) + (row.text ? widthOf(canvas, ` ${row.text}`, "", row.small) : 0);
  return widthOf(canvas, row.text, row.font || "", row.size) + ("thing" in row ? row.size * 1.25 : 0) + starsWidth(canvas, row);
}

// Whether rows lie within a disc, each as long as it is.
function within(canvas, rows, radius) {
  let y = -heightOf(rows) / 2;
  return rows.every((row) => {
    const far = Math.max(Math.abs(y), Math.abs(y + row.size * LEADING));
    y += row.size * LEADING;
    return far < radius && rowWidth(canvas, row) / 2 < Math.sqrt(radius * radius - far * far) * 0.97;
  });
}

// The rows of a card for a disc of a radius on the screen: the name as large as leaves room for what matters most.
function rowsOf(canvas, scene, region, radius) {
  const largest = Math.max(SMALLEST, Math.min(LARGEST, radius / 5.6));
  let best = null;
  for (let size = largest; size >= SMALLEST && (!best || size > largest * 0.75); size -= 0.75) {
    const rows = headOf(canvas, scene, region, radius, size);
    if (!rows) continue;
    const small = Math.max(SMALLEST, Math.min(12.5, radius / 8.2));
    const years = yearRows(scene, region, small).find((row) => within(canvas, [...rows, row], radius));
    const led = leadingRows(canvas, region, years ? [...rows, years] : rows, radius, small);
    const told = led.length + (years ? 2 : 0);
    if (!best || told > best.told) best = { told, whole: true, rows: [...rows, ...(years ? [years] : []), ...led] };
    if (told > 5) break;
  }
  return best || { whole: false, rows: [] };
}

// The name in words, and the number below; null where they have no room.
function headOf(canvas, scene, region, radius, size) {
  for (const width of [1.75, 1.5, 1.2]) {
    const lines = inWords(canvas, regionName(scene, region), "700", size, radius * width, 4);
    const rows = lines && [...lines.map((text) => ({ text, size, font: "700", colour: regionColour(scene, region, "name") })), countRow(scene, region, Math.max(size * 1.25, 13))];
    if (rows && within(canvas, rows, radius)) return rows;
  }
  return null;
}

const countRow = (scene, region, size, text = amountWord(scene, region)) => ({ number: amountOf(scene, region).toLocaleString("en"), text, size, small: Math.max(size * 0.62, SMALLEST), colour: colours().ink });

// What leads a region, a thing of each kind after the other as long as they have room; in the end by kind.
function leadingRows(canvas, region, rows, radius, size) {
  const taken = new Map();
  const rounds = region.leaders.map((n, place) => [region.leaders.slice(0, place).filter((one) => core.kinds[one] === core.kinds[n]).length, n]);
  const order = rounds.sort((a, b) => a[0] - b[0]).map(([, n]) => n);
  const linesOf = (chosen) => region.leaders.filter((n) => chosen.has(n)).flatMap((n) => chosen.get(n));
  order.forEach((n) => {
    const row = (text) => ({ text, size, colour: colours().ink, thing: n });
    const starred = (lines) => (starsOf(n) ? [...lines.slice(0, -1), { ...lines.at(-1), stars: starsOf(n).replace(/☆/g, "") }] : lines);
    const divided = isPaper(n) && inWords(canvas, label(n), "", size, radius * 1.5, 2);
    for (const lines of [[row(label(n))], ...(divided ? [divided.map((text, place) => ({ ...row(text), bare: place > 0 }))] : [])].map(starred)) {
      const tried = new Map(taken).set(n, lines);
      if (!taken.has(n) && within(canvas, [...rows, ...linesOf(tried)], radius)) taken.set(n, lines);
    }
  });
  return linesOf(taken);
}

// A card is made once for each size in which it is seen.
const cards = new Map();
function cardOf(canvas, scene, region, radius) {
  const key = `${scene.key} ${region.number} ${dark.matches} ${state.colour} ${Math.round(radius)}`;
  if (!cards.has(key)) {
    if (cards.size > 3000) cards.clear();
    cards.set(key, rowsOf(canvas, scene, region, Math.round(radius)));
  }
  return cards.get(key);
}

// Gives what paints the name beside the disc, where it has no room within.
function paintCard(canvas, scene, region, px) {
  const radius = region.r / px;
  if (!amountOf(scene, region)) return () => paintBeside(canvas, scene, region, px);
  if (radius < 9) return null;
  const { rows, whole } = cardOf(canvas, scene, region, radius);
  if (!whole) return () => paintBeside(canvas, scene, region, px);
  paintRows(canvas, rows, region, px);
  return null;
}

function paintRows(canvas, rows, region, px) {
  let y = region.y - (heightOf(rows) * px) / 2;
  rows.forEach((row) => {
    const high = row.size * LEADING * px;
    const paint = row.bars ? paintBars : row.number ? paintCount : paintRow;
    paint(canvas, row, [region.x, y + high / 2], px);
    y += high;
  });
}

// The number of papers, large, and the word behind it.
function paintCount(canvas, row, [x, y], px) {
  const wide = rowWidth(canvas, row), first = widthOf(canvas, row.number, "700", row.size), second = widthOf(canvas, row.text, "", row.small);
  write(canvas, row.number, x + (first - wide) * 0.5 * px, y, { size: row.size * px, font: "700", colour: row.colour });
  write(canvas, row.text, x + (wide - second) * 0.5 * px, y + row.size * 0.1 * px, { size: row.small * px, colour: row.colour });
  taken.take([x - (wide / 2) * px, y - row.size * 0.6 * px, x + (wide / 2) * px, y + row.size * 0.6 * px]);
}

// Papers by year, with the first and the last year below.
function paintBars(canvas, row, [x, y], px) {
  const wide = rowWidth(canvas, row) * px, most = Math.max(...row.bars, 1), step = wide / row.bars.length;
  const base = y + row.size * 0.08 * px, high = row.size * 0.52 * px;
  row.bars.forEach((count, place) => {
    if (!count) return;
    const tall = Math.max((high * count) / most, px);
    canvas.beginPath();
    canvas.rect(x - wide / 2 + (place + 0.12) * step, base - tall, step * 0.76, tall);
    canvas.fillStyle = row.colour;
    canvas.fill();
  });
  const [first, last] = row.ends.map(String), half = widthOf(canvas, first, "", row.small) / 2;
  write(canvas, first, x - wide / 2 + half * px, base + row.small * 0.65 * px, { size: row.small * px, colour: row.colour });
  write(canvas, last, x + wide / 2 - half * px, base + row.small * 0.65 * px, { size: row.small * px, colour: row.colour });
  taken.take([x - wide / 2, y - (row.size / 2) * px, x + wide / 2, y + (row.size / 2) * px]);
}

// A line around a place: a name with the mark of its kind is a thing to click.
function paintRow(canvas, row, [x, y], px, room = Infinity) {
  const mark = "thing" in row && !row.bare ? row.size * 1.25 : 0, font = row.font || "";
  const stars = starsWidth(canvas, row), text = fitted(canvas, row.text, font, row.size, room - mark - stars);
  const half = (widthOf(canvas, text, font, row.size) + mark + stars) / 2;
  if (mark) drawShape(canvas, lookOf.get(core.kinds[row.thing]).shape, x - (half - row.size * 0.4) * px, y, row.size * 0.34 * px, markColour(row.thing));
  write(canvas, text, x + ((mark - stars) / 2) * px, y, { ...row, size: row.size * px });
  if (stars) write(canvas, row.stars, x + (half - (stars - row.size * 0.3) / 2) * px, y, { size: row.size * px, colour: colours().star });
  const box = [x - half * px, y - row.size * 0.6 * px, x + half * px, y + row.size * 0.6 * px];
  taken.take(box);
  if ("thing" in row) hits.push({ box, thing: row.thing });
}

// The name of a small disc beside it, where nothing else is; else its letter within, by which the list names it.
function paintBeside(canvas, scene, region, px) {
  const size = 11, radius = region.r / px, colour = regionColour(scene, region, "name");
  const lines = narrow() ? null : inWords(canvas, regionName(scene, region), "700", size, 150, 3);
  const box = lines && placeBeside(scene, region, [Math.max(...lines.map((line) => widthOf(canvas, line, "700", size))), lines.length * size * LEADING], px);
  const count = [countRow(scene, region, 13), countRow(scene, region, 12, "")];
  const letter = { text: letterIn(scene, region), size: Math.max(11, Math.min(radius / 1.9, 17)), font: "700", colour };
  const tried = box ? count.map((row) => [row]) : [...count.map((row) => [letter, row]), [letter]];
  if (amountOf(scene, region)) paintRows(canvas, tried.find((rows) => within(canvas, rows, radius)) || (box ? [] : [{ ...letter, size: SMALLEST }]), region, px);
  if (!box) return;
  taken.take(box);
  lines.forEach((line, n) => write(canvas, line, (box[0] + box[2]) / 2, box[1] + (n + 0.5) * size * LEADING * px, { size: size * px, font: "700", colour, halo: true }));
  hits.push({ box, region });
}

function placeBeside(scene, region, [wide, high], px) {
  const [w, h] = [wide * px, high * px], gap = 4 * px, { x, y, r } = region, [left, top, right, bottom] = viewport();
  const boxes = [[x - w / 2, y + r + gap], [x - w / 2, y - r - gap - h], [x + r + gap, y - h / 2], [x - r - gap - w, y - h / 2]].map(([from, over]) => [from, over, from + w, over + h]);
  const meets = (box) => scene.regions.some((one) => one !== region && Math.hypot(Math.max(box[0] - one.x, 0, one.x - box[2]), Math.max(box[1] - one.y, 0, one.y - box[3])) < one.r);
  return boxes.find((box) => box[0] > left && box[2] < right && box[1] > top && box[3] < bottom && !taken.meets(box) && !meets(box)) || null;
}

// A cell of the view of time: how many things, and as many of them as there is room for, side by side.
function paintCell(canvas, scene, region, px) {
  const size = Math.min(11.5, region.h / px / 1.35), high = Math.min(17, region.h / px), width = region.w / px - 16, most = Math.floor((region.h / px + 1) / high);
  if (region.h / px < 13) return;
  const rows = Array.from({ length: most }, () => ({ items: [], room: width }));
  // A name stands where it is whole; only the first is cut.
  const add = (item, whole) => {
    const row = rows.find(({ room }) => room >= whole) || (rows[0].items.length < 2 && rows[0].room > 62 ? rows[0] : null);
    if (!row) return;
    const wide = Math.min(whole, row.room);
    row.items.push({ ...item, wide });
    row.room -= wide + 10;
  };
  const count = region.members.length.toLocaleString("en");
  add({ text: count, size, font: "700", colour: themeColour(region.theme, "name") }, widthOf(canvas, count, "700", size));
  region.leaders.forEach((n) => add({ text: label(n), size, colour: colours().ink, thing: n }, widthOf(canvas, label(n), "", size) + size * 1.25));
  const filled = rows.filter(({ items }) => items.length);
  filled.forEach(({ items }, place) => {
    let x = region.x - region.w / 2 + 8 * px;
    const y = region.y + (place - (filled.length - 1) / 2) * high * px;
    items.forEach((item) => {
      paintRow(canvas, item, [x + (item.wide / 2) * px, y], px, item.wide + 1);
      x += (item.wide + 10) * px;
    });
  });
}

// "61 papers · 2024: 12 · 2025: 49"
function papersOf(stats) {
  const papers = stats.kinds.get("paper") || 0;
  if (!papers) return plural(stats.count, "thing");
  if (isOld(stats.years)) return [plural(papers, "paper"), ...(stats.years.size ? [spanOf(stats.years)] : [])].join(" · ");
  return [plural(papers, "paper"), ...latest().slice(-2).map((year) => `${year}: ${(stats.years.get(year) || 0).toLocaleString("en")}`)].join(" · ");
}
