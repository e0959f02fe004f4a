// Undo and redo: buttons, Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y. In a box for text they are the browser's.

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
