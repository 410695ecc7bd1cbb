// The picture without a mouse: arrow keys move from thing to thing, Enter opens, + and - zoom, 0 shows all.

const ARROWS = new Map(Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }));
const ASIDE = 2, STEP = 90;
let cursor = null; // what the keys have come to, by what tells it apart from all else in the picture

// What can be opened in the window, with its middle: closed regions, things, and the labels of bands.
function targets() {
  const scene = sceneOf(), px = 1 / network.getScale(), [left, top, right, bottom] = viewport();
  const found = [
    ...scene.regions.filter(({ open }) => !open).map((region) => ({ key: `region ${region.number}`, region, x: region.x, y: region.y, r: (region.r || region.h / 2) })),
    ...[...picked.nodes].filter((n) => scene.places.has(n)).map((n) => ({ key: `thing ${n}`, thing: n, x: scene.places.get(n)[0], y: scene.places.get(n)[1], r: sizeOf(n) * px })),
    ...hits.filter(({ tie }) => tie).map((tag) => ({ ...tag, key: `tie ${tag.tie}`, x: (tag.box[0] + tag.box[2]) / 2, y: (tag.box[1] + tag.box[3]) / 2, r: (tag.box[3] - tag.box[1]) / 2 })),
  ];
  return found.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);
}
const nearestTo = (some, x, y) => some.reduce((best, one) => (!best || Math.hypot(one.x - x, one.y - y) < Math.hypot(best.x - x, best.y - y) ? one : best), null);

// The nearest in a direction; what lies aside counts as farther away.
function towards(some, from, [dx, dy]) {
  const far = (one) => {
    const along = (one.x - from.x) * dx + (one.y - from.y) * dy, aside = Math.abs((one.x - from.x) * dy) + Math.abs((one.y - from.y) * dx);
    return along > 0 ? along + ASIDE * aside : Infinity;
  };
  const best = some.reduce((found, one) => (far(one) < far(found ?? one) || (!found && far(one) < Infinity) ? one : found), null);
  return best && best.key !== from.key ? best : null;
}

function moveCursor(direction) {
  const all = targets(), from = all.find(({ key }) => key === cursor);
  const next = from ? towards(all, from, direction) : (state.thing !== null && all.find(({ thing }) => thing === state.thing)) || nearestTo(all, ...Object.values(network.getViewPosition()));
  if (next) { showCursor(next); return; }
  const { x, y } = network.getViewPosition(), step = STEP / network.getScale();
  moveTo(x + direction[0] * step, y + direction[1] * step, network.getScale(), false);
  settle();
}

function showCursor(target) {
  cursor = target.key;
  const lines = tipOf(target).filter(Boolean), at = network.canvasToDOM({ x: target.x, y: target.y });
  network.redraw();
  showTip(lines, { x: at.x, y: at.y + Math.min(target.r * network.getScale(), 40) });
  $("spoken").textContent = lines.join(". ");
}

function makeKeyboard() {
  $("map").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = targets().find(({ key }) => key === cursor);
    if (ARROWS.has(event.key)) moveCursor(ARROWS.get(event.key));
    else if ((event.key === "Enter" || event.key === " ") && target) { $("tip").hidden = true; openFound(target); }
    else if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else if (event.key === "0") $("fit").click();
    else return;
    event.preventDefault();
  });
  $("map").addEventListener("focusin", () => network.redraw());
  $("map").addEventListener("focusout", () => { $("tip").hidden = true; network.redraw(); });
}

// Where the keys are, as long as they lead the picture.
function paintCursor(canvas, px) {
  if (cursor === null || !$("map").contains(document.activeElement)) return;
  const target = targets().find(({ key }) => key === cursor);
  if (!target) return;
  [[6, colours().back], [3, colours().cursor]].forEach(([width, colour]) => {
    canvas.beginPath();
    if (target.tie) canvas.rect(target.box[0] - 4 * px, target.box[1] - 4 * px, target.box[2] - target.box[0] + 8 * px, target.box[3] - target.box[1] + 8 * px);
    else if (target.region && !target.region.r) canvas.rect(target.x - target.region.w / 2, target.y - target.region.h / 2, target.region.w, target.region.h);
    else canvas.arc(target.x, target.y, target.r + 6 * px, 0, 2 * Math.PI);
    canvas.strokeStyle = colour;
    canvas.lineWidth = width * px;
    canvas.stroke();
  });
}
