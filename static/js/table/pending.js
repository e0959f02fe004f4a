// A card that was just played lies in its space at once, until the server has said what came of it.

import { cellAt, on, pattern, table } from "./page.js";

on("sending", ({ do: kind, card, from, at, to }) => {
  const cell = (kind === "play" || kind === "event" || kind === "move") && cellAt(at ?? to);
  const played = card
    ? table.querySelector(`.hand-card[data-source="hand:${CSS.escape(card)}"]`)
    : from && cellAt(from)?.querySelector(".lying");
  const face = played?.querySelector(".card")?.cloneNode(true);
  if (!cell || !face) return;
  delete face.dataset.digest;
  const mark = pattern("pending");
  mark.prepend(face);
  cell.append(mark);
  cell.setAttribute("aria-busy", "true");
  played.classList.add("sent");
});

// The server's table has it now, or it goes back to where it was.
function settle() {
  for (const mark of table.querySelectorAll(".pending")) {
    mark.parentElement.removeAttribute("aria-busy");
    mark.remove();
  }
  for (const played of table.querySelectorAll(".sent")) played.classList.remove("sent");
}
for (const name of ["swapped", "returned"]) on(name, settle);
