// Pan and zoom of the ground. Zoom changes the width of a card, not a bitmap, so that faces stay sharp.

import { board, cellAt, ground, happened, narrow, on, table, tell } from "./page.js";

const FULL = 120; // px: the card width called 100 %
const LEAST = 32;
const MOST = 260;

const view = { x: 0, y: 0, width: 108 };
export const current = () => ({ ...view });

// As in board.css: a tenth of a card's width between cards.
const CELL_X = 1.1;
const CELL_Y = 88 / 63 + 0.1;

export const cellSize = () => ({ x: view.width * CELL_X, y: view.width * CELL_Y });

// What lies under hand and panels is no room for the table.
export function room() {
  const box = ground.getBoundingClientRect();
  const cover = table.querySelector(".result") ?? table.querySelector(".open-hands") ?? table.querySelector(".held");
  const bottom = Math.min(box.bottom, narrow.matches ? box.bottom - 16 : cover.getBoundingClientRect().top);
  return { left: 0, top: narrow.matches ? 0 : 4, width: box.width, height: bottom - box.top, box };
}

function draw() {
  table.style.setProperty("--card-w", `${view.width}px`);
  table.style.setProperty("--pan-x", `${view.x}px`);
  table.style.setProperty("--pan-y", `${view.y}px`);
  const shown = table.querySelector("[data-zoom-shown]");
  if (shown) shown.textContent = `${Math.round((view.width / FULL) * 100)} %`;
  tell("viewed");
}

export function panBy(dx, dy) {
  const size = cellSize();
  const columns = board().querySelector(".row").children.length;
  const rows = board().children.length;
  const space = room();
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  view.x = clamp(view.x + dx, size.x - columns * size.x, space.width - size.x);
  view.y = clamp(view.y + dy, size.y - rows * size.y, space.height - size.y);
  draw();
}

export function zoomBy(factor, at = null) {
  const space = room();
  const middle = at ?? { x: space.width / 2, y: space.height / 2 };
  const width = Math.min(MOST, Math.max(LEAST, view.width * factor));
  const scale = width / view.width;
  view.x = middle.x - (middle.x - view.x) * scale;
  view.y = middle.y - (middle.y - view.y) * scale;
  view.width = width;
  draw();
}

// Everything that lies there with half a space around it, within sizes at which cards can be read.
export function zoomToFit(least = LEAST) {
  const taken = [...board().querySelectorAll(".cell.taken")].map((cell) => [indexOf(cell), cell]);
  const columns = taken.map(([[column]]) => column);
  const rows = taken.map(([[, row]]) => row);
  const left = Math.min(...columns) - 1;
  const right = Math.max(...columns) + 2;
  const top = Math.min(...rows) - 1;
  const bottom = Math.max(...rows) + 2;
  const space = room();
  const fits = Math.min(space.width / ((right - left) * CELL_X), space.height / ((bottom - top) * CELL_Y));
  view.width = Math.min(FULL, Math.max(least, fits));
  const size = cellSize();
  view.x = space.width / 2 - ((left + right) / 2) * size.x;
  view.y = space.top + space.height / 2 - ((top + bottom) / 2) * size.y;
  draw();
}

function indexOf(cell) {
  return [[...cell.parentElement.children].indexOf(cell), [...board().children].indexOf(cell.parentElement)];
}

// Brings a space into sight, with as little movement as needed.
export function showCell(cell) {
  const space = room();
  const box = cell.getBoundingClientRect();
  const left = box.left - space.box.left;
  const top = box.top - space.box.top;
  const dx = left < 0 ? -left : Math.min(0, space.width - (left + box.width));
  const dy = top < 0 ? -top : Math.min(0, space.height - (top + box.height));
  if (dx || dy) panBy(dx, dy);
}

// A new row or column at the left or top must not push the rest: the board keeps its place on the ground.
on("swapped", ({ origin }) => {
  const size = cellSize();
  const { left, top } = board().dataset;
  view.x += (Number(left) - origin.left) * size.x;
  view.y += (origin.top - Number(top)) * size.y;
  draw();
});

// What the other one does must be seen; at the end, all of it.
on("shown", () => {
  if (table.querySelector(".result")) return zoomToFit();
  for (const entry of happened().entries) {
    const cell = (entry.event === "played" || entry.event === "moved") && cellAt(entry.at ?? entry.to);
    if (cell) showCell(cell);
  }
});

table.querySelector(".zoom").addEventListener("click", (event) => {
  const step = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (step === "in") zoomBy(1.15);
  if (step === "out") zoomBy(1 / 1.15);
  if (step === "fit") zoomToFit();
});

addEventListener("resize", () => panBy(0, 0));
zoomToFit(table.querySelector(".result") ? LEAST : narrow.matches ? 71 : 102);
