// The board is one tab stop: arrows lead from space to space.

import { board, cellAt, placeOf } from "./page.js";
import { showCell } from "./viewport.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

let last = "";

export function rove(cell) {
  for (const other of board().querySelectorAll('.cell[tabindex="0"]')) other.tabIndex = -1;
  if (!cell) return;
  cell.tabIndex = 0;
  last = cell.dataset.at;
}

export function stand(cell) {
  rove(cell);
  // First into sight, for what is said about a space goes when the playing area moves.
  showCell(cell);
  cell.focus({ preventScroll: true });
}

export function walk(event, cell) {
  const step = STEPS[event.key];
  if (!step) return false;
  const [x, y] = placeOf(cell);
  const next = cellAt([x + step[0], y + step[1]]);
  if (next) stand(next);
  return Boolean(next);
}

export const start = () =>
  rove(cellAt(last) ?? board().querySelector(".cell.taken") ?? board().querySelector(".cell"));
