// A read-only table: choosing a card shows it, arrows lead from space to space, letters say more.

import { tellAll, tellStatus } from "./aloud.js";
import { openWords } from "./in-words.js";
import { on, playingArea, table } from "./page.js";
import { clear, select, sourceOfCell } from "./selection.js";
import { hide } from "./ties.js";
import { zoomBy, zoomToFit } from "./viewport.js";
import { start, walk } from "./walk.js";

const LETTERS = {
  i: tellAll,
  s: tellStatus,
  m: () => openWords(),
  "?": () => openWords("keys-title"),
  "+": () => zoomBy(1.15),
  "=": () => zoomBy(1.15),
  "-": () => zoomBy(1 / 1.15),
  0: () => zoomToFit(),
};

const choose = (cell) => select(sourceOfCell(cell), cell.querySelector(".lying"));

table.addEventListener("click", (event) => {
  if (playingArea.classList.contains("panned") || event.target.closest(".ties, [data-step]")) return;
  const cell = event.target.closest(".cell.taken");
  if (cell) choose(cell);
  else clear();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, dialog")) return;
  const cell = event.target.closest(".cell");
  if (event.key === "Escape") {
    clear();
    hide();
  } else if (LETTERS[event.key.toLowerCase()]) LETTERS[event.key.toLowerCase()]();
  else if (!cell || !onSpace(event, cell)) return;
  event.preventDefault();
});

function onSpace(event, cell) {
  if (event.key === "Enter" || event.key === " ") {
    if (cell.matches(".taken")) choose(cell);
    return true;
  }
  return walk(event, cell) || event.key.startsWith("Arrow");
}

on("swapped", start);
start();
