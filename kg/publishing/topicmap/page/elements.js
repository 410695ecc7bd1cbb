"use strict";
// Small pieces of the page. Text from notes is put there as text only: nothing parses HTML, and links lead to http(s)
// addresses and to the notes alone.

const $ = (id) => document.getElementById(id);

function element(tag, text, attributes, ...children) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  Object.entries(attributes || {}).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
}

function button(text, act, attributes) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

// Shapes tell the kinds apart without colours. Corners are in a square from -1 to 1.
const CORNERS = {
  square: [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]],
  frame: [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]],
  page: [[-0.7, -1], [0.3, -1], [0.75, -0.5], [0.75, 1], [-0.7, 1]],
  cylinder: [[-0.6, -1], [0.6, -1], [0.6, 1], [-0.6, 1]],
  bars: [[-1, -0.55], [1, -0.55], [1, 0.55], [-1, 0.55]],
  diamond: [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  triangle: [[0, -1], [1.05, 0.85], [-1.05, 0.85]],
  triangleDown: [[0, 1], [1.05, -0.85], [-1.05, -0.85]],
  hexagon: [[-0.55, -1], [0.55, -1], [1.1, 0], [0.55, 1], [-0.55, 1], [-1.1, 0]],
  star: Array.from({ length: 10 }, (_, n) => {
    const far = n % 2 ? 0.5 : 1.2, angle = (n * Math.PI) / 5 - Math.PI / 2;
    return [far * Math.cos(angle), far * Math.sin(angle)];
  }),
};
const HOLLOW = new Set(["frame", "ring"]);

// The same shape on a canvas, of any size, around any place.
function drawShape(canvas, shape, x, y, size, colour) {
  canvas.beginPath();
  const corners = CORNERS[shape];
  if (corners) {
    corners.forEach(([dx, dy], n) => canvas[n ? "lineTo" : "moveTo"](x + dx * size, y + dy * size));
    canvas.closePath();
  } else {
    canvas.arc(x, y, size, 0, 2 * Math.PI);
  }
  if (HOLLOW.has(shape)) {
    canvas.strokeStyle = colour;
    canvas.lineWidth = size * 0.45;
    canvas.stroke();
  } else {
    canvas.fillStyle = colour;
    canvas.fill();
  }
}

const SVG = "http://www.w3.org/2000/svg";
function svgElement(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  return made;
}

// The mark of a kind, in the colour of the text around it.
function icon(look) {
  const svg = svgElement("svg", { viewBox: "-1.4 -1.4 2.8 2.8", "aria-hidden": "true", class: "icon" });
  const paint = HOLLOW.has(look.shape) ? { fill: "none", stroke: "currentColor", "stroke-width": 0.45 } : { fill: "currentColor" };
  const corners = CORNERS[look.shape];
  svg.append(corners ? svgElement("polygon", { points: corners.map((c) => c.join(",")).join(" "), ...paint })
    : svgElement("circle", { r: 0.9, ...paint }));
  return svg;
}

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many || `${one}s`}`;
