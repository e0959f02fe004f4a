// How the table marks a hint: the card is chosen, and its space stands out.

import { afterwards, board, cellAt, on, table, words } from "./page.js";
import { marking } from "../coaching/hint.js";
import { elementOf, select } from "./selection.js";
import { rove, stand } from "./walk.js";
import { showCell } from "./viewport.js";

function unmark() {
  for (const element of table.querySelectorAll(".hinted")) element.classList.remove("hinted");
}

marking((choice) => {
  unmark();
  if (!choice) return;
  if (choice.source) select(choice.source);
  if (!choice.at) return press(button(choice));
  const cell = cellAt(choice.at);
  if (!cell) return;
  // With the keys, Enter plays it there.
  if (document.activeElement?.dataset.act === "hint") rove(cell);
  else stand(cell);
  seen();
  cell.classList.add("hinted");
  const label = cell.querySelector(".cell-label");
  label.textContent = [label.textContent, words.goodMove].join(", ");
});

// With the keys, Enter does it.
function press(element) {
  element?.classList.add("hinted");
  if (document.activeElement?.dataset.act !== "hint") element?.focus({ preventScroll: true });
}

const button = ({ do: what, source }) =>
  what === "discard"
    ? table.querySelector("[data-hand-tools] [data-act=discard]")
    : (table.querySelector(`[data-act="${what}"]`) ?? elementOf(source));

// The words have taken room from the table.
const seen = afterwards(() => {
  const cell = board().querySelector(".hinted");
  if (cell) showCell(cell);
});

on("marked", showCell);
for (const name of ["sending", "leaving", "cleared"]) on(name, unmark);
