// Search as you type: every word has to be found, in any order; words that nothing has are taken for typing errors. What
// no name says may be said in a sentence.

const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", þ: "th" };
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[łøđðßæœıþ]/g, (c) => LETTERS[c]);
const SHOWN = 12;

// The name, and all by which a thing is known: key, short name, of a paper its authors.
const searchable = once(() => core.names.map((name, n) => {
  const authors = isPaper(n) ? [...linksOf(n)].filter((link) => core.by[link] === AUTHOR && core.from[link] === n).map((link) => core.names[core.to[link]]) : [];
  return [plain(name), plain([name, core.labels[n], core.keys[n], ...authors].join(" "))];
}));
const vocabulary = once(() => {
  const words = new Map();
  searchable().forEach(([, all]) => all.split(/[^\p{L}\p{N}]+/u).forEach((word) => { if (word.length > 2) words.set(word, (words.get(word) || 0) + 1); }));
  return words;
});

// Letters to change, add, drop or swap until `a` is `b`, or the beginning of `b`; more than `most` is not counted.
function distance(a, b, most) {
  let above = null, row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (above && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], above[j - 2] + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    above = row;
    row = next;
  }
  return Math.min(...row);
}

// Give the word of the map that was probably meant; the word itself where there is none.
function mend(word) {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  let best = word, least = most + 1, common = 0;
  vocabulary().forEach((count, known) => {
    if (known.length < word.length - most) return;
    const far = distance(word, known.slice(0, word.length + most), least);
    if (far < least || (far === least && far <= most && count > common)) { best = known; least = far; common = count; }
  });
  return best;
}

// How a text has a word: 2 as a word, 1 as the beginning of one, 0 within.
const LETTER = /[\p{L}\p{N}]/u;
function isLetter(text, at) {
  const code = text.charCodeAt(at); // NaN outside of the text
  return code < 128 ? (code > 47 && code < 58) || (code > 96 && code < 123) : code >= 128 && LETTER.test(text[at]);
}
function standing(text, word) {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < 2; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text, at - 1)) best = isLetter(text, at + word.length) ? Math.max(best, 1) : 2;
  }
  return best;
}

// Exact words come before beginnings of words, and names before keys and authors.
function rankOf([name, all], wanted, whole) {
  const least = (text) => Math.min(...wanted.map((word) => standing(text, word)));
  if (name === whole) return 0;
  const inName = least(name);
  if (inName === 2) return 1;
  if (name.startsWith(whole)) return 2;
  return inName === 1 ? 3 : least(all) === 2 ? 4 : wanted.every((word) => name.includes(word)) ? 5 : 6;
}

function find(query) {
  const asked = plain(query).split(/\s+/).filter(Boolean);
  if (!asked.length) return { found: [], meant: "" };
  const has = (word) => searchable().some(([, all]) => all.includes(word));
  const wanted = asked.map((word) => (has(word) ? word : mend(word)));
  const whole = wanted.join(" ");
  const found = [];
  searchable().forEach((texts, n) => {
    if (wanted.every((word) => texts[1].includes(word))) found.push([rankOf(texts, wanted, whole), -core.weights[n], n]);
  });
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return { found: found.map((row) => row[2]), meant: whole === asked.join(" ") ? "" : whole };
}

// What tells things of one name apart.
function detail(n) {
  const theme = core.home[n] >= 0 ? core.themes[core.home[n]] : "in no theme";
  return [core.kinds[n], core.years[n] || "", starsOf(n), core.keys[n], theme].filter(Boolean).join(" · ");
}

// A field that completes names of things: arrows choose, Enter takes, Escape closes. What is asked of `more` comes later,
// as rows of things with a text.
const LATER = 150;
function completing(input, list, take, more = null) {
  let rows = [], chosen = -1, waiting = 0;
  const close = () => { clearTimeout(waiting); list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  function choose(place) {
    chosen = place;
    [...list.querySelectorAll("[role=option]")].forEach((row, n) => {
      row.setAttribute("aria-selected", String(n === place));
      if (n === place) { row.scrollIntoView({ block: "nearest" }); input.setAttribute("aria-activedescendant", row.id); }
    });
  }
  function optionOf({ n, text }, place) {
    const name = element("span", null, {}, icon(lookOf.get(core.kinds[n])), ` ${core.names[n]}`);
    const row = element("li", null, { role: "option", id: `${list.id}-${place}`, ...(text ? { class: "saying" } : {}) }, name, element("small", text ? `“${text}”` : detail(n)));
    row.addEventListener("mousedown", (event) => { event.preventDefault(); close(); take(n, input); });
    return row;
  }
  const told = (text) => element("li", text, { class: "said", role: "presentation" });
  function show(sentences) {
    const asked = input.value.trim(), { found, meant } = find(input.value);
    const named = found.slice(0, SHOWN).map((n) => ({ n })), sayings = sentences.slice(0, SENTENCES);
    // Where no name has the words as they are, a sentence that has them comes first.
    const parts = [[named, meant && named.length ? [told(`No results for “${asked}”. Showing results for “${meant}”:`)] : [], found.length > SHOWN ? [told(`and ${found.length - SHOWN} more`)] : []],
      [sayings, sayings.length ? [told("In what the notes say:")] : [], sentences.length > SENTENCES ? [told(`and ${sentences.length - SENTENCES} more in sentences`)] : []]];
    if (meant && sayings.length) parts.reverse().at(-1)[1] = named.length ? [told(`Names like “${meant}”:`)] : [];
    rows = [];
    list.replaceChildren(...parts.flatMap(([some, before, after]) => [...before, ...some.map((one) => optionOf(one, rows.push(one) - 1)), ...after]));
    if (!rows.length) list.append(told("No results"));
    list.hidden = asked === "";
    input.setAttribute("aria-expanded", String(!list.hidden));
  }
  function fill() {
    clearTimeout(waiting);
    show([]);
    choose(rows.length ? 0 : -1);
    const asked = input.value;
    if (more && asked.trim()) waiting = setTimeout(() => more(asked, (sentences) => {
      if (input.value !== asked || list.hidden || !sentences.length) return;
      const before = rows[chosen]?.n;
      show(sentences);
      choose(chosen > 0 ? Math.max(rows.findIndex(({ n }) => n === before), 0) : 0);
    }), LATER);
  }
  input.addEventListener("input", fill);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && chosen < rows.length - 1) { event.preventDefault(); choose(chosen + 1); }
    else if (event.key === "ArrowUp" && chosen > 0) { event.preventDefault(); choose(chosen - 1); }
    else if (event.key === "Enter" && !list.hidden && chosen >= 0) { event.preventDefault(); close(); take(rows[chosen].n, input); }
    else if (event.key === "Escape" && !list.hidden) { event.stopPropagation(); input.value = ""; close(); }
  });
}
