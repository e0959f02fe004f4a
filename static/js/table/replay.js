// A replay: the same table, read only, step by step.

import "./viewport.js";
import "./gestures.js";
import "./overview.js";
import "./hand.js";
import { fetchTable, swap } from "./fragment.js";
import { arrive, depart } from "./motion.js";
import { note, shown, table, tell, words } from "./page.js";
import { clear, select, sourceOfCell } from "./selection.js";

const slider = table.querySelector("[data-step-slider]");
const last = Number(table.dataset.last);
let wanted = shown();
let walking = false;

function point(version) {
  wanted = version;
  slider.value = wanted;
  table.querySelector("[data-step-shown]").textContent = wanted;
}

async function go(version) {
  point(Math.min(last, Math.max(0, version)));
  if (walking) return;
  walking = true;
  try {
    while (shown() !== wanted) await show(wanted);
    note("");
  } catch {
    note(words.unread, 5000);
    point(shown());
  } finally {
    walking = false;
  }
}

async function show(version) {
  const forward = version === shown() + 1;
  const fresh = await fetchTable(version);
  if (forward) await depart(fresh);
  swap(fresh, version);
  if (forward) await arrive(true);
  tell("shown");
  history.replaceState(null, "", `?version=${version}`);
}

const STEPS = { first: () => 0, back: () => wanted - 1, on: () => wanted + 1, last: () => last };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

slider.addEventListener("input", () => go(Number(slider.value)));
table.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (step) go(STEPS[step]());
  const cell = event.target.closest(".cell.taken");
  if (cell) select(sourceOfCell(cell), cell.querySelector(".lying"));
  else if (!step) clear();
});
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  go(STEPS[KEYS[event.key]]());
  event.preventDefault();
});
