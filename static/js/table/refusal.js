// A refused place: barred, with the reason in a bubble beside it. It goes with the next thing one does.

import { board, cellAt, ground, on, pattern, say, table } from "./page.js";
import { elementOf, selected } from "./selection.js";

const bubble = table.querySelector("[data-bubble]");

export function hideBubble() {
  bubble.hidden = true;
  for (const mark of board().querySelectorAll(".refused")) mark.remove();
  for (const mark of board().querySelectorAll(".near-miss")) mark.classList.remove("near-miss");
}

on("refused", ({ at, words, neighbour }) => {
  hideBubble();
  const place = Array.isArray(at?.[0]) ? at[0] : at;
  const cell = place && cellAt(place);
  bubble.querySelector("[data-bubble-words]").textContent = words;
  bubble.hidden = false;
  say(words);
  if (cell) cell.append(barred(cell));
  if (neighbour) cellAt(neighbour)?.querySelector(".lying")?.classList.add("near-miss");
  settle(cell);
});

// The card that was meant shows through the bars of an empty space.
function barred(cell) {
  const mark = pattern("refused");
  const face = selected().startsWith("hand:") && elementOf(selected())?.querySelector(".card");
  if (face && !cell.classList.contains("taken")) mark.prepend(face.cloneNode(true));
  return mark;
}

function settle(cell) {
  const room = ground.getBoundingClientRect();
  const spot = (cell ?? ground).getBoundingClientRect();
  const right = spot.right - room.left + 8;
  const fitsRight = right + bubble.offsetWidth < room.width - 4;
  bubble.classList.toggle("at-left", !fitsRight);
  const left = fitsRight ? right : Math.max(4, spot.left - room.left - bubble.offsetWidth - 8);
  const top = spot.top - room.top + Math.min(30, spot.height / 5);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${Math.max(4, Math.min(top, room.height - bubble.offsetHeight - 8))}px`;
}

on("selected", hideBubble);
on("cleared", hideBubble);
on("swapped", hideBubble);
on("viewed", hideBubble);
