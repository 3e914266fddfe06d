// Slack's own chart: lines and areas as lines, bars as bars, and the figures in a list for whoever can't see either.

import { make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 360;
const HEIGHT = 170;
const LEFT = 44;
const FOOT = 20;
const DASHES = ["", "6 4", "2 3", "10 3 2 3", "1 4", "8 2"];

/** Draw a data_visualization block; a pie is told in words alone. */
export function chart(block) {
  const { type, series, segments, axis_config: axes } = block.chart;
  const drawn = series ? picture(type, series, axes.categories) : null;
  const told = (series ?? [{ name: "", data: segments }]).map((one, index) => legend(one, index, type));
  return make("figure.block.chart", { "aria-label": block.title }, make("figcaption", {}, block.title), drawn, make("ul", {}, ...told));
}

function legend({ name, data }, index, type) {
  const last = data.map(({ label, value }) => `${label}: ${value.toLocaleString("en-US")}`).at(-1);
  const mark = svg("svg", { width: 28, height: 8, "aria-hidden": "true" });
  if (type === "bar") mark.append(svg("rect", { x: 1, y: 1, width: 26, height: 6, class: `bar-${index}` }));
  else mark.append(svg("line", { x1: 0, y1: 4, x2: 28, y2: 4, class: `line-${index}`, "stroke-dasharray": DASHES[index] }));
  return make("li", {}, mark, ` ${name} (${last})`);
}

function picture(type, series, categories) {
  const most = Math.max(...series.flatMap(({ data }) => data.map(({ value }) => value)), 1e-9);
  const x = (index) => LEFT + ((index + 0.5) * (WIDTH - LEFT)) / categories.length;
  const y = (value) => 8 + (1 - value / most) * (HEIGHT - FOOT - 8);
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  for (const part of [0, 0.5, 1]) {
    drawn.append(svg("line", { x1: LEFT, x2: WIDTH, y1: y(part * most), y2: y(part * most), class: "grid" }));
    drawn.append(words(dollars(part * most, most), { x: LEFT - 4, y: y(part * most) + 4, "text-anchor": "end" }));
  }
  const step = Math.ceil(categories.length / 4);
  categories.forEach((name, index) => {
    if (index % step === 0) drawn.append(words(name, { x: x(index), y: HEIGHT - 4, "text-anchor": "middle" }));
  });
  series.forEach(({ data }, index) => {
    if (type === "bar") drawn.append(...bars(data, index, series.length, x, y, (WIDTH - LEFT) / categories.length));
    else if (data.length === 1) drawn.append(svg("circle", { cx: x(0), cy: y(data[0].value), r: 4, class: `dot-${index}` }));
    else drawn.append(svg("polyline", { points: data.map(({ value }, at) => `${x(at)},${y(value)}`).join(" "), class: `line-${index}`, "stroke-dasharray": DASHES[index] }));
  });
  return drawn;
}

/** Write a tick: in cents where whole dollars would make different ticks the same. */
function dollars(value, most) {
  const digits = most < 10 ? 2 : 0;
  return `$${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

function bars(data, index, count, x, y, room) {
  const width = (room * 0.8) / count;
  return data.map(({ value }, at) => svg("rect", { x: x(at) - room * 0.4 + index * width, y: y(value), width, height: y(0) - y(value), class: `bar-${index}` }));
}

function words(text, attributes) {
  const node = svg("text", attributes);
  node.textContent = text;
  return node;
}

function svg(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== "") node.setAttribute(key, value);
  return node;
}
