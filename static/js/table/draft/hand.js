// One device for several people: after a choice the page gives way to one without a hand.

import { on, ownLatest, shown, table } from "../page.js";

const { next } = table.dataset;

on("shown", () => {
  const chosen = ownLatest() && shown() >= ownLatest();
  if (next && chosen && !document.getElementById("result-title")) location.replace(next);
});

function cover() {
  if (document.activeElement === document.body)
    document.getElementById("cover-title")?.focus({ preventScroll: true });
}
on("swapped", cover);
cover();
