// The page that asks: a query goes to the endpoint of this server, and its answer is shown as text only.

const ROWS_AT_FIRST = 500;
const NAMED_AT_ONCE = 400;
const PICTURED = 400;
const $ = (id) => document.getElementById(id);

const vocabulary = fetch("/vocabulary.json").then((answer) => answer.json()).catch(() => ({ prefixes: {}, terms: [] }));
const field = $("query");
const editor = await makeEditor();
let running = null;
let shown = null;
let network = null;

const text = () => (editor ? editor.getValue() : field.value);
const write = (query) => (editor ? editor.setValue(query) : (field.value = query));

async function makeEditor() {
  if (!window.Yasqe) return null;
  const { prefixes, terms } = await vocabulary;
  // The server sets prefixes, so that the editor must not miss them.
  const sparql = window.Yasqe.modes.sparql11;
  window.Yasqe.defineMode("sparql11", (...config) => {
    const mode = sparql(...config);
    return { ...mode, startState: () => ({ ...mode.startState(), prefixes: { ...prefixes } }) };
  });
  window.Yasqe.registerAutocompleter({
    name: "kg-terms",
    bulk: false,
    autoShow: true,
    isValidCompletionPosition: (yasqe) => openString(yasqe) === null && /^[\w-]*:?[\w-]*$/.test(yasqe.getCompleteToken().string.trim()),
    preProcessToken: (_, token) => ({ ...token, autocompletionString: token.string }),
    get: (_, token) => {
      const typed = token.string.toLowerCase();
      const fits = (term) => term.name.toLowerCase().startsWith(typed) || term.name.toLowerCase().includes(`:${typed}`);
      return typed ? terms.filter(fits).map((term) => term.name) : [];
    },
    postprocessHints: (_, hints) => hints,
  }, false);
  window.Yasqe.registerAutocompleter({
    name: "kg-names",
    bulk: false,
    autoShow: true,
    isValidCompletionPosition: (yasqe) => openString(yasqe) !== null,
    preProcessToken: (yasqe, token) => {
      const { typed, start, end } = openString(yasqe);
      return { ...token, string: typed, autocompletionString: typed, from: { ch: start }, to: { ch: end } };
    },
    get: async (_, token) => {
      const answer = await fetch(`/names.json?starts=${encodeURIComponent(token.string)}`);
      return answer.ok ? (await answer.json()).map((name) => JSON.stringify(name)) : [];
    },
  }, false);
  $("editor").hidden = false;
  field.hidden = true;
  return new window.Yasqe($("editor"), {
    value: field.value,
    persistenceId: null,
    createShareableLink: null,
    consumeShareLink: null,
    prefixCcApi: null,
    resizeable: true,
    editorHeight: "240px",
    showQueryButton: false,
    collapsePrefixesOnLoad: false,
    autocompleters: ["variables", "kg-terms", "kg-names"],
    screenReaderLabel: "SPARQL query",
    lineWrapping: true,
    extraKeys: {
      "Ctrl-Enter": () => run(), "Cmd-Enter": () => run(), "Ctrl-Space": (yasqe) => yasqe.autocomplete(),
      "Ctrl-/": (yasqe) => yasqe.commentLines(), Tab: false, "Shift-Tab": false,
    },
  });
}

// The editor takes each word of a string that is not closed yet for a token of its own.
function openString(yasqe) {
  const { line, ch } = yasqe.getDoc().getCursor();
  const text = yasqe.getDoc().getLine(line);
  const open = /^(?:[^"'#<]|<(?![^<>\s]*>)|<[^<>\s]*>|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*"((?:[^"\\]|\\.){2,})$/.exec(text.slice(0, ch));
  if (!open) return null;
  return { typed: open[1], start: ch - open[1].length - 1, end: text[ch] === '"' ? ch + 1 : ch };
}

// Asking.

async function ask(query, accept, signal) {
  const answer = await fetch("/sparql", {
    method: "POST",
    headers: { "Content-Type": "application/sparql-query", Accept: accept },
    body: query,
    signal,
  });
  const content = await answer.blob();
  if (!answer.ok) throw new Error((await content.text()).trim() || `the server answered ${answer.status}`);
  const hints = JSON.parse(decodeURIComponent(answer.headers.get("Kg-Hints") || "[]"));
  return { type: answer.headers.get("Content-Type") || "", content, hints };
}

async function run() {
  if (running) running.abort();
  const query = text();
  const own = new AbortController();
  running = own;
  $("stop").hidden = false;
  say("Running …");
  const began = performance.now();
  try {
    const accept = "application/sparql-results+json, application/n-triples;q=0.9";
    const { type, content, hints } = await ask(query, accept, own.signal);
    const body = await content.text();
    const answer = type.includes("json") ? fromRows(JSON.parse(body), query) : fromTriples(body, query);
    remember(query);
    show(answer, [`${Math.round(performance.now() - began)} ms`, ...hints].join("; "));
    await nameThings(shown, own.signal).catch(() => {});  // an answer with IRIs is better than none
  } catch (error) {
    if (own === running) {
      say(error.name === "AbortError" ? "Stopped." : error.message, error.name !== "AbortError");
      $("answer").hidden = true;  // it is the answer to another query
    }
  } finally {
    if (own === running) {
      running = null;
      $("stop").hidden = true;
    }
  }
}

function fromRows(found, query) {
  if ("boolean" in found) {
    return { query, columns: ["answer"], rows: [[{ type: "literal", value: found.boolean ? "yes" : "no" }]], raw: String(found.boolean) };
  }
  const columns = found.head.vars;
  const rows = found.results.bindings.map((row) => columns.map((column) => row[column] || null));
  return { query, columns, rows, raw: JSON.stringify(found, null, 1) };
}

function fromTriples(body, query) {
  const pattern = /^(<[^>]*>|_:\S+) <([^>]*)> (?:<([^<>]*)>|(_:\S+)|"((?:[^"\\]|\\.)*)"(?:\^\^<([^>]*)>|@(\S+))?|(<<\(.*\)>>)) \.$/;
  const rows = [];
  for (const line of body.split("\n")) {
    const part = pattern.exec(line);
    if (!part) continue;
    const subject = part[1].startsWith("<") ? { type: "uri", value: part[1].slice(1, -1) } : { type: "bnode", value: part[1] };
    const object = part[3] !== undefined ? { type: "uri", value: part[3] }
      : part[4] !== undefined ? { type: "bnode", value: part[4] }
      : part[8] !== undefined ? { type: "statement", value: part[8] }
      : { type: "literal", value: plain(part[5]), datatype: part[6] };
    rows.push([subject, { type: "uri", value: part[2] }, object]);
  }
  return { query, columns: ["subject", "predicate", "object"], rows, raw: body, isGraph: true };
}

function plain(escaped) {
  const short = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f" };
  return escaped.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g,
    (_, four, eight, one) => (one ? short[one] ?? one : String.fromCodePoint(parseInt(four || eight, 16))));
}

// Showing.

function show(answer, took) {
  shown = { ...answer, names: new Map(), visible: ROWS_AT_FIRST };
  const count = answer.rows.length;
  say(`${count.toLocaleString("en")} ${answer.isGraph ? "triple" : "row"}${count === 1 ? "" : "s"} in ${took}`);
  $("answer").hidden = false;
  $("raw").textContent = answer.raw;
  document.querySelector('[data-view="picture"]').hidden = !answer.isGraph;
  const chosen = document.querySelector('#views [aria-pressed="true"]').dataset.view;
  draw();
  downloads(answer);
  view(chosen === "picture" && !answer.isGraph ? "table" : chosen);
}

async function nameThings(answer, signal) {
  const { prefixes } = await vocabulary;
  answer.prefixes = prefixes;
  const iris = new Set();
  for (const row of answer.rows.slice(0, answer.visible)) {
    for (const term of row) if (term?.type === "uri" && !answer.names.has(term.value)) iris.add(term.value);
  }
  const all = [...iris].filter((iri) => /^[^<>"{}|^`\\\s]+$/.test(iri));
  for (let at = 0; at < all.length; at += NAMED_AT_ONCE) {
    const values = all.slice(at, at + NAMED_AT_ONCE).map((iri) => `<${iri}>`).join(" ");
    const { content } = await ask(
      `SELECT ?t ?n { VALUES ?t { ${values} } ?t rdfs:label|kg:path ?n }`, "application/sparql-results+json", signal);
    for (const row of JSON.parse(await content.text()).results.bindings) answer.names.set(row.t.value, row.n.value);
  }
  if (answer === shown) {
    draw();
    if (!$("picture").hidden) picture();
  }
}

function written(term) {
  if (!term) return "";
  if (typeof term.value === "object") return Object.values(term.value).map(written).join(" ");
  if (term.type !== "uri" || !$("names").checked) return term.value;
  if (shown.names.has(term.value)) return shown.names.get(term.value);
  for (const [prefix, space] of Object.entries(shown.prefixes || {})) {
    if (term.value.startsWith(space) && term.value.length > space.length) return `${prefix}:${term.value.slice(space.length)}`;
  }
  return term.value;
}

function draw() {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const column of shown.columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = column;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of shown.rows.slice(0, shown.visible)) {
    const line = body.insertRow();
    for (const term of row) {
      const cell = line.insertCell();
      cell.textContent = written(term);
      if (term?.type === "uri") cell.title = term.value;
      if (term && /(?:integer|decimal|double|float|gYear)$/.test(term.datatype || "")) cell.className = "number";
    }
  }
  $("table").replaceChildren(table);
  const left = shown.rows.length - shown.visible;
  if (left > 0) {
    const more = document.createElement("button");
    more.type = "button";
    more.textContent = `Show more (${left.toLocaleString("en")} left)`;
    more.addEventListener("click", () => {
      shown.visible += 4 * ROWS_AT_FIRST;
      draw();
      nameThings(shown).catch(() => {});
    });
    $("table").append(more);
  }
}

function downloads(answer) {
  const formats = answer.isGraph
    ? [["Turtle", "text/turtle", "ttl"], ["JSON-LD", "application/ld+json", "jsonld"], ["RDF/XML", "application/rdf+xml", "rdf"]]
    : [["CSV", "text/csv", "csv"], ["TSV", "text/tab-separated-values", "tsv"], ["JSON", "application/sparql-results+json", "json"]];
  $("downloads").replaceChildren(...formats.map(([label, accept, suffix]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Save as ${label}`;
    button.addEventListener("click", async () => {
      try {
        const { content } = await ask(answer.query, accept);
        const link = document.createElement("a");
        link.href = URL.createObjectURL(content);
        link.download = `answer.${suffix}`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      } catch (error) {
        say(error.message, true);
      }
    });
    return button;
  }));
}

async function picture() {
  await new Promise((resolve, reject) => {
    if (window.vis) return resolve();
    const script = document.createElement("script");
    script.src = "/vis-network.js";
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  const nodes = new Map();
  const edges = [];
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  const node = (term) => {
    const id = `${term.type} ${term.value}`;
    const label = written(term);
    if (!nodes.has(id)) {
      nodes.set(id, { id, label: label.length > 40 ? `${label.slice(0, 39)}…` : label, shape: term.type === "literal" ? "box" : "dot", size: 9 });
    }
    return id;
  };
  const isType = (predicate) => predicate.value.endsWith("22-rdf-syntax-ns#type");
  // Classes as nodes would draw everything together.
  const links = shown.rows.filter(([, predicate]) => !isType(predicate));
  for (const [subject, predicate, object] of (links.length ? links : shown.rows).slice(0, PICTURED)) {
    edges.push({ from: node(subject), to: node(object), label: written(predicate), arrows: "to" });
  }
  const font = { color: color("--text"), face: "system-ui", strokeWidth: 0 };
  if (network) network.destroy();
  network = new window.vis.Network($("picture"), { nodes: [...nodes.values()], edges }, {
    nodes: { font, color: { background: color("--field"), border: color("--accent") } },
    edges: { font: { ...font, size: 11, color: color("--quiet"), align: "middle" }, color: color("--quiet") },
    layout: { randomSeed: 1, improvedLayout: nodes.size < 100 },
    physics: { stabilization: { iterations: 150 } },
  });
  if (links.length > PICTURED) say(`The picture shows the first ${PICTURED} of ${links.length.toLocaleString("en")} links.`);
}

function view(name) {
  for (const button of document.querySelectorAll("#views button")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === name));
    $(button.dataset.view).hidden = button.dataset.view !== name;
  }
  if (name === "picture") picture().catch(() => say("The picture cannot be drawn: its script is missing.", true));
}

function say(message, isProblem = false) {
  $("status").textContent = message;
  $("status").className = isProblem ? "problem" : "";
}

// The address holds the query, so that an answer can be gone back to and shared.

function remember(query) {
  const address = `#${new URLSearchParams({ query })}`;
  if (location.hash !== address) history.pushState(null, "", address);
}

function recall(isOurs) {
  const query = new URLSearchParams(location.hash.slice(1)).get("query");
  if (query === null) return;
  write(query);
  if (isOurs) run();
  else say("This query comes from the address. Run it to see its answer.");
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});
$("stop").addEventListener("click", () => running?.abort());
$("ready").addEventListener("change", (event) => {
  const query = event.target.selectedOptions[0].dataset.query;
  if (query) write(query);
});
$("names").addEventListener("change", () => {
  draw();
  if (!$("picture").hidden) picture();
});
for (const button of document.querySelectorAll("#views button")) button.addEventListener("click", () => view(button.dataset.view));
addEventListener("popstate", () => recall(true));
// Any page can link here with a query; only who comes back to one has run it before.
recall(["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type));
