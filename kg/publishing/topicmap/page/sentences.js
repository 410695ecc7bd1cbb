// Search in what the notes say: remarks and the sentences around places, which are read a piece of the page at a time.

const SENTENCES = 6, SLICE = 20, AROUND = 70, REMARK = predicate("remark");
const sayings = new Map(); // text -> [thing, whether it is a remark, the text to compare]
let piecesRead = 0;

// Read on until all is read, without holding up the page; false as long as the page has not come that far.
function readOn(then) {
  const until = performance.now() + SLICE, pieces = Math.ceil(COUNT / core.piece);
  while (piecesRead < pieces && performance.now() < until) {
    if (!pieceOf(piecesRead * core.piece)) { document.addEventListener("DOMContentLoaded", () => readOn(then), { once: true }); return; }
    readPiece(pieceOf(piecesRead * core.piece));
    piecesRead += 1;
  }
  if (piecesRead < pieces) setTimeout(() => readOn(then)); else then();
}

function readPiece({ said: facts, places }) {
  facts.forEach((some, n) => some.forEach(([, by, object, where]) => {
    if (typeof object === "string" && object.includes(" ") && by === REMARK) keepSaying(object, n, true);
    where.forEach((place) => { if (spoken(places[place]).includes(" ")) keepSaying(spoken(places[place]), n, false); });
  }));
}

// A sentence belongs to the paper that it is about, else to what is first said of with it.
function keepSaying(text, n, own) {
  const known = sayings.get(text);
  if (!known) sayings.set(text, [n, own, plain(text)]);
  else if ((own && !known[1]) || (isPaper(n) && !isPaper(known[0]))) sayings.set(text, [n, known[1] || own, known[2]]);
}

// Things with a sentence that has all words, each with the best of them: words as they are and remarks come first.
function findSentences(query) {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (!wanted.some((word) => word.length > 3)) return [];
  const found = [];
  sayings.forEach(([n, own, text], shown) => {
    if (!wanted.every((word) => text.includes(word))) return;
    found.push([Math.min(...wanted.map((word) => standing(text, word))), own ? 1 : 0, n, shown]);
  });
  const named = new Set();
  return found.sort((a, b) => b[0] - a[0] || b[1] - a[1] || byWeight(a[2], b[2]) || (a[3] < b[3] ? -1 : 1))
    .filter(([, , n]) => !named.has(n) && named.add(n)).map(([, , n, text], place) => ({ n, text: place < SENTENCES ? excerpt(text, wanted) : text }));
}

// What stands around the first of the words.
function excerpt(text, wanted) {
  const at = Math.max(Math.min(...wanted.map((word) => plain(text).indexOf(word)).filter((place) => place >= 0)), 0);
  const from = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0, until = text.length > at + 2 * AROUND ? text.lastIndexOf(" ", at + 2 * AROUND) : text.length;
  return `${from ? "… " : ""}${text.slice(from, Math.max(until, at))}${until < text.length ? " …" : ""}`;
}
