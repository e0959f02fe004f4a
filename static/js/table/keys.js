// The keyboard: arrows inside hand and board, Enter, digits for lit spaces, E, D, Esc, + - 0.

import { board, cellAt, placeOf, table } from "./page.js";
import { discard, endTurn } from "./turn.js";
import { pick } from "./options.js";
import { touch } from "./pointer.js";
import { hideBubble } from "./refusal.js";
import { clear, offered, offeredAt, select, selected } from "./selection.js";
import { showCell, zoomBy, zoomToFit } from "./viewport.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// One stop of the Tab key for the whole board: a lit space first, else a card.
export function rove(cell) {
  for (const other of board().querySelectorAll('.cell[tabindex="0"]')) other.tabIndex = -1;
  if (cell) cell.tabIndex = 0;
}

function walkBoard(event, cell) {
  const step = STEPS[event.key];
  if (step) {
    const [x, y] = placeOf(cell);
    const next = cellAt([x + step[0], y + step[1]]);
    if (!next) return false;
    rove(next);
    next.focus({ preventScroll: true });
    showCell(next);
    return true;
  }
  if (event.key === "Enter" || event.key === " ") {
    touch(cell);
    return true;
  }
  return false;
}

function walkHand(event, card) {
  const cards = [...card.parentElement.children];
  const index = cards.indexOf(card);
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: cards.length - 1 }[event.key];
  if (to !== undefined) {
    const next = cards[(to + cards.length) % cards.length];
    for (const other of cards) other.tabIndex = other === next ? 0 : -1;
    next.focus();
    return true;
  }
  if (event.key === "Enter" || event.key === " ") {
    select(card.dataset.source, card);
    const first = offered().find((choice) => choice.at);
    if (first) rove(cellAt(first.at));
    return true;
  }
  if (event.key === "ArrowUp") {
    const first = offered().find((choice) => choice.at);
    const cell = first ? cellAt(first.at) : board().querySelector(".cell.taken");
    rove(cell);
    cell.focus({ preventScroll: true });
    showCell(cell);
    return true;
  }
  return false;
}

function command(event) {
  const digit = /^[1-9]$/.test(event.key) && offered().find((choice) => choice.key === Number(event.key));
  if (digit) return pick(offeredAt(digit.at), digit.at), true;
  const key = event.key.toLowerCase();
  if (key === "e") return endTurn(), true;
  if (key === "d" && selected()) return discard(), true;
  if (key === "escape") return clear(), hideBubble(), true;
  if (key === "+" || key === "=") return zoomBy(1.15), true;
  if (key === "-") return zoomBy(1 / 1.15), true;
  if (key === "0") return zoomToFit(), true;
  return false;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "Tab" || table.classList.contains("reading")) return;
  const cell = event.target.closest(".cell");
  const card = event.target.closest(".held-card");
  const done = (cell && walkBoard(event, cell)) || (card && walkHand(event, card)) || (!isButton(event) && command(event));
  if (done) event.preventDefault();
});

// Enter and space belong to a focused button; letters and digits do not.
function isButton(event) {
  return event.target.closest("button, a, summary") && (event.key === "Enter" || event.key === " ");
}

const start = () => rove(board().querySelector('.cell.taken') ?? board().querySelector(".cell"));
table.addEventListener("table:swapped", start);
start();
