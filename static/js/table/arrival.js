// Whoever comes to a table hears what happened last, whose turn it is, what lies in the hand, and where the keys are.

import { afterwards, happened, sayMore, table, words } from "./page.js";

afterwards(() => {
  const hand = table.querySelector("[data-hand-title]")?.textContent.trim();
  sayMore(happened().said);
  sayMore(hand && `${hand}.`);
  if (hand && table.dataset.seat) sayMore(words.keys);
})();
