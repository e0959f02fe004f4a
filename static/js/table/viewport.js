// Pan and zoom of the ground. Zoom changes the width of cards instead of scaling, so that faces stay sharp.

import { board, cellAt, ground, happened, narrow, on, table, tell } from "./page.js";

const FULL = 120; // px: the card width called 100 %
const LEAST = 32;
const MOST = 260;
const SMALL = 58; // below this a token cannot be read
const CLEAR = 64; // from this on the spaces round the table are worth smaller cards

const view = { x: 0, y: 0, width: 108 };
export const current = () => ({ ...view });

// Until the visitor moves the ground, it follows the table and the window by itself.
let untouched = true;

// As in board.css: a tenth of a card's width between cards.
const CELL_X = 1.1;
const CELL_Y = 88 / 63 + 0.1;

export const cellSize = () => ({ x: view.width * CELL_X, y: view.width * CELL_Y });

// What lies under hand and panels is no room for the table.
export function room() {
  const box = ground.getBoundingClientRect();
  const cover =
    table.querySelector(".result") ?? table.querySelector(".open-hands") ?? table.querySelector(".held");
  const bottom = Math.min(box.bottom, narrow.matches ? box.bottom - 16 : cover.getBoundingClientRect().top);
  return { width: box.width, height: bottom - box.top, box };
}

// Where everything is to fit: beside the other's panel and the map, which keep the right margin.
function clearing() {
  const { width, height, box } = room();
  const panels = [...ground.querySelectorAll(".rival, .map")].map((panel) => panel.getBoundingClientRect());
  const edge = Math.min(box.right, ...panels.filter((panel) => panel.width).map((panel) => panel.left - 6));
  return { width: narrow.matches ? width : edge - box.left, height };
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
  untouched = false;
  pan(dx, dy);
}

function pan(dx, dy) {
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
  untouched = false;
  const space = room();
  const middle = at ?? { x: space.width / 2, y: space.height / 2 };
  const width = Math.min(MOST, Math.max(LEAST, view.width * factor));
  const scale = width / view.width;
  view.x = middle.x - (middle.x - view.x) * scale;
  view.y = middle.y - (middle.y - view.y) * scale;
  view.width = width;
  draw();
}

// Everything that lies there with a space all round it; when that makes the cards hard to read, the cards alone.
export function zoomToFit(least = LEAST) {
  untouched = true;
  const taken = [...board().querySelectorAll(".cell.taken")].map(indexOf);
  const columns = taken.map(([column]) => column);
  const rows = taken.map(([, row]) => row);
  const spread = {
    x: Math.max(...columns) - Math.min(...columns) + 1,
    y: Math.max(...rows) - Math.min(...rows) + 1,
  };
  const space = clearing();
  const fits = (margin) =>
    Math.min(
      space.width / ((spread.x + 2 * margin) * CELL_X),
      space.height / ((spread.y + 2 * margin) * CELL_Y),
    );
  view.width = Math.min(FULL, Math.max(least, fits(1), Math.min(CLEAR, fits(0.06))));
  const size = cellSize();
  // In the middle of the ground, as the hand is; further left only where the panels would cover a space.
  const middle = Math.max(
    space.width / 2,
    Math.min(room().width / 2, space.width - (spread.x / 2 + 1) * size.x),
  );
  view.x = middle - (Math.min(...columns) + spread.x / 2) * size.x;
  view.y = space.height / 2 - (Math.min(...rows) + spread.y / 2) * size.y;
  draw();
}

const fitAgain = () => zoomToFit(table.querySelector(".result") ? LEAST : SMALL);

// Is every card in sight?
function isWhole() {
  const space = clearing();
  const size = cellSize();
  return [...board().querySelectorAll(".cell.taken")].every((cell) => {
    const [column, row] = indexOf(cell);
    const x = view.x + column * size.x;
    const y = view.y + row * size.y;
    return x > -1 && y > -1 && x + size.x < space.width + 1 && y + size.y < space.height + 1;
  });
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
  if (dx || dy) pan(dx, dy);
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
  if (table.querySelector(".result")) return fitAgain();
  if (untouched && view.width > SMALL && !isWhole()) fitAgain();
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

// The room changes with the window, with the fonts when they arrive, and with what is held.
let known = "";
function follow() {
  const { width, height } = room();
  if (known === `${width} ${height}`) return;
  known = `${width} ${height}`;
  if (untouched) fitAgain();
  else pan(0, 0);
}
const sizes = new ResizeObserver(follow);
sizes.observe(ground);
sizes.observe(table.querySelector(".held"));
on("swapped", () => sizes.observe(table.querySelector(".held")));
follow();
