// What was chosen stays chosen on the next table, where it still lies or is held. Loaded last: others wipe first.

import { on, table } from "./page.js";
import { chosenBefore, elementOf, select } from "./selection.js";

on("swapped", () => {
  const before = chosenBefore();
  if (!before || table.querySelector(".result")) return;
  const element = elementOf(before.source);
  if (element?.querySelector("[data-key]")?.dataset.key === before.key) select(before.source, element);
});
