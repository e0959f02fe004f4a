// Keeps the selection on the next table, if the card is still there. Loaded last: other modules clear theirs first.

import { on, table } from "./page.js";
import { chosenBefore, elementOf, select } from "./selection.js";

on("swapped", () => {
  const before = chosenBefore();
  if (!before || table.querySelector(".result")) return;
  const element = elementOf(before.source);
  if (element?.querySelector("[data-key]")?.dataset.key === before.key) select(before.source, element);
});
