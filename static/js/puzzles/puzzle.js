// A puzzle: the solution on request; in a run the clock, and the next one by itself after
// one that is solved.

import "../exercises/main.js";
import { on, pause } from "../table/page.js";
import { play } from "../table/play.js";

const READING = 1800; // ms for what is said of an answer before the best line is played for whoever gave up
const BETWEEN = 700; // ms until the next puzzle of a run

const panel = () => document.querySelector('[data-part="exercise"]');
const clock = () => panel()?.querySelector("[data-left]");
const isOver = () => Boolean(document.querySelector(".exercise-ends"));

let wasOver = isOver();
on("shown", async () => {
  if (wasOver || !isOver()) return void (wasOver = isOver());
  wasOver = true;
  if (clock()) return onward(BETWEEN);
  await pause(READING);
  panel().querySelector("[data-act='show'][data-auto]")?.click();
});

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-act='solution']")) play({ do: "solution" });
});

async function onward(ms) {
  await pause(ms);
  document.querySelector(".exercise-ends [data-onward][data-auto]")?.click();
}

// The site's clock decides; this one shows it.
const ends = performance.now() + 1000 * Number(clock()?.dataset.left);

function paint() {
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const shown = clock()?.querySelector("[data-clock]");
  if (shown && shown.textContent !== text) shown.textContent = text;
  return left;
}

if (clock()) {
  on("swapped", paint);
  const beat = setInterval(() => {
    if (paint()) return;
    clearInterval(beat);
    location.reload();
  }, 250);
  paint();
}
