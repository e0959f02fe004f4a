// A replay: the same table, read only, step by step.

import "./viewport.js";
import "./gestures.js";
import "./overview.js";
import "./hand.js";
import "./ties.js";
import "./press.js";
import { fetchTable, swap } from "./fragment.js";
import { arrive, depart } from "./motion.js";
import { ground, note, on, shown, table, tell, words } from "./page.js";
import { clear, select, sourceOfCell } from "./selection.js";
import { hide } from "./ties.js";
import { start, walk } from "./walk.js";

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
  if (step) return void go(STEPS[step]());
  if (ground.classList.contains("panned") || event.target.closest(".ties")) return;
  const cell = event.target.closest(".cell.taken");
  if (cell) select(sourceOfCell(cell), cell.querySelector(".lying"));
  else clear();
});

// On a space the arrows lead to the next one, elsewhere to the next step.
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
  const cell = event.target.closest(".cell");
  if (cell ? onSpace(event, cell) : stepping(event)) event.preventDefault();
});

function onSpace(event, cell) {
  if (event.key === "Enter" || event.key === " ") {
    if (cell.matches(".taken")) select(sourceOfCell(cell), cell.querySelector(".lying"));
    return true;
  }
  if (event.key === "Escape") return clear(), hide(), true;
  return walk(event, cell) || event.key.startsWith("Arrow");
}

function stepping(event) {
  if (event.key === "Escape") return clear(), hide(), true;
  if (!KEYS[event.key] || event.target.closest(".ties-body")) return false;
  go(STEPS[KEYS[event.key]]());
  return true;
}

on("swapped", start);
start();
