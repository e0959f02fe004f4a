// A refused space: barred, with the reason in a bubble beside it, until the player does something else.

import { board, cellAt, narrow, on, pattern, say, words as text } from "./page.js";
import { close, open } from "./bubble.js";
import { elementOf, selected } from "./selection.js";
import { explain, explanationAt } from "./spaces.js";

export function hideRefusal() {
  close();
  unbar();
}

function unbar() {
  for (const mark of board().querySelectorAll(".refused")) mark.remove();
  for (const mark of board().querySelectorAll(".near-miss")) mark.classList.remove("near-miss");
}

on("refused", ({ at, words, neighbour }) => {
  hideRefusal();
  const place = Array.isArray(at?.[0]) ? at[0] : at;
  const cell = place && cellAt(place);
  const known = cell && !narrow.matches ? explanationAt(cell) : null;
  // All neighbours where there is room, else the one that came nearest.
  if (known?.lines.length && !known.fits) explain(cell, { quietly: true });
  else open(cell, { title: text.notHere, words });
  say(words);
  if (cell) cell.append(barred(cell));
  if (neighbour) cellAt(neighbour)?.querySelector(".lying")?.classList.add("near-miss");
});

// The card that was meant shows through the bars of an empty space.
function barred(cell) {
  const mark = pattern("refused");
  const face = selected().startsWith("hand:") && elementOf(selected())?.querySelector(".card");
  if (face && !cell.classList.contains("taken")) mark.prepend(face.cloneNode(true));
  return mark;
}

for (const name of ["selected", "cleared", "swapped", "viewed", "hushed"]) on(name, unbar);
