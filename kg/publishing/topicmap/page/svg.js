// Pictures to keep: what the window shows, as PNG from the canvas, and as SVG drawn by the same functions.

// As much of a canvas as painting needs, which writes SVG elements; text stays text.
class SvgCanvas {
  constructor(parent) {
    this.parent = parent;
    this.measuring = document.createElement("canvas").getContext("2d");
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, font: "10px sans-serif", textAlign: "start", textBaseline: "alphabetic", globalAlpha: 1, lineJoin: "round", dash: [] });
  }
  setLineDash(dash) { this.dash = dash; }
  add(tag, attributes) {
    const made = svgElement(tag, attributes);
    if (this.globalAlpha < 1) made.setAttribute("opacity", this.globalAlpha);
    this.parent.append(made);
    return made;
  }
  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push(`M${x.toFixed(1)} ${y.toFixed(1)}`); }
  lineTo(x, y) { this.path.push(`L${x.toFixed(1)} ${y.toFixed(1)}`); }
  quadraticCurveTo(...to) { this.path.push(`Q${to.map((part) => part.toFixed(1)).join(" ")}`); }
  closePath() { this.path.push("Z"); }
  rect(x, y, w, h) { this.moveTo(x, y); this.lineTo(x + w, y); this.lineTo(x + w, y + h); this.lineTo(x, y + h); this.closePath(); }
  arc(x, y, r, from = 0, until = 2 * Math.PI) {
    if (until - from < 1.999 * Math.PI) {
      const [one, two] = [from, until].map((angle) => `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`);
      this.path.push(`M${one}A${r} ${r} 0 ${until - from > Math.PI ? 1 : 0} 1 ${two}`);
    } else this.circle(x, y, r);
  }
  circle(x, y, r) { this.path.push(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`); }
  fill() { this.add("path", { d: this.path.join(""), fill: this.fillStyle }); }
  stroke() { this.add("path", { d: this.path.join(""), fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, ...(this.dash.length ? { "stroke-dasharray": this.dash.join(" ") } : {}) }); }
  measureText(text) { this.measuring.font = this.font; return this.measuring.measureText(text); }
  text(text, x, y, paint) {
    const [, weight, size] = /^\s*(\d*)\s*([\d.]+)px/.exec(this.font);
    const made = this.add("text", { x, y, "font-size": size, "font-weight": weight || 400, "text-anchor": this.textAlign === "center" ? "middle" : "start", "dominant-baseline": "central", ...paint });
    made.textContent = text;
  }
  fillText(text, x, y) { this.text(text, x, y, { fill: this.fillStyle }); }
  strokeText(text, x, y) { this.text(text, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-linejoin": "round" }); }
}

// What the picture shows, in words: its title, so that it can be told from others when it lies in a folder.
function caption() {
  const scene = sceneOf();
  const what = scene.type === "view" ? viewOf.get(state.view).title : scene.type === "focus" ? `around ${core.names[scene.root]}` : `from ${core.names[state.thing]} to ${core.names[state.to]}`;
  return `${core.title}: ${what}${filtering() ? ", filtered" : ""}`;
}

function download(blob, suffix) {
  const link = element("a", null, { href: URL.createObjectURL(blob), download: `${plain(caption()).replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80)}.${suffix}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function savePng() {
  const drawn = $("map").querySelector("canvas");
  const picture = document.createElement("canvas");
  const ratio = drawn.width / drawn.clientWidth, bar = 34 * ratio;
  picture.width = drawn.width;
  picture.height = drawn.height + bar;
  const canvas = picture.getContext("2d");
  canvas.fillStyle = colours().back;
  canvas.fillRect(0, 0, picture.width, picture.height);
  canvas.drawImage(drawn, 0, bar);
  canvas.textBaseline = "middle";
  write(canvas, fitted(canvas, caption(), "600", 15 * ratio, picture.width - 24 * ratio), 12 * ratio, bar / 2, { size: 15 * ratio, font: "600", colour: colours().ink });
  picture.toBlob((blob) => download(blob, "png"));
}

function svgText() {
  const [left, top, right, bottom] = viewport(), px = 1 / network.getScale(), scene = sceneOf();
  const width = (right - left) / px, height = (bottom - top) / px;
  const svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "font-family": FONT });
  const title = svgElement("title", {});
  title.textContent = caption();
  const group = svgElement("g", { transform: `scale(${1 / px}) translate(${-left} ${-top})` });
  svg.append(title, svgElement("rect", { width, height, fill: colours().back }), group);
  paintScene(new SvgCanvas(group), scene, px);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`;
}

// All of a scene on one canvas, as the window shows it.
function paintScene(canvas, scene, px) {
  const names = [], kept = hits;
  taken = spaces(px);
  const picked = pick(scene, 1 / px, viewport());
  paintRegions(canvas, scene, px, names);
  picked.links.forEach((link) => {
    const [one, two] = [scene.places.get(link[0]), scene.places.get(link[1])];
    canvas.beginPath();
    canvas.moveTo(...one);
    canvas.lineTo(...two);
    Object.assign(canvas, lineStyle(link, px));
    canvas.stroke();
  });
  picked.nodes.forEach((n) => paintThing(canvas, scene, n, ...scene.places.get(n), px));
  names.forEach((paint) => paint());
  paintNames(canvas, scene, picked, px);
  hits = kept;
}

const saveSvg = () => download(new Blob([svgText()], { type: "image/svg+xml" }), "svg");
