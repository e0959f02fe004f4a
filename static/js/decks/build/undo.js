// Undo and redo: buttons, Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y. In a text box the keys are left to the browser.

import { redo, undo } from "./deck.js";

document.getElementById("undo").addEventListener("click", undo);
document.getElementById("redo").addEventListener("click", redo);

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (!["z", "y"].includes(key) || event.target.closest("input, textarea, dialog")) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});
