// The small map, and the counts of lit spaces beyond each edge.

import { board, on, table, words } from "./page.js";
import { cellSize, clearing, current, panBy, room } from "./viewport.js";

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
  table.style.setProperty("--covered", `${space.box.height - space.height}px`);
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

// As near to the middle of its edge as it covers no lit space.
function settle(button, side, space, lit) {
  const across = side === "up" || side === "down";
  const size = { width: button.offsetWidth, height: button.offsetHeight };
  const most = across ? space.width - size.width : space.height - size.height;
  const fixed = {
    left: { x: 0 },
    right: { x: space.width - size.width },
    up: { y: 0 },
    down: { y: space.height - size.height },
  }[side];
  const covered = (at) => {
    const spot = { ...fixed, [across ? "x" : "y"]: at };
    const apart = (from, to, axis, length) =>
      from[axis] + from[length] <= to[axis] || to[axis] + to[length] <= from[axis];
    const own = { ...spot, ...size };
    return lit.filter((each) => !apart(own, each, "x", "width") && !apart(own, each, "y", "height")).length;
  };
  const spots = Array.from({ length: 25 }, (_none, step) => (most * step) / 24);
  spots.sort((one, other) => Math.abs(one - most / 2) - Math.abs(other - most / 2));
  const best = spots.reduce((least, each) => (covered(each) < covered(least) ? each : least));
  button.style[across ? "left" : "top"] = `${best}px`;
  if (side === "right") button.style.right = `${space.box.width - space.width}px`;
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
  panBy(...step[side]);
});

map.addEventListener("click", (event) => {
  const inverse = map.getScreenCTM().inverse();
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  const size = cellSize();
  const space = room();
  const view = current();
  panBy(space.width / 2 - spot.x * size.x - view.x, space.height / 2 - spot.y * size.y - view.y);
});

for (const name of ["selected", "cleared", "swapped"]) on(name, drawMap);
for (const name of ["selected", "cleared", "swapped", "viewed"]) on(name, countBeyond);
on("viewed", drawFrame);
drawMap();
