// Paths along the links: what is near a thing, and how two things are connected.

const CROWDED = 60;
const RANKS = { award: 9, venue: 9, edition: 9, periodical: 9, session: 3, org: 2 };

// Links that stay with the filters, as [thing at the other end, link]; a note is linked with all that it mentions.
function waysFrom(n) {
  const stays = kept();
  if (isNote(n)) return (contents().get(n) || []).filter((to) => stays[to]).map((to) => [to, -1]);
  return [...linksOf(n)].filter((link) => live(link) && stays[other(link, n)]).map((link) => [other(link, n), link]);
}

// What is linked with nearly everything leads everywhere: it is shown, and not gone through.
const leadsOn = (n, root) => n === root || degree(n) <= CROWDED;

// Give the things up to `depth` steps away, each with the thing that leads to it, and count those that have no room: each
// step has its share of the room, and each thing leads to its weightiest in turn, so that none takes it all.
function around(root, depth, most) {
  const from = new Map([[root, -1]]);
  let edge = [root];
  for (let step = 0; step < depth; step += 1) {
    const until = from.size + Math.floor((most - from.size) / (depth - step)), reached = [];
    let ways = edge.filter((n) => leadsOn(n, root)).map((n) => [n, waysFrom(n).map(([to]) => to).sort(byWeight)]);
    for (let turn = 0; ways.length && from.size < until; turn += 1) {
      ways = ways.filter(([n, nearest]) => {
        const to = nearest[turn];
        if (to !== undefined && !from.has(to) && from.size < until) { from.set(to, n); reached.push(to); }
        return turn + 1 < nearest.length;
      });
    }
    edge = reached;
  }
  return { from, left: countAround(root, depth) - from.size };
}

function countAround(root, depth) {
  const found = new Set([root]);
  let edge = [root];
  for (let step = 0; step < depth; step += 1) {
    const reached = [];
    edge.filter((n) => leadsOn(n, root)).forEach((n) => waysFrom(n).forEach(([to]) => { if (!found.has(to)) { found.add(to); reached.push(to); } }));
    edge = reached;
  }
  return found.size;
}

// The most telling path between two things: the more links a thing has, the more a step to it costs.
function findPath(start, end) {
  const cost = new Map([[start, 0]]), came = new Map(), done = new Set();
  const heap = [[0, start]];
  const push = (item) => {
    heap.push(item);
    for (let n = heap.length - 1; n > 0;) {
      const up = (n - 1) >> 1;
      if (heap[up][0] < heap[n][0] || (heap[up][0] === heap[n][0] && heap[up][1] <= heap[n][1])) break;
      [heap[up], heap[n]] = [heap[n], heap[up]];
      n = up;
    }
  };
  const less = (a, b) => heap[a][0] < heap[b][0] || (heap[a][0] === heap[b][0] && heap[a][1] < heap[b][1]);
  const pop = () => {
    const top = heap[0], last = heap.pop();
    if (heap.length) {
      heap[0] = last;
      for (let n = 0; ;) {
        let least = n;
        for (const child of [2 * n + 1, 2 * n + 2]) if (child < heap.length && less(child, least)) least = child;
        if (least === n) break;
        [heap[least], heap[n]] = [heap[n], heap[least]];
        n = least;
      }
    }
    return top;
  };
  while (heap.length) {
    const [spent, n] = pop();
    if (n === end) break;
    if (done.has(n)) continue;
    done.add(n);
    waysFrom(n).forEach(([to, link]) => {
      const price = spent + 1 + Math.log2(1 + waysOut(to)) / 4 + (RANKS[core.kinds[to]] || 0) * (to === end ? 0 : 1);
      if (price < (cost.get(to) ?? Infinity)) { cost.set(to, price); came.set(to, [n, link]); push([price, to]); }
    });
  }
  if (start !== end && !came.has(end)) return null;
  const steps = [];
  for (let n = end; n !== start; n = came.get(n)[0]) steps.unshift({ from: came.get(n)[0], to: n, link: came.get(n)[1] });
  return steps;
}
const waysOut = (n) => (isNote(n) ? (contents().get(n) || []).length : degree(n));

// A link in the direction in which it is stated.
function stated(link, a, b) {
  if (link < 0) return isNote(a) ? { from: a, word: "mentions", to: b } : { from: b, word: "mentions", to: a };
  return { from: core.from[link], word: said(link, core.from[link]), to: core.to[link] };
}

// How a link is said from one of its ends.
function said(link, from) {
  if (link < 0) return isNote(from) ? "mentions" : "mentioned in";
  if (core.by[link] === MENTIONS) return core.from[link] === from ? "mentions" : "mentioned in";
  const [forth, back] = core.words[core.by[link]];
  return core.from[link] === from ? forth : back || forth;
}
