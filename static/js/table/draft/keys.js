// The keyboard: arrows within the hand and the layout, Enter, N and P between lit spaces, Escape.

import { hint } from "../../coaching/hint.js";
import { openWords } from "../in-words.js";
import { on, say, table } from "../page.js";
import { layoutOf, lookedAt } from "./look.js";
import { touch } from "./lay.js";
import { drop, pick, picked } from "./pick.js";
import { back, rearranging } from "./second.js";
import { open, opened, quiet } from "./sheet.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function stand(cell) {
  if (!cell) return false;
  for (const other of cell.closest(".layout").querySelectorAll('.cell[tabindex="0"]')) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: true });
  return true;
}

const lit = () => [...layoutOf(lookedAt()).querySelectorAll(".cell:has(> .legal)")];

function walkLayout(event, cell) {
  if (event.key === "Enter" || event.key === " ") return (touch(cell), true);
  const step = STEPS[event.key];
  if (!step) return false;
  const [seat, place] = cell.dataset.at.split(":");
  const [row, column] = place.split(",").map(Number);
  stand(table.querySelector(`.cell[data-at="${seat}:${row + step[0]},${column + step[1]}"]`));
  return true;
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
    pick(card.dataset.source, card);
    stand(lit()[0]);
    return true;
  }
  return event.key === "ArrowUp" && stand(lit()[0] ?? layoutOf(lookedAt()).querySelector(".cell"));
}

function leap(by) {
  const cells = lit();
  if (!cells.length) return false;
  const here = cells.indexOf(document.activeElement?.closest(".cell"));
  return stand(cells.at(here < 0 ? (by > 0 ? 0 : -1) : (here + by) % cells.length));
}

function command(event) {
  const key = event.key.toLowerCase();
  if (key === "n") return leap(1);
  if (key === "p") return leap(-1);
  if (key === "h") return (toHand(), true);
  if (key === "s") return (tellScores(), true);
  if (key === "g") return hint();
  if (key === "m") return (openWords(), true);
  if (key === "?") return (openWords("keys-title"), true);
  if (key !== "escape") return false;
  if (opened()) open(false);
  else if (rearranging()) back();
  else if (picked().startsWith("card:")) {
    const { source } = { source: picked() };
    drop();
    table.querySelector(`.hand-card[data-source="${source}"]`)?.focus({ preventScroll: true });
  } else quiet();
  return true;
}

const toHand = () => table.querySelector('.hand-card[tabindex="0"]')?.focus();

function tellScores() {
  const seats = [...table.querySelectorAll(".seat-tab")];
  say(seats.map((seat) => `${seat.innerText.trim().replace(/\s+/g, " ")}.`).join(" "));
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "Tab") return;
  const cell = event.target.closest(".layout .cell");
  const card = event.target.closest(".hand-card");
  const onButton = event.target.closest("button, a, summary") && (event.key === "Enter" || event.key === " ");
  const done =
    (cell && walkLayout(event, cell)) || (card && walkHand(event, card)) || (!onButton && command(event));
  if (done) event.preventDefault();
});

// Each layout is one stop of the Tab key.
function start() {
  for (const layout of table.querySelectorAll(".layout")) {
    if (!layout.querySelector('.cell[tabindex="0"]'))
      (layout.querySelector(".cell.taken") ?? layout.querySelector(".cell")).tabIndex = 0;
  }
}
on("swapped", start);
start();
