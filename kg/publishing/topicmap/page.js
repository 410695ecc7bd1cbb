"use strict";
// Text from notes is put on the page as text only: nothing here parses HTML, and links are made for http(s) alone.
(function () {
  const graph = JSON.parse(document.getElementById("graph").textContent);
  const { kinds, things, predicates, facts, places } = graph.map;
  const NAME = 0, KIND = 1, YEAR = 2, RATING = 3, KEY = 4;
  const PAGE = 200, LISTED = 12, REVEALED = 400, DIMMED = 2500, BUSY = 1500, SPREAD = 25;
  const $ = (id) => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const look = new Map(kinds.map((kind) => [kind.name, kind]));
  const group = graph.nodes.map((node) => node.group);
  const linked = graph.nodes.map(() => []);
  graph.edges.forEach((edge) => { linked[edge.from].push(edge); linked[edge.to].push(edge); });
  const said = graph.nodes.map(() => []);
  facts.forEach((fact) => {
    said[fact[0]].push(fact);
    if (typeof fact[2] === "number" && fact[2] !== fact[0]) said[fact[2]].push(fact);
  });
  const state = { kinds: new Set(graph.map.shown), from: 0, to: 9999, rating: 0, focus: null, near: new Set(), rows: PAGE };

  // ---- small pieces of the page
  function element(tag, text, attributes) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    Object.entries(attributes || {}).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  }

  const SHAPES = {
    dot: "M9 3a6 6 0 1 0 .01 0z", square: "M4 4h10v10H4z", diamond: "M9 1.5L16.5 9 9 16.5 1.5 9z",
    triangle: "M9 2l7.5 13h-15z", triangleDown: "M9 16L1.5 3h15z", hexagon: "M5 2h8l4 7-4 7H5L1 9z",
    star: "M9 1l2.3 5.4 5.9.5-4.5 3.8 1.4 5.8L9 13.4l-5.1 3.1 1.4-5.8L.8 6.9l5.9-.5z",
  };
  function icon(kind) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 18 18");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", SHAPES[kind.shape]);
    path.setAttribute("fill", kind.color);
    svg.append(path);
    return svg;
  }

  function linkTo(number) {
    const button = element("button", things[number][NAME], { type: "button", class: "link" });
    button.addEventListener("click", () => select(number));
    return button;
  }

  function textOrLink(text) {
    if (!/^https?:\/\//i.test(text)) return element("span", text);
    return element("a", text, { href: text, rel: "noopener noreferrer", target: "_blank" });
  }

  // ---- what is shown
  function passes(number) {
    const thing = things[number];
    if (thing[KIND] !== "paper") return true;
    if ((state.from > 0 || state.to < 9999) && !(thing[YEAR] >= state.from && thing[YEAR] <= state.to)) return false;
    return thing[RATING] >= state.rating;
  }

  // With a filter on papers, other things stay when a paper that stays leads to them.
  function kept() {
    const all = graph.nodes.map((_, number) => passes(number));
    if (state.from === 0 && state.to === 9999 && state.rating === 0) return all;
    const keep = things.map((thing, number) => thing[KIND] === "paper" && all[number]);
    let edge = things.flatMap((_, number) => (keep[number] ? [number] : []));
    const papers = things.map((thing) => thing[KIND] === "paper");
    const ofPaper = linked.map((links, number) => !papers[number] && links.some((l) => papers[l.from] || papers[l.to]));
    while (edge.length) {
      const next = [];
      edge.forEach((number) => linked[number].forEach((link) => {
        const other = link.from === number ? link.to : link.from;
        if (!keep[other] && !papers[other] && (papers[number] || !ofPaper[other])) { keep[other] = true; next.push(other); }
      }));
      edge = next;
    }
    return keep;
  }

  let keep = kept();
  const visible = (number) => (keep[number] && state.kinds.has(group[number])) || state.near.has(number);

  // ---- the map
  const nodes = new vis.DataSet();
  const edges = new vis.DataSet();
  const drawn = new Set();
  let network = null;
  const colours = () => (dark.matches
    ? { ink: "#e8e6e1", back: "#14171b", edge: "#8b949e70", thin: "#8b949e30", off: "#8b949e18", strong: "#e3b341" }
    : { ink: "#24292f", back: "#fbfaf8", edge: "#8c959f80", thin: "#8c959f40", off: "#8c959f20", strong: "#b35900" });

  const bare = ({ id, group, x, y, size }) => ({ id, group, x, y, size });
  const dims = () => state.focus !== null && drawn.size <= DIMMED;

  function nodeStyle(number) {
    return { id: number, opacity: dims() && !state.near.has(number) ? 0.12 : 1 };
  }

  const many = () => drawn.size > BUSY;
  function edgeStyle(edge) {
    const colour = colours();
    const on = state.focus !== null && (edge.from === state.focus || edge.to === state.focus);
    const off = state.focus !== null && !on;
    return {
      id: edge.id, width: on && state.near.size <= SPREAD ? 2 : 1, hidden: edge.faint && !on,
      color: { color: on ? colour.strong + (state.near.size > SPREAD ? "80" : "") : off ? colour.off : many() ? colour.thin : colour.edge, inherit: false },
    };
  }

  // vis-network's own labels grow and shrink with the map and lie over each other. These keep their size on the
  // screen, the most important first, and a label that would touch another waits until there is room.
  const byWeight = graph.nodes.map((_, number) => number).sort((a, b) => graph.nodes[b].mass - graph.nodes[a].mass || a - b);
  function drawLabels(canvas) {
    const scale = network.getScale();
    const corner = network.DOMtoCanvas({ x: 0, y: 0 });
    const far = network.DOMtoCanvas({ x: $("map").clientWidth, y: $("map").clientHeight });
    const taken = new Map();
    const colour = colours();
    canvas.textAlign = "center";
    canvas.textBaseline = "top";
    canvas.lineJoin = "round";
    const draw = (number) => {
      const node = graph.nodes[number];
      if (node.x < corner.x || node.x > far.x || node.y < corner.y || node.y > far.y) return;
      const chosen = number === state.focus;
      const pixels = chosen ? Math.max(node.font.size, 14) : node.font.size;
      if (!state.near.has(number) && pixels < 14 && node.size * scale < 2.2) return;
      const size = pixels / scale;
      const lines = node.label.split("\n");
      canvas.font = `${chosen || pixels > 13 ? "600 " : ""}${size}px system-ui, sans-serif`;
      const width = Math.max(...lines.map((line) => canvas.measureText(line).width)) + size * 0.6;
      const top = node.y + node.size + size * 0.3;
      const box = [node.x - width / 2, top, node.x + width / 2, top + lines.length * size * 1.15];
      if (!chosen && meets(taken, box, scale)) return;
      take(taken, box, scale);
      lines.forEach((line, row) => {
        const y = top + row * size * 1.15;
        canvas.strokeStyle = colour.back;
        canvas.lineWidth = 3 / scale;
        canvas.strokeText(line, node.x, y);
        canvas.fillStyle = colour.ink;
        canvas.fillText(line, node.x, y);
      });
    };
    if (state.focus !== null) draw(state.focus);
    byWeight.forEach((number) => { if (number !== state.focus && drawn.has(number) && (!dims() || state.near.has(number))) draw(number); });
  }

  const CELL = 80;
  function cells(box, scale) {
    const [left, top, right, bottom] = box.map((place) => Math.floor((place * scale) / CELL));
    const found = [];
    for (let x = left; x <= right; x += 1) for (let y = top; y <= bottom; y += 1) found.push(`${x} ${y}`);
    return found;
  }
  function meets(taken, box, scale) {
    return cells(box, scale).some((cell) => (taken.get(cell) || []).some(
      (other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]));
  }
  function take(taken, box, scale) {
    cells(box, scale).forEach((cell) => { if (taken.has(cell)) taken.get(cell).push(box); else taken.set(cell, [box]); });
  }

  function refresh() {
    const wanted = new Set();
    graph.nodes.forEach((_, number) => { if (visible(number)) wanted.add(number); });
    nodes.remove([...drawn].filter((number) => !wanted.has(number)));
    const added = [...wanted].filter((number) => !drawn.has(number));
    drawn.clear();
    wanted.forEach((number) => drawn.add(number));
    nodes.add(added.map((number) => ({
      ...bare(graph.nodes[number]), ...nodeStyle(number), title: `${things[number][NAME]} (${things[number][KIND]})`,
    })));
    const lines = graph.edges.filter((edge) => wanted.has(edge.from) && wanted.has(edge.to));
    const ids = new Set(lines.map((edge) => edge.id));
    edges.remove(edges.getIds().filter((id) => !ids.has(id)));
    edges.add(lines.filter((edge) => edges.get(edge.id) === null).map((edge) => ({ ...edge, ...edgeStyle(edge) })));
    restyle();
    const count = graph.nodes.length;
    $("status").textContent = wanted.size === count ? `${count} things` : `${wanted.size} of ${count} things shown`;
    if (!$("list").hidden) fillList();
  }

  let styled = "";
  function restyle() {
    const style = `${state.focus} ${dark.matches} ${many()}`;
    if (style === styled) return;
    styled = style;
    nodes.update([...drawn].map(nodeStyle));
    edges.update(edges.get().map(edgeStyle));
  }

  function show() {
    const groups = {};
    kinds.forEach((kind) => {
      groups[kind.name] = {
        shape: kind.shape,
        color: { background: kind.color, border: kind.color, highlight: { background: kind.color, border: "#b35900" },
          hover: { background: kind.color, border: "#b35900" } },
      };
    });
    refresh();
    network = new vis.Network($("map"), { nodes, edges }, { ...graph.options, groups });
    network.on("click", (event) => { if (event.nodes.length) select(event.nodes[0], true); else clear(); });
    network.on("afterDrawing", drawLabels);
    network.once("afterDrawing", () => { document.body.dataset.drawn = "yes"; });
    whole();
  }

  function whole() {
    network.fit({ animation: false });
    network.moveTo({ scale: network.getScale() * 0.93 });
  }

  function move(options) {
    network.moveTo({ ...options, animation: still ? false : { duration: 350, easingFunction: "easeInOutQuad" } });
  }

  function focusOn(number) {
    if (state.near.size > SPREAD) {
      network.fit({ nodes: [...state.near], maxZoomLevel: 0.9, animation: still ? false : { duration: 350, easingFunction: "easeInOutQuad" } });
      return;
    }
    const { x, y } = graph.nodes[number];
    move({ position: { x, y }, scale: Math.max(network.getScale(), 0.9), offset: { x: innerWidth > 1000 ? -190 : 0, y: 0 } });
  }

  // ---- the panel
  function select(number, stay) {
    const near = linked[number].map((edge) => (edge.from === number ? edge.to : edge.from));
    state.focus = number;
    state.near = new Set([number, ...near.filter((other) => keep[other]).slice(0, REVEALED)]);
    refresh();
    network.selectNodes([number], false);
    if (!stay) { closeList(); focusOn(number); }
    fillPanel(number);
  }

  function clear() {
    if (state.focus === null) return;
    state.focus = null;
    state.near = new Set();
    $("panel").hidden = true;
    network.unselectAll();
    refresh();
  }

  function fillPanel(number) {
    const thing = things[number];
    $("kind").replaceChildren(icon(look.get(group[number])), element("span", thing[KIND]));
    $("name").textContent = thing[NAME];
    $("note").textContent = `${linked[number].length} links`;
    const rows = new Map();
    said[number].forEach((fact) => {
      const way = fact[0] === number ? 0 : 1;
      const row = fact[1] * 2 + way;
      if (!rows.has(row)) rows.set(row, []);
      rows.get(row).push(fact);
    });
    const parts = [...rows].sort((a, b) => a[0] % 2 - b[0] % 2 || a[0] - b[0]).flatMap(([row, found]) => {
      const word = predicates[Math.floor(row / 2)][row % 2];
      const title = element("h3", found.length > 1 ? `${word} (${found.length})` : word);
      const list = element("ul");
      fillFacts(list, found, number, LISTED);
      return [title, list];
    });
    $("facts").replaceChildren(...parts);
    $("panel").hidden = false;
    $("panel").scrollTop = 0;
  }

  function fillFacts(list, found, number, limit) {
    list.replaceChildren(...found.slice(0, limit).map((fact) => {
      const row = element("li");
      const other = fact[0] === number ? fact[2] : fact[0];
      row.append(typeof other === "number" ? linkTo(other) : textOrLink(other), ...fact[3].map(evidence));
      if (fact[4]) row.append(element("blockquote", `and ${fact[4]} more places`));
      return row;
    }));
    if (found.length > limit) {
      const more = element("button", `Show all ${found.length}`, { type: "button" });
      more.addEventListener("click", () => fillFacts(list, found, number, found.length));
      list.append(element("li"));
      list.lastChild.append(more);
    }
  }

  function evidence(number) {
    const [path, line, quote, rule, confidence, qualifier] = places[number];
    const block = element("blockquote");
    block.append(element("q", quote));
    const how = [`${path}:${line}`, `rule ${rule}`, `confidence ${confidence}`, ...(qualifier ? [qualifier] : [])];
    block.append(element("small", how.join(" · ")));
    return block;
  }

  // ---- search
  const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", þ: "th" };
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[łøđðßæœıþ]/g, (c) => LETTERS[c]);
  let searched = null;
  function searchable() {
    if (!searched) {
      const extra = things.map(() => []);
      facts.forEach(([subject, , object]) => {
        if (typeof object === "string") extra[subject].push(object);
        else if (things[subject][KIND] === "paper" && things[object][KIND] === "person") extra[subject].push(things[object][NAME]);
      });
      searched = things.map((thing, number) => [plain(thing[NAME]), plain(`${thing[NAME]} ${thing[KEY]} ${extra[number].join(" ")}`)]);
    }
    return searched;
  }

  function find(query) {
    const wanted = plain(query).split(/\s+/).filter(Boolean);
    const found = [];
    if (!wanted.length) return found;
    searchable().forEach(([name, all], number) => {
      if (!wanted.every((word) => all.includes(word))) return;
      const whole = wanted.join(" ");
      const rank = name === whole ? 0 : name.startsWith(whole) ? 1 : wanted.every((word) => name.includes(word)) ? 2 : 3;
      found.push([rank, -linked[number].length, number]);
    });
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map((row) => row[2]);
  }

  let found = [];
  let chosen = -1;
  function fillResults() {
    found = find($("search").value);
    chosen = found.length ? 0 : -1;
    const shown = found.slice(0, 30).map((number, place) => {
      const row = element("li", things[number][NAME], { role: "option", id: `result-${place}` });
      row.append(element("small", [things[number][KIND], things[number][YEAR] || null, things[number][KEY] || null].filter(Boolean).join(" · ")));
      row.addEventListener("mousedown", (event) => { event.preventDefault(); closeResults(); select(number); });
      return row;
    });
    const asked = $("search").value.trim() !== "";
    if (asked && !shown.length) shown.push(element("li", "Nothing found"));
    if (found.length > 30) shown.push(element("li", `and ${found.length - 30} more`));
    $("results").replaceChildren(...shown);
    $("results").hidden = !asked;
    $("search").setAttribute("aria-expanded", String(asked));
    choose(chosen);
    if (!$("list").hidden) fillList();
  }

  function closeResults() {
    $("results").hidden = true;
    $("search").setAttribute("aria-expanded", "false");
  }

  function choose(place) {
    chosen = place;
    [...$("results").children].forEach((row, number) => row.setAttribute("aria-selected", String(number === place)));
    if (place < 0) { $("search").removeAttribute("aria-activedescendant"); return; }
    $("search").setAttribute("aria-activedescendant", `result-${place}`);
    $("results").children[place].scrollIntoView({ block: "nearest" });
  }

  $("search").addEventListener("input", fillResults);
  $("search").addEventListener("keydown", (event) => {
    const last = Math.min(found.length, 30) - 1;
    if (event.key === "ArrowDown" && last >= 0) { event.preventDefault(); choose(Math.min(chosen + 1, last)); }
    else if (event.key === "ArrowUp" && last >= 0) { event.preventDefault(); choose(Math.max(chosen - 1, 0)); }
    else if (event.key === "Enter" && chosen >= 0) { event.preventDefault(); closeResults(); select(found[chosen]); }
  });

  // ---- the list
  function fillList() {
    const query = $("search").value.trim();
    const rows = (query ? find(query) : things.map((_, number) => number)).filter((n) => keep[n] && state.kinds.has(group[n]));
    if (!query) rows.sort((a, b) => linked[b].length - linked[a].length || a - b);
    const body = $("list").querySelector("tbody");
    body.replaceChildren(...rows.slice(0, state.rows).map((number) => {
      const row = element("tr");
      const name = element("td");
      name.append(linkTo(number));
      const rest = [things[number][KIND], things[number][YEAR] || "", things[number][RATING] || "", linked[number].length];
      row.append(name, ...rest.map((text) => element("td", String(text))));
      return row;
    }));
    const about = query ? " that the search finds" : ", most linked first";
    $("list").querySelector("caption").textContent = `${rows.length} things of the kinds shown${about}`;
    $("more").hidden = rows.length <= state.rows;
  }

  const onlyMap = ["fit", "in", "out"];
  function closeList() {
    onlyMap.forEach((id) => { $(id).hidden = false; });
    $("list").hidden = true;
    $("list-button").textContent = "List";
    $("list-button").setAttribute("aria-expanded", "false");
  }

  $("list-button").addEventListener("click", () => {
    if (!$("list").hidden) { closeList(); return; }
    state.rows = PAGE;
    $("list").hidden = false;
    onlyMap.forEach((id) => { $(id).hidden = true; });
    $("list-button").textContent = "Map";
    $("list-button").setAttribute("aria-expanded", "true");
    fillList();
    $("list").focus();
  });
  $("more").addEventListener("click", () => { state.rows += PAGE; fillList(); });

  // ---- filters
  kinds.forEach((kind) => {
    const count = group.filter((name) => name === kind.name).length;
    if (!count) return;
    const label = element("label");
    const box = element("input", undefined, { type: "checkbox", value: kind.name });
    box.checked = state.kinds.has(kind.name);
    box.addEventListener("change", () => {
      if (box.checked) state.kinds.add(kind.name); else state.kinds.delete(kind.name);
      refresh();
    });
    label.append(box, icon(kind), element("span", kind.title), element("small", String(count)));
    $("kinds").append(label);
  });

  function choices(id, values, name) {
    $(id).replaceChildren(...values.map(([value, text]) => element("option", text, { value: String(value) })));
    $(id).addEventListener("change", () => {
      state[name] = Number($(id).value);
      state.focus = null;
      state.near = new Set();
      $("panel").hidden = true;
      keep = kept();
      refresh();
    });
  }
  const papers = things.filter((thing) => thing[KIND] === "paper");
  const years = [...new Set(papers.map((paper) => paper[YEAR]).filter(Boolean))].sort((a, b) => a - b);
  const ratings = [...new Set(papers.map((paper) => paper[RATING]).filter((rating) => rating > 0))].sort((a, b) => a - b);
  $("years").hidden = years.length < 2;
  $("ratings").hidden = !ratings.length;
  choices("from", [[0, "any"], ...years.map((year) => [year, String(year)])], "from");
  choices("to", [[9999, "any"], ...years.map((year) => [year, String(year)])], "to");
  choices("rating", [[0, "any"], ...ratings.map((rating) => [rating, String(rating)])], "rating");

  // ---- keys and buttons
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); $("search").focus(); $("search").select(); }
    if (event.key === "Escape") {
      if (!$("results").hidden) { $("search").value = ""; fillResults(); }
      else if (!$("list").hidden) closeList();
      else clear();
    }
  });
  $("close").addEventListener("click", clear);
  $("fit").addEventListener("click", whole);
  $("in").addEventListener("click", () => move({ scale: network.getScale() * 1.4 }));
  $("out").addEventListener("click", () => move({ scale: network.getScale() / 1.4 }));
  dark.addEventListener("change", restyle);

  if (!graph.nodes.length) {
    $("empty").hidden = false;
    ["map", "tools"].forEach((id) => { $(id).hidden = true; });
    document.querySelectorAll(".search, fieldset, .hint").forEach((part) => { part.hidden = true; });
    $("status").textContent = "Empty";
    document.body.dataset.drawn = "yes";
  } else {
    show();
  }

  // For scripts and tests: choose a thing, or ask where it is drawn.
  let last = "";
  window.topicmap = {
    select,
    at(name) {
      const { x, y } = network.canvasToDOM(graph.nodes[things.findIndex((thing) => thing[NAME] === name)]);
      const still = last === `${x} ${y}`;
      last = `${x} ${y}`;
      return { x, y, still };
    },
  };
})();
