// The steps of a replay: by buttons, slider, arrow keys or automatically.

import { fetchTable, swap } from "../table/fragment.js";
import { moving } from "../table/moving.js";
import { happened, note, pause, shown, table, tell, words } from "../table/page.js";
import { timeFor } from "../table/speed.js";

const LEAST = 400; // ms between two steps that play by themselves
// Forms that begin at the shown step.
const begins = document.querySelectorAll("[data-step-version]");
const playOn = table.querySelector("[data-play-on]");
const slider = table.querySelector("[data-step-slider]");
const last = Number(table.dataset.last);
let wanted = shown();
let walking = false;

function point(version) {
  wanted = version;
  slider.value = wanted;
  table.querySelector("[data-step-shown]").textContent = wanted;
  for (const input of begins) input.value = wanted;
  if (playOn) playOn.hidden = wanted === last;
}

export async function go(version) {
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
  if (forward) await moving.depart(fresh);
  swap(fresh, version);
  if (forward) await moving.arrive(true);
  tell("shown");
  history.replaceState(null, "", `?version=${version}`);
}

const STEPS = { first: () => 0, back: () => wanted - 1, on: () => wanted + 1, last: () => last };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

// From the last step it begins anew.
const button = table.querySelector("[data-play]");
let playing = false;
async function play(on, until = last) {
  playing = on;
  button.querySelector("[data-play-words]").textContent = button.dataset[on ? "pause" : "play"];
  const sign = button.querySelector("use");
  sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, on ? "#pause" : "#play"));
  if (on && shown() === until) await go(0);
  while (playing && shown() < until) {
    await pause(Math.max(LEAST, timeFor(happened())));
    if (playing) await go(wanted + 1);
  }
  if (playing) play(false);
}

slider.addEventListener("input", () => (play(false), go(Number(slider.value))));
table.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (step || event.target.closest("[data-play]")) play(!step && !playing);
  if (step) go(STEPS[step]());
  const place = event.target.closest("[data-to-step]")?.dataset.toStep;
  if (place) {
    event.preventDefault();
    play(false);
    go(Number(place));
  }
  const turn = event.target.closest("[data-since]")?.dataset;
  if (turn) go(Number(turn.since)).then(() => play(true, Number(turn.until)));
});

// On a space the arrows lead to the next one (reading.js), elsewhere to the next step.
document.addEventListener("keydown", (event) => {
  if (event.target.closest(".cell, input") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (stepping(event)) event.preventDefault();
});

function stepping(event) {
  if (!KEYS[event.key] || event.target.closest(".ties-body")) return false;
  play(false);
  go(STEPS[KEYS[event.key]]());
  return true;
}
