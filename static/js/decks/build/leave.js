// Links out of the builder wait until the deck is saved: the pages that they lead to read it.

import { deckPane } from "./page.js";
import { unsaved } from "./deck.js";
import { saved } from "./save.js";

deckPane.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-leaves]");
  if (!link || !unsaved() || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await saved();
  if (!unsaved()) location.assign(link.href);
});
