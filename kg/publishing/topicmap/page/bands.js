// What ties two regions is drawn as a band between them: as wide as they are tied, around all others, with what ties
// them most and how much they share. There are as many as there are regions, the strongest; the list has the others.

const BENDS = Array.from({ length: 21 }, (_, n) => (n % 2 ? 0.09 : -0.09) * Math.ceil(n / 2));
const SAMPLES = 32, CHOICES = 24, MANY = 8;

// The ways of the bands of a scene, which follow from where its regions lie.
function bandsOf(scene) {
  if (scene.bands) return scene.bands;
  const at = new Map(scene.regions.map((region) => [region.theme, region]));
  const free = Math.min(...scene.regions.map((region) => region.r)) * 0.16;
  scene.bands = [];
  strongest(scene).forEach(([a, b, count, thing, weight]) => {
    if (scene.bands.length === scene.regions.length) return;
    const ends = [at.get(a), at.get(b)];
    const ways = BENDS.map((bend) => wayOf(ends, bend)).filter((way) => clear(way, ends, scene, free));
    const way = ways.sort((one, two) => effort(one, scene.bands, free) - effort(two, scene.bands, free))[0];
    if (way) scene.bands.push({ ...way, ends, tie: [a, b, count], thing, weight });
  });
  return scene.bands;
}

// These, the gaps, and the band of the two regions that were asked for, which goes where it can.
function bandsDrawn(scene) {
  const bands = state.gaps ? [...bandsOf(scene), ...gapBands(scene)] : bandsOf(scene);
  if (!state.between || bands.some((band) => samePair(band.tie, state.between))) return bands;
  const [one, other] = state.between, [, , count = 0, thing = -1, weight = 0] = scene.ties.find((tie) => samePair(tie, state.between)) || [];
  const ends = state.between.map((theme) => scene.regions.find((region) => region.theme === theme));
  if (!ends.every(Boolean)) return bands;
  return [...bands, bandBetween(scene, ends, { tie: [one, other, count], thing, weight, gap: gapBetween(scene, state.between) })];
}

function bandBetween(scene, ends, told) {
  const ways = BENDS.map((bend) => wayOf(ends, bend));
  return { ...(ways.find((way) => clear(way, ends, scene, 0)) || ways[0]), ends, ...told };
}

// The strongest tie of each region, and then the strongest of all; where there are many, not those that share next to nothing.
function strongest(scene) {
  const tied = new Set(), most = scene.ties[0]?.[4] ?? 0;
  const strong = scene.ties.filter(([, , count, , weight]) => 2 * weight >= most || count > (scene.regions.length < MANY ? 1 : 2));
  const firsts = strong.filter(([a, b]) => {
    const first = !(tied.has(a) && tied.has(b));
    tied.add(a).add(b);
    return first;
  });
  return [...new Set([...firsts, ...strong])];
}

// A curve from the middle of a region to that of another, and the points of it that lie between their edges.
function wayOf([one, two], bend) {
  const [dx, dy] = [two.x - one.x, two.y - one.y];
  const over = [(one.x + two.x) / 2 - 2 * bend * dy, (one.y + two.y) / 2 + 2 * bend * dx];
  const points = [];
  for (let n = 0; n <= SAMPLES; n += 1) {
    const t = n / SAMPLES, u = 1 - t;
    const [x, y] = [u * u * one.x + 2 * u * t * over[0] + t * t * two.x, u * u * one.y + 2 * u * t * over[1] + t * t * two.y];
    if (Math.hypot(x - one.x, y - one.y) > one.r && Math.hypot(x - two.x, y - two.y) > two.r) points.push([x, y]);
  }
  return { bend, over, points };
}

// Whether a way leads behind no other region, and nowhere out of the picture.
const clear = ({ points }, ends, { regions, box }, free) => points.every(([x, y]) => x > box[0] && x < box[2] && y > box[1] - free && y < box[3] + 2 * free)
  && regions.every((region) => ends.includes(region) || points.every(([x, y]) => Math.hypot(x - region.x, y - region.y) > region.r + free));
const effort = (way, others, free) => Math.abs(way.bend) + 0.08 * way.points.filter(([x, y]) => others.some((other) => other.points.some((point) => Math.hypot(point[0] - x, point[1] - y) < free))).length;

// The strongest stands out; with a theme chosen, its own do.
function paintBands(canvas, scene, px) {
  const most = scene.ties[0]?.[4] ?? 1;
  [...bandsDrawn(scene)].reverse().forEach((band) => {
    const [one, two] = band.ends;
    canvas.beginPath();
    canvas.moveTo(one.x, one.y);
    canvas.quadraticCurveTo(...band.over, two.x, two.y);
    if (band.gap) canvas.setLineDash([7 * px, 6 * px]);
    canvas.strokeStyle = stands(scene, band) ? colours().strong : colours().tie;
    canvas.lineWidth = Math.min((2 + 9 * (band.weight / most) ** 1.5) * px, Math.max(Math.min(one.r, two.r) / 3, px));
    canvas.stroke();
    canvas.setLineDash([]);
  });
}

function stands(scene, { tie: [a, b] }) {
  if (state.between) return samePair(state.between, [a, b]);
  if (state.theme !== null) return state.theme === a || state.theme === b;
  return scene.ties.length > 0 && scene.ties[0][0] === a && scene.ties[0][1] === b && firstLeads(scene.ties);
}

// Labels of bands, the strongest first: where they cover no word, and as little else as can be.
function tagBands(canvas, scene, px) {
  const [left, top, right, bottom] = viewport();
  const inside = ([x, y, until = x, down = y]) => x > left && until < right && y > top && down < bottom;
  bandsDrawn(scene).forEach((band) => {
    if (!band.points.some(inside)) return;
    const strong = stands(scene, band), size = narrow() ? 10 : 11;
    const places = tagPlaces(canvas, band, size, px).filter(({ box }) => inside(box) && !taken.meets(box));
    places.forEach((place) => {
      const over = scene.regions.reduce((sum, region) => sum + covered(place.box, region, px), 0);
      place.cost = place.lines.length * 4 + place.aside * (place.aside > 1 ? 25 : 10) + 2 * over + (isNearOther(place.box, band, scene) ? 60 : 0);
    });
    const best = places.sort((one, two) => one.cost - two.cost).slice(0, CHOICES);
    const place = best.find(({ box }) => !crosses(box, band, scene)) || best[0];
    if (!place) return;
    taken.take(place.box);
    paintTag(canvas, place, { size, strong }, px);
    hits.push({ box: place.box, thing: band.thing, tie: band.tie, gap: band.gap });
  });
}

// Where the label of a band could stand, in lines of several widths.
function tagPlaces(canvas, band, size, px) {
  const text = band.gap ? (narrow() ? "?" : "gap?") : narrow() ? String(band.tie[2]) : `${label(band.thing)}${band.tie[2] > 1 ? ` +${(band.tie[2] - 1).toLocaleString("en")}` : ""}`;
  return [150, 92, 64].flatMap((width) => {
    const lines = inWords(canvas, text, "600", size, width, 4);
    if (!lines) return [];
    const half = [(Math.max(...lines.map((line) => widthOf(canvas, line, "600", size))) / 2 + 4) * px, (lines.length * size * 0.6 + 2) * px];
    return band.points.flatMap((_, n) => (n % 2 ? [] : besides(band.points, n, half))).map(({ x, y, aside }) => ({ lines, aside, box: [x - half[0], y - half[1], x + half[0], y + half[1]] }));
  });
}

const crosses = ([left, top, right, bottom], band, scene) => bandsOf(scene).some((other) => other !== band && other.points.some(([x, y]) => x > left && x < right && y > top && y < bottom));

// Whether a label would seem to belong to another band, which is as near to it.
function isNearOther([left, top, right, bottom], band, scene) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2], far = (one) => Math.min(...one.points.map((point) => Math.hypot(point[0] - x, point[1] - y)));
  const own = Math.max(far(band), Math.hypot(right - left, bottom - top) / 2);
  return bandsOf(scene).some((other) => other !== band && other.points.length && far(other) <= own);
}

// A place on a band, and those beside it.
function besides(points, n, half) {
  const [x, y] = points[n], [from, to] = [points[Math.max(n - 1, 0)], points[Math.min(n + 1, points.length - 1)]];
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1, [dx, dy] = [-(to[1] - from[1]) / long, (to[0] - from[0]) / long];
  const far = Math.abs(dx) * half[0] + Math.abs(dy) * half[1];
  return [0, 1, -1, 1.8, -1.8, 2.6, -2.6].map((side) => ({ x: x + side * far * dx, y: y + side * far * dy, aside: Math.abs(side) }));
}

// How far a box reaches into a disc, in pixels.
function covered([left, top, right, bottom], { x, y, r }, px) {
  const far = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return Math.max(r - far, 0) / px;
}

function paintTag(canvas, { box, lines }, { size, strong }, px) {
  canvas.beginPath();
  canvas.rect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
  canvas.fillStyle = colours().card;
  canvas.fill();
  canvas.strokeStyle = strong ? colours().strong : colours().tie;
  canvas.lineWidth = (strong ? 1.8 : 1) * px;
  canvas.stroke();
  const x = (box[0] + box[2]) / 2, y = (box[1] + box[3]) / 2;
  lines.forEach((line, n) => write(canvas, line, x, y + (n - (lines.length - 1) / 2) * size * LEADING * px, { size: size * px, font: "600", colour: colours().ink }));
}
