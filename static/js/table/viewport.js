// Pan and zoom of the playing area. Zoom changes the width of cards instead of scaling, so that faces stay sharp.

import { board, cellAt, happened, narrow, on, playingArea, table, tell } from "./page.js";
import { lit } from "./selection.js";
import { best } from "./window.js";

const FULL = 120; // px: the card width called 100 %
const LEAST = 12;
const MOST = 260;
const CLEAR = 64; // from this on the spaces round the table are worth smaller cards
// Cards keep a size at which name and picture can be read, even if that leaves some out of sight: so many side by
// side, between these widths. To have all of them in sight they may become a little smaller.
const SIDE_BY_SIDE = 5.4;
const READABLE = [60, 88];
const BIT = 0.85;

const view = { x: 0, y: 0, width: 108 };
export const current = () => ({ ...view });

// Until the visitor moves the playing area, it follows the table and the window by itself.
let untouched = true;

// As in board.css: a tenth of a card's width between cards.
const CELL_X = 1.1;
const CELL_Y = 88 / 63 + 0.1;

export const cellSize = () => ({ x: view.width * CELL_X, y: view.width * CELL_Y });

const isBeside = () => table.classList.contains("beside");

// What lies under hand and panels is no room for the table.
export function room() {
  const box = playingArea.getBoundingClientRect();
  const cover =
    table.querySelector(".result") ?? table.querySelector(".open-hands") ?? table.querySelector(".hand-area");
  const top = isBeside() ? box.bottom : cover.getBoundingClientRect().top;
  const bottom = Math.min(box.bottom, narrow.matches ? box.bottom - 16 : top);
  return { width: box.width, height: bottom - box.top, box };
}

const LIFTED = 26; // px that a chosen card rises from a hand under the table

// Where everything is to fit: beside the other's panel and the map, where they keep the right margin, and above the
// card that is lifted from the hand.
export function clearing() {
  const { width, height, box } = room();
  if (narrow.matches || isBeside()) return { width, height, box };
  const panels = [...table.querySelectorAll(".rival, .map")].map((panel) => panel.getBoundingClientRect());
  const edge = Math.min(box.right, ...panels.filter((panel) => panel.width).map((panel) => panel.left - 6));
  return { width: edge - box.left, height: height - LIFTED, box };
}

function draw() {
  // Not of the table: hand and panels would be styled anew with each step.
  playingArea.style.setProperty("--card-w", `${view.width}px`);
  playingArea.style.setProperty("--pan-x", `${view.x}px`);
  playingArea.style.setProperty("--pan-y", `${view.y}px`);
  const shown = table.querySelector("[data-zoom-shown]");
  if (shown) shown.textContent = `${Math.round((view.width / FULL) * 100)} %`;
  tell("viewed");
}

export function panBy(dx, dy) {
  untouched = false;
  lookAside(dx, dy);
}

// The same for what the page itself offers to show: afterwards it goes on by itself.
export function lookAside(dx, dy) {
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

// A double tap: close to what is there, or all of the table.
export function zoomInOrOut(at) {
  if (view.width < CLOSE * BIT) zoomBy(CLOSE / view.width, at);
  else zoomToFit();
}
const CLOSE = 130; // px

// The point (x, y) of the playing area stays where it is.
function scaleTo(width, x, y) {
  const scale = width / view.width;
  view.x = x - (x - view.x) * scale;
  view.y = y - (y - view.y) * scale;
  view.width = width;
}

const taken = () => [...board().querySelectorAll(".cell.taken")];
const spread = (area) => ({ x: area.right - area.left, y: area.bottom - area.top });

// How wide cards may be for an area of the board, with so many spaces round it, to fit there.
function fits(area, margin, { width, height }) {
  const { x, y } = spread(area);
  return Math.min(width / ((x + 2 * margin) * CELL_X), height / ((y + 2 * margin) * CELL_Y));
}

// Everything that lies there with a space all round it; when that makes the cards hard to read, the cards alone; and
// when even that does, the part that matters.
function widthFor(least) {
  const area = areaOf(taken());
  const space = clearing();
  const alone = fits(area, NARROWEST, space);
  const whole = Math.max(fits(area, 1, space), Math.min(CLEAR, alone));
  return Math.min(FULL, Math.max(whole, alone < least ? (alone < least * BIT ? least : alone) : least));
}
const NARROWEST = 0.06;

export function zoomToFit(least = LEAST) {
  untouched = true;
  view.width = widthFor(least);
  const area = areaOf(taken());
  const { x, y } = spread(area);
  const space = clearing();
  const size = cellSize();
  // In the middle of the playing area, as the hand is; further left only where the panels would cover a space.
  const middle = Math.max(
    space.width / 2,
    Math.min(room().width / 2, space.width - (x / 2 + 1) * size.x),
  );
  view.x = middle - (area.left + x / 2) * size.x;
  view.y = space.height / 2 - (area.top + y / 2) * size.y;
  showMost(taken(), weight);
  draw();
}

// Where not all fits: what has changed, and what will be lost, before the rest.
function weight(cell) {
  if (cell.querySelector(".fresh")) return 6;
  return cell.querySelector(".is-at-risk") ? 3 : 1;
}

// Moves to where most of the cells are in sight, on each axis on which they do not all fit.
function showMost(cells, weigh) {
  const space = clearing();
  const size = cellSize();
  const spots = cells.map((cell) => [...indexOf(cell), weigh(cell)]);
  const { left, top } = best(
    spots,
    { across: space.width / size.x, down: space.height / size.y },
    { left: -view.x / size.x, top: -view.y / size.y },
  );
  view.x = -left * size.x;
  view.y = -top * size.y;
}

// The end of a game is about all of its table, at any size.
function least() {
  if (table.querySelector(".result")) return LEAST;
  // An exercise is about all of it too.
  if ("exercise" in table.dataset) return READABLE[0];
  return Math.min(READABLE[1], Math.max(READABLE[0], room().width / SIDE_BY_SIDE / CELL_X));
}
const fitAgain = () => zoomToFit(least());

const COLUMN = 256; // px: as in beside.css
const MUCH = 1.12; // times wider cards must become for the hand to change its place
const LARGE = 100; // px: cards that are this wide need no more room

// On a wide window the hand is beside the table if cards become clearly larger for that.
function arrange() {
  const was = isBeside();
  if (!table.querySelector(".hand-area > .hand-head") || !wideEnough.matches) return set(false);
  const box = playingArea.getBoundingClientRect();
  const whole = { width: box.width + (was ? COLUMN : 0), height: box.height };
  const area = areaOf(taken());
  const under = fits(area, 0.5, { width: whole.width - 150, height: whole.height - UNDER - LIFTED });
  const beside = fits(area, 0.5, { width: whole.width - COLUMN, height: whole.height });
  set(under < LARGE && beside > under * (was ? 1 : MUCH));
}
const UNDER = 164; // px: the hand under the table
const wideEnough = matchMedia("(min-width: 1100px)");
const set = (beside) => table.classList.toggle("beside", beside);

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

let before = null; // the view when a card was chosen, until the visitor moves the playing area
let wide = 0; // the width of cards before an action that is on its way

// The lit spaces of a chosen card come into sight: by as little movement as needed, else with smaller cards that can
// still be read; if they are too far apart for that, as many of them as can be. The hand has given way to the table.
function showLit() {
  const cells = [...lit().keys()];
  if (!cells.length) return;
  const kept = { ...view };
  known = measured();
  if (untouched) fitAgain();
  before = kept;
  const all = areaOf(cells);
  const space = clearing();
  const most = fits(all, 0, space);
  const width = Math.max(Math.min(most, view.width), Math.min(view.width, least()));
  if (width !== view.width) scaleTo(width, space.width / 2, space.height / 2);
  if (most < width - 0.01) showMost(cells, (cell) => (cell === cells[0] ? 2 : 1));
  showArea(all);
  draw();
}

function showBefore({ sending }) {
  known = measured();
  if (sending) wide = before?.width ?? 0;
  else if (before) Object.assign(view, before), draw();
  before = null;
}

on("selected", showLit);
on("cleared", showBefore);

// A new row or column at the left or top must not push the rest: the board keeps its place on the playing area.
on("swapped", ({ origin }) => {
  const size = cellSize();
  const { left, top } = board().dataset;
  view.x += (Number(left) - origin.left) * size.x;
  view.y += (origin.top - Number(top)) * size.y;
  draw();
});

// What the other one does must be seen; at the end, all of it.
on("shown", () => {
  arrange();
  known = measured();
  if (table.querySelector(".result")) return fitAgain();
  if (wide) scaleTo(wide, room().width / 2, room().height / 2);
  wide = 0;
  if (untouched && !isWhole() && view.width > widthFor(least()) + 1) fitAgain();
  for (const entry of happened().entries) {
    const cell = (entry.event === "played" || entry.event === "moved") && cellAt(entry.at ?? entry.to);
    if (cell) showCell(cell);
  }
  draw();
});

table.querySelector(".zoom").addEventListener("click", (event) => {
  const step = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (step === "in") zoomBy(1.15);
  if (step === "out") zoomBy(1 / 1.15);
  if (step === "fit") zoomToFit();
});

// The room changes with the window, with the fonts when they arrive, and with the hand.
let known = "";
function measured() {
  const { width, height } = room();
  return `${width} ${height}`;
}
function follow() {
  if (known === measured()) return;
  arrange();
  known = measured();
  if (untouched) fitAgain();
  else pan(0, 0);
}
const sizes = new ResizeObserver(follow);
sizes.observe(playingArea);
sizes.observe(table.querySelector(".hand-area"));
on("swapped", () => sizes.observe(table.querySelector(".hand-area")));
// At first without the board, which is laid out when its size is known: to do so twice takes a phone half a second.
board().style.display = "none";
follow();
board().style.display = "";
