// Undo and redo: buttons, Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y. In a text box the keys are left to the browser.

import { on } from "./page.js";
import { canRedo, canUndo, redo, undo } from "./deck.js";

const back = document.getElementById("undo");
const forth = document.getElementById("redo");
back.addEventListener("click", undo);
forth.addEventListener("click", redo);

function show() {
  back.disabled = !canUndo();
  forth.disabled = !canRedo();
}
on("changed", show);
show();

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (!["z", "y"].includes(key) || event.target.closest("input, textarea, dialog")) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});
