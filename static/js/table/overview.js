// The small map, and the counts of lit spaces beyond each edge.

import { afterwards, board, on, table, words } from "./page.js";
import { cellSize, clearing, current, lookAside, room } from "./viewport.js";

const map = table.querySelector("[data-map]");
const SVG = "http://www.w3.org/2000/svg";

function box(x, y, name, inset = 0.08) {
  const rect = document.createElementNS(SVG, "rect");
  const values = {
    x: x + inset,
    y: y + inset,
    width: 1 - 2 * inset,
    height: 1 - 2 * inset,
    rx: 0.1,
    class: name,
  };
  for (const [key, value] of Object.entries(values)) rect.setAttribute(key, value);
  return rect;
}

function drawMap() {
  const rows = [...board().children];
  const marks = [];
  rows.forEach((row, y) => {
    [...row.children].forEach((cell, x) => {
      const lying = cell.querySelector(".lying");
      if (lying) marks.push(box(x, y, lying.classList.contains("side-1") ? "side-1" : "side-0"));
      else if (cell.querySelector(".legal")) marks.push(box(x, y, "lit", 0.14));
    });
  });
  map.setAttribute("viewBox", `0 0 ${rows[0].children.length} ${rows.length}`);
  map.replaceChildren(...marks);
  drawFrame();
}

function drawFrame() {
  map.querySelector(".frame")?.remove();
  const size = cellSize();
  const view = current();
  const space = room();
  const frame = box(0, 0, "frame", 0);
  frame.setAttribute("x", -view.x / size.x);
  frame.setAttribute("y", -view.y / size.y);
  frame.setAttribute("width", space.width / size.x);
  frame.setAttribute("height", space.height / size.y);
  map.append(frame);
}

const ARROWS = { left: ["‹ ", ""], right: ["", " ›"], up: ["⌃ ", ""], down: ["⌄ ", ""] };

const beyond = { left: [], right: [], up: [], down: [] };

// Lit spaces under the panels count as beyond the edge.
function countBeyond() {
  const space = clearing();
  const inside = [];
  for (const side of Object.keys(beyond)) beyond[side] = [];
  for (const mark of board().querySelectorAll(".legal, .lying.target")) {
    const spot = mark.getBoundingClientRect();
    const x = spot.left - space.box.left;
    const y = spot.top - space.box.top;
    if (x + spot.width / 2 < 0) beyond.left.push(x);
    else if (x + spot.width / 2 > space.width) beyond.right.push(x + spot.width);
    else if (y + spot.height / 2 < 0) beyond.up.push(y);
    else if (y + spot.height / 2 > space.height) beyond.down.push(y + spot.height);
    else inside.push({ x, y, width: spot.width, height: spot.height });
  }
  for (const [side, marks] of Object.entries(beyond)) {
    const button = table.querySelector(`[data-edge="${side}"]`);
    button.hidden = !marks.length;
    if (!marks.length) continue;
    button.textContent = `${ARROWS[side][0]}${marks.length} ${words.more}${ARROWS[side][1]}`;
    settle(button, side, space, inside);
  }
}

// At its edge, as near to the middle and as far out as it covers the heart of no lit space.
const RIM = 0.3;
function settle(button, side, space, lit) {
  const [width, height] = [button.offsetWidth, button.offsetHeight];
  const across = side === "up" || side === "down";
  const length = across ? space.width - width : space.height - height;
  const depth = across ? space.height - height : space.width - width;
  const covers = ({ x, y }) =>
    lit.filter(
      (each) =>
        x < each.x + each.width * (1 - RIM) &&
        each.x + each.width * RIM < x + width &&
        y < each.y + each.height * (1 - RIM) &&
        each.y + each.height * RIM < y + height,
    ).length;
  let best = null;
  for (let inset = 0; inset <= depth / 2; inset += 20) {
    for (let step = 0; step <= 24; step += 1) {
      const along = (length * (step % 2 ? 25 + step : 24 - step)) / 48;
      const away = side === "left" || side === "up" ? inset : depth - inset;
      const spot = across ? { x: along, y: away } : { x: away, y: along };
      const cost = covers(spot);
      if (!best || cost < best.cost) best = { ...spot, cost };
      if (!cost) break;
    }
    if (!best.cost) break;
  }
  button.style.left = `${best.x}px`;
  button.style.top = `${best.y}px`;
}

// As many of them as come into sight together.
table.addEventListener("click", (event) => {
  const side = event.target.closest("[data-edge]")?.dataset.edge;
  if (!side) return;
  const space = clearing();
  const far = { left: Math.min, right: Math.max, up: Math.min, down: Math.max }[side](...beyond[side]);
  const step = {
    left: [Math.min(6 - far, space.width * 0.7), 0],
    right: [Math.max(space.width - 6 - far, -space.width * 0.7), 0],
    up: [0, Math.min(6 - far, space.height * 0.7)],
    down: [0, Math.max(space.height - 6 - far, -space.height * 0.7)],
  };
  lookAside(...step[side]);
});

map.addEventListener("click", (event) => {
  const inverse = map.getScreenCTM().inverse();
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  const size = cellSize();
  const space = room();
  const view = current();
  lookAside(space.width / 2 - spot.x * size.x - view.x, space.height / 2 - spot.y * size.y - view.y);
});

// After the frame, in which the page is laid out anyway.
const redraw = afterwards(drawMap);
const reframe = afterwards(drawFrame);
const count = afterwards(countBeyond);
for (const name of ["selected", "cleared", "swapped"]) on(name, redraw);
for (const name of ["selected", "cleared", "swapped", "viewed"]) on(name, count);
on("viewed", reframe);
redraw();
