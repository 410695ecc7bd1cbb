// The same as a table, for reading, for the keyboard and for screen readers: what the picture holds, weightiest first.

const PAGE = 200;
let rowsShown = PAGE;

function tableRows() {
  const scene = sceneOf();
  const things = scene.type === "view" ? scene.regions.filter((region) => state.theme === null || region.theme === state.theme).flatMap((region) => region.members) : [...scene.places.keys()];
  return things.sort(byWeight);
}

function fillTable() {
  const open = state.table;
  $("table").hidden = !open;
  ["fit", "in", "out"].forEach((id) => { $(id).hidden = open; });
  $("table-button").textContent = open ? "Map" : "Table";
  $("table-button").setAttribute("aria-expanded", String(open));
  if (!open) return;
  const rows = tableRows();
  $("table").querySelector("tbody").replaceChildren(...rows.slice(0, rowsShown).map((n) => {
    const theme = core.home[n] < 0 ? "" : [core.themes[core.home[n]], ...(core.part[n] < 0 ? [] : [core.parts[core.part[n]]])].join(": ");
    const cells = [core.kinds[n], theme, core.years[n] || "", starsOf(n), degree(n)];
    return element("tr", null, {}, element("th", null, { scope: "row" }, thingLink(n), ...remarked(n)), ...cells.map((text) => element("td", String(text))));
  }));
  $("table").querySelector("caption").textContent = `${caption()} — ${plural(rows.length, "thing")}, the most important first`;
  $("more").hidden = rows.length <= rowsShown;
}
