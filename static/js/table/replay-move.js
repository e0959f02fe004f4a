// Skips what is being shown, and shows the other side's last turn, or one of the log, again.

import { happened, on, shown, table } from "./page.js";
import { catchUp, isShowing, retell, skip } from "./show.js";

const room = document.querySelector("[data-narration]");
const [skips, again] = ["skip", "again"].map((name) => room.querySelector(`[data-tell="${name}"]`));

function tools() {
  const is = isShowing();
  // The focus stays on the one button of the two that is there.
  const focused = [skips, again].includes(document.activeElement);
  skips.hidden = !is;
  again.hidden = is || !happened().again;
  room.classList.toggle("running", is);
  if (focused) (is ? skips : again).focus();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-tell='again']")) retell(...happened().again);
  const turn = target.closest("[data-since]");
  if (turn) {
    // On a phone the log lies over the table.
    table.classList.remove("details");
    retell(Number(turn.dataset.since), Number(turn.dataset.until));
    // Whoever acts is not kept waiting.
  } else if (target.closest("[data-tell='skip'], .hand-card, .cell, [data-act]")) skip();
});

const KEYS = ["Escape", "Enter", " ", "e", "d"];
document.addEventListener("keydown", (event) => {
  if (!isShowing() || !KEYS.includes(event.key) || event.target.closest("button, a, summary, input, select"))
    return;
  skip();
  if (event.key === "Escape" || (event.key === " " && !event.target.closest(".cell, .hand-card")))
    event.preventDefault();
});

for (const name of ["showing", "swapped"]) on(name, tools);
tools();
// A match that has just begun is shown from its start.
if (shown() < Number(table.dataset.version)) catchUp(0);
