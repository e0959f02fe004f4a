// How fast moves are told, as the visitor likes it; kept in this browser.

import { keep, kept } from "../kept.js";
import { table } from "./page.js";

const PACES = { slow: [2600, 60], normal: [1200, 28], fast: [200, 0], off: [0, 0] }; // ms, and ms for a letter
const LONGEST = 9000;
const UNTOLD = 700; // where nothing is told in words, as in drafting games

const pace = () => (kept("pace") in PACES ? kept("pace") : "normal");

// One beside the words, on a phone one in the menu.
const choosers = document.querySelectorAll("[data-pace]");
function show() {
  for (const chooser of choosers) chooser.value = pace();
}
for (const chooser of choosers) {
  chooser.addEventListener("change", () => {
    keep("pace", chooser.value);
    show();
  });
}
show();

// How long a move stays before the next one.
export function timeFor({ lines, said }) {
  if (table.dataset.pause) return Number(table.dataset.pause);
  if (!lines) return UNTOLD;
  const [least, each] = PACES[pace()];
  return Math.min(LONGEST, least + each * said.length);
}
