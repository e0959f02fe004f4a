// Pan and zoom of the ground. Zoom changes the width of cards instead of scaling, so that faces stay sharp.

import { board, cellAt, ground, happened, narrow, on, table, tell } from "./page.js";
import { lit } from "./selection.js";

const FULL = 120; // px: the card width called 100 %
const LEAST = 12;
const MOST = 260;
const SMALL = 58; // below this a card shows no more than name and points
const NAMED = 34; // the smallest that cards become for lit spaces: a name still stands on them
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

// Where everything is to fit: beside the other's panel and the map, which keep the right margin, and above the card
// that is lifted from the hand.
export function clearing() {
  const { width, height, box } = room();
  const panels = [...ground.querySelectorAll(".rival, .map")].map((panel) => panel.getBoundingClientRect());
  const edge = Math.min(box.right, ...panels.filter((panel) => panel.width).map((panel) => panel.left - 6));
  return narrow.matches ? { width, height, box } : { width: edge - box.left, height: height - 26, box };
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
  before = null;
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
  before = null;
  scaleTo(Math.min(MOST, Math.max(LEAST, view.width * factor)), middle.x, middle.y);
  draw();
}

// The point (x, y) of the ground stays where it is.
function scaleTo(width, x, y) {
  const scale = width / view.width;
  view.x = x - (x - view.x) * scale;
  view.y = y - (y - view.y) * scale;
  view.width = width;
}

// Everything that lies there with a space all round it; when that makes the cards hard to read, the cards alone.
export function zoomToFit(least = LEAST) {
  untouched = true;
  const area = areaOf([...board().querySelectorAll(".cell.taken")]);
  const spread = { x: area.right - area.left, y: area.bottom - area.top };
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
  view.x = middle - (area.left + spread.x / 2) * size.x;
  view.y = space.height / 2 - (area.top + spread.y / 2) * size.y;
  draw();
}

// The end of a game is about all of its table, at any size; so is an exercise, but its cards must be told apart.
const least = () => (table.querySelector(".result") ? LEAST : "exercise" in table.dataset ? NAMED : SMALL);
const fitAgain = () => zoomToFit(least());

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
  showArea(areaOf([cell]));
}

// The same for a part of the board, in columns and rows, unless it is too large for the room.
function showArea({ left, top, right, bottom }) {
  const space = clearing();
  const size = cellSize();
  const away = (low, high, most) => (high - low > most + 1 ? 0 : low < 0 ? -low : Math.min(0, most - high));
  const dx = away(view.x + left * size.x, view.x + right * size.x, space.width);
  const dy = away(view.y + top * size.y, view.y + bottom * size.y, space.height);
  if (dx || dy) pan(dx, dy);
}

function areaOf(cells) {
  const spots = cells.map(indexOf);
  const columns = spots.map(([column]) => column);
  const rows = spots.map(([, row]) => row);
  return {
    left: Math.min(...columns),
    top: Math.min(...rows),
    right: Math.max(...columns) + 1,
    bottom: Math.max(...rows) + 1,
  };
}

let before = null; // the view when a card was chosen, until the visitor moves the ground
let wide = 0; // the width of cards before an action that is on its way

// The lit spaces of a chosen card come into sight: by as little movement as needed, else with smaller cards; if they
// are too far apart for that, the first one.
function showLit() {
  const cells = [...lit().keys()];
  if (!cells.length) return;
  before = { ...view };
  const all = areaOf(cells);
  const space = clearing();
  const fits = Math.min(
    space.width / ((all.right - all.left) * CELL_X),
    space.height / ((all.bottom - all.top) * CELL_Y),
  );
  if (fits < view.width)
    scaleTo(Math.max(fits, Math.min(view.width, NAMED)), space.width / 2, space.height / 2);
  showArea(all);
  showCell(cells[0]);
  draw();
}

function showBefore({ sending }) {
  if (sending) wide = before?.width ?? 0;
  else if (before) Object.assign(view, before), draw();
  before = null;
}

on("selected", showLit);
on("cleared", showBefore);

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
  if (wide) scaleTo(wide, room().width / 2, room().height / 2);
  wide = 0;
  if (untouched && view.width > least() && !isWhole()) fitAgain();
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
