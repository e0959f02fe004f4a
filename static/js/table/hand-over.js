// One device for two: after the turn the page gives way to one without a hand. It takes its place in the history too,
// so that going back never leads to a hand.

import { choices, isCurrent, on, table } from "./page.js";

const { next } = table.dataset;

on("shown", () => {
  if (next && isCurrent() && !choices().length) location.replace(next);
});

document.addEventListener("click", (event) => {
  const lift = event.target.closest("[data-lift]");
  if (!lift || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.replace(lift.href);
});

function stand() {
  if (document.activeElement !== document.body) return;
  const title = document.getElementById("cover-title") ?? document.getElementById("result-title");
  title?.focus({ preventScroll: true });
}
on("swapped", stand);
stand();
