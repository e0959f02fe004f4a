// Choosing a completion puts it into the box, as if it had been typed.

import { box } from "./page.js";

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-complete]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  box().value = link.dataset.complete;
  box().focus();
  box().dispatchEvent(new Event("input", { bubbles: true }));
});
