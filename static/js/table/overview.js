// The small map, and the counts of lit spaces beyond each edge.

import { board, on, table, words } from "./page.js";
import { cellSize, current, panBy, room } from "./viewport.js";

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

function countBeyond() {
  const space = room();
  table.style.setProperty("--covered", `${space.box.height - space.height}px`);
  const beyond = { left: [], right: [], up: [], down: [] };
  for (const mark of board().querySelectorAll(".legal, .lying.target")) {
    const spot = mark.getBoundingClientRect();
    const x = spot.left + spot.width / 2 - space.box.left;
    const y = spot.top + spot.height / 2 - space.box.top;
    if (x < 0) beyond.left.push(mark);
    else if (x > space.width) beyond.right.push(mark);
    else if (y < 0) beyond.up.push(mark);
    else if (y > space.height) beyond.down.push(mark);
  }
  for (const [side, marks] of Object.entries(beyond)) {
    const button = table.querySelector(`[data-edge="${side}"]`);
    button.hidden = !marks.length;
    button.textContent = `${ARROWS[side][0]}${marks.length} ${words.more}${ARROWS[side][1]}`;
  }
}

table.addEventListener("click", (event) => {
  const side = event.target.closest("[data-edge]")?.dataset.edge;
  if (!side) return;
  const size = cellSize();
  const steps = { left: [size.x, 0], right: [-size.x, 0], up: [0, size.y], down: [0, -size.y] };
  panBy(...steps[side]);
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
