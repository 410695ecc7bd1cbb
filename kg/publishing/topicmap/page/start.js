// Puts the page together: what every change of the state brings up to date, keys and buttons, and the first picture.

function render(before) {
  const scene = sceneOf();
  const moves = scene !== drawnScene && !(scene.type === "view" && drawnScene?.type === "view" && before && before.view === state.view && before.theme === state.theme)
    || !before || before.theme !== state.theme || before.thing !== state.thing || before.between !== state.between || state.at !== null || before.view !== state.view;
  if (before && (before.table !== state.table || before.theme !== state.theme || before.view !== state.view)) rowsShown = PAGE;
  setFilters();
  fillSide();
  fillPanel();
  fillTable();
  if (!network) return;
  choose();
  if (moves && !(before && state.thing === null && before.thing !== null && before.view === state.view && before.theme === state.theme && before.between === state.between && !before.depth && before.to === null)) place(Boolean(before));
}

// Back to what this was opened from: the table, a path, a neighbourhood, a thing, a theme.
function leave() {
  if (state.table) go({ table: false });
  else if (state.to !== null) go({ to: null });
  else if (state.depth) go({ depth: 0 });
  else if (state.thing !== null) go({ thing: null, at: whereNow() });
  else if (state.between) go({ between: null });
  else if (state.theme !== null) go({ theme: null });
  else place(true);
}

function makeKeys() {
  $("home").hidden = !served;
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) && document.activeElement.type !== "checkbox" && document.activeElement.type !== "range";
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); $("search").focus(); $("search").select(); }
    if (event.key === "Escape") leave();
  });
  completing($("search"), $("results"), (n) => select(n), (asked, then) => readOn(() => then(findSentences(asked))));
  makeKeyboard();
  completing($("start"), $("starts"), (n, input) => setEnd(0, n, input));
  completing($("end"), $("ends"), (n, input) => setEnd(1, n, input));
  $("close").addEventListener("click", leave);
  $("back").addEventListener("click", leave);
  $("fit").addEventListener("click", () => { if (state.theme !== null || state.between || state.at) go({ theme: null, between: null }); place(true); });
  $("in").addEventListener("click", () => zoom(1.5));
  $("out").addEventListener("click", () => zoom(1 / 1.5));
  $("table-button").addEventListener("click", () => { go({ table: !state.table, at: state.at }); if (state.table) $("table").focus(); });
  $("more").addEventListener("click", () => { rowsShown += PAGE; fillTable(); });
  $("side-button").addEventListener("click", () => reveal("filters"));
  $("png").addEventListener("click", savePng);
  $("svg").addEventListener("click", saveSvg);
  dark.addEventListener("change", () => { fillSide(); choose(); });
}

function zoom(factor) {
  const { x, y } = network.getViewPosition();
  moveTo(x, y, network.getScale() * factor, true);
  settle();
}

// Open a part beside the picture, and go there: on a narrow window it stands below.
function reveal(id) {
  $(id).open = true;
  $(id).scrollIntoView({ block: "start" });
  $(id).querySelector("summary").focus({ preventScroll: true });
}

(function start() {
  if (core.kinds.every((kind) => kind === "note")) {
    $("empty").hidden = false;
    ["map", "tools", "side", "views"].forEach((id) => { $(id).hidden = true; });
    document.querySelectorAll(".search, .buttons").forEach((part) => { part.hidden = true; });
    document.body.dataset.drawn = "yes";
    return;
  }
  makeSide();
  makeKeys();
  state = fromAddress(location.hash);
  makeMap();
  render(null);
})();

// For scripts and tests: choose a thing, or ask where it is drawn.
window.topicmap = {
  select,
  number: (name) => core.names.indexOf(name),
  at(name) {
    const place = sceneOf().places.get(core.names.indexOf(name));
    const { x, y } = network.canvasToDOM({ x: place[0], y: place[1] });
    return { x, y, drawn: nodes.get(core.names.indexOf(name)) !== null };
  },
  svg: svgText,
};
