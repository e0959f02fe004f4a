// How fast moves are told, as the visitor likes it; kept in this browser.

import { keep, kept } from "../site/kept.js";
import { table } from "./page.js";

const SPEEDS = { slow: [2600, 60], normal: [1200, 28], fast: [200, 0], off: [0, 0] }; // ms, and ms for a letter
const LONGEST = 9000;
const UNNARRATED = 700; // where nothing is told in words, as in drafting games
export const PLAY = 220; // ms in which a card flies to its space
const LOSS = 300; // ms in which a lost card goes, one after the other
const LOSSES = 240; // ms for all of them together where moves are told fast

const speed = () => (kept("speed") in SPEEDS ? kept("speed") : "normal");

// One beside the words, on a phone one in the menu.
const choosers = document.querySelectorAll("[data-speed]");
function show() {
  for (const chooser of choosers) chooser.value = speed();
}
for (const chooser of choosers) {
  chooser.addEventListener("change", () => {
    keep("speed", chooser.value);
    show();
  });
}
show();

// How long a move stays before the next one.
export function timeFor({ lines, said }) {
  if (table.dataset.pause) return Number(table.dataset.pause);
  if (!lines) return UNNARRATED;
  const [least, each] = SPEEDS[speed()];
  return Math.min(LONGEST, least + each * said.length);
}

// How long each of so many lost cards takes to go.
export const lossTime = (count) => (SPEEDS[speed()][1] ? LOSS : Math.min(LOSS, LOSSES / count));
