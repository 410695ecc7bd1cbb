// What is written beside things, and where it has room.

// Names keep their size on the screen, the weightiest first: below their thing or beside it, where they cover no other
// thing; one that would touch another name waits until there is room.
function paintNames(canvas, scene, picked, px) {
  const first = (n) => (n === state.thing || n === state.to ? 0 : faded(scene, n) ? 2 : 1);
  const order = [...picked.nodes].sort((a, b) => first(a) - first(b) || byWeight(a, b));
  if (scene.type === "path") picked.links.forEach((link) => paintWord(canvas, scene, link, px));
  const things = spaces(px);
  order.forEach((n) => {
    const [x, y] = scene.places.get(n), size = sizeOf(n) * px;
    things.take([x - size, y - size, x + size, y + size]);
  });
  order.forEach((n) => {
    const [x, y] = scene.places.get(n), chosen = first(n) === 0;
    if (faded(scene, n) && picked.nodes.size > 60) return;
    const size = (chosen ? 13.5 : core.weights[n] > 9 ? 12.5 : 11.5) * px;
    const lines = wrapped(canvas, label(n), chosen ? "700" : "", size / px, 150, 2);
    const wide = Math.max(...lines.map((line) => widthOf(canvas, line, chosen ? "700" : "", size))) / 2;
    const high = lines.length * size * 1.15, far = (sizeOf(n) + 3) * px;
    const boxes = sides(scene, x, y).map(([across, down]) => [across * (far + wide), down * (far + high / 2)]).map(([dx, dy]) => [x + dx - wide, y + dy - high / 2, x + dx + wide, y + dy + high / 2]);
    const box = boxes.find((one) => !taken.meets(one) && !things.meets(one)) || (chosen ? boxes[0] : boxes.find((one) => !taken.meets(one)));
    if (!box) return;
    taken.take(box);
    lines.forEach((line, row) => write(canvas, line, (box[0] + box[2]) / 2, box[1] + (row + 0.5) * size * 1.15, {
      size, font: chosen ? "700" : "", colour: faded(scene, n) ? colours().soft : colours().ink, halo: true,
    }));
    hits.push({ box, thing: n });
  });
}

// The sides of a thing on which its name may stand, the best first: around one thing, the names lead away from it.
const BELOW = [0, 1], ABOVE = [0, -1], RIGHT = [1, 0], LEFT = [-1, 0];
function sides(scene, x, y) {
  if (scene.type !== "focus" || (!x && !y)) return [BELOW, ABOVE, RIGHT, LEFT];
  const [beside, inward] = x > 0 ? [RIGHT, LEFT] : [LEFT, RIGHT], [outward, back] = y > 0 ? [BELOW, ABOVE] : [ABOVE, BELOW];
  return Math.abs(x) > 0.5 * Math.abs(y) ? [beside, outward, back, inward] : [outward, beside, back, inward];
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
