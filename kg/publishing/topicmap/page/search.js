// Search as you type: every word has to be found, in any order; words that nothing has are taken for typing errors.

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

function find(query) {
  const asked = plain(query).split(/\s+/).filter(Boolean);
  if (!asked.length) return { found: [], meant: "" };
  const has = (word) => searchable().some(([, all]) => all.includes(word));
  const wanted = asked.map((word) => (has(word) ? word : mend(word)));
  const whole = wanted.join(" ");
  const found = [];
  searchable().forEach(([name, all], n) => {
    if (!wanted.every((word) => all.includes(word))) return;
    const rank = name === whole ? 0 : name.startsWith(whole) ? 1 : wanted.every((word) => name.includes(word)) ? 2 : 3;
    found.push([rank, -core.weights[n], n]);
  });
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return { found: found.map((row) => row[2]), meant: whole === asked.join(" ") ? "" : whole };
}

// What tells things of one name apart.
function detail(n) {
  const theme = core.home[n] >= 0 ? core.themes[core.home[n]] : "in no theme";
  return [core.kinds[n], core.years[n] || "", core.keys[n], theme].filter(Boolean).join(" · ");
}

// A field that completes names of things: arrows choose, Enter takes, Escape closes.
function completing(input, list, take) {
  let found = [], chosen = -1;
  const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  function choose(place) {
    chosen = place;
    [...list.querySelectorAll("[role=option]")].forEach((row, n) => {
      row.setAttribute("aria-selected", String(n === place));
      if (n === place) { row.scrollIntoView({ block: "nearest" }); input.setAttribute("aria-activedescendant", row.id); }
    });
  }
  function fill() {
    const { found: all, meant } = find(input.value);
    found = all.slice(0, SHOWN);
    const rows = found.map((n, place) => {
      const name = element("span");
      name.append(icon(lookOf.get(core.kinds[n])), ` ${core.names[n]}`);
      const row = element("li", null, { role: "option", id: `${list.id}-${place}` }, name, element("small", detail(n)));
      row.addEventListener("mousedown", (event) => { event.preventDefault(); close(); take(n, input); });
      return row;
    });
    if (meant && rows.length) rows.unshift(element("li", `No results for “${input.value.trim()}”. Showing results for “${meant}”:`, { class: "said" }));
    if (all.length > SHOWN) rows.push(element("li", `and ${all.length - SHOWN} more`, { class: "said" }));
    if (!rows.length) rows.push(element("li", "No results", { class: "said" }));
    list.replaceChildren(...rows);
    list.hidden = input.value.trim() === "";
    input.setAttribute("aria-expanded", String(!list.hidden));
    choose(found.length ? 0 : -1);
  }
  input.addEventListener("input", fill);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && chosen < found.length - 1) { event.preventDefault(); choose(chosen + 1); }
    else if (event.key === "ArrowUp" && chosen > 0) { event.preventDefault(); choose(chosen - 1); }
    else if (event.key === "Enter" && !list.hidden && chosen >= 0) { event.preventDefault(); close(); take(found[chosen], input); }
    else if (event.key === "Escape" && !list.hidden) { event.stopPropagation(); input.value = ""; close(); }
  });
}
