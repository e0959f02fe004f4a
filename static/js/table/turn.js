// The turn's buttons: end it, discard to draw, show a card, resign; details on a phone.

import { rescue } from "./focus.js";
import { choices, narrow, note, on, say, table, words } from "./page.js";
import { askWhy, play } from "./play.js";
import { nameOf, offered, selected } from "./selection.js";

export function endTurn() {
  const pass = choices().find((choice) => choice.do === "pass");
  if (pass && !tellLoss()) play(pass.action);
}

// Where the note of what would be lost is not in sight, it is told first.
function tellLoss() {
  const controls = table.querySelector(".controls");
  const note = controls.querySelector(".risk-note");
  if (!note || !narrow.matches || controls.classList.contains("loss-shown")) return false;
  controls.classList.add("loss-shown", "asked");
  say(note.innerText);
  return true;
}

function unask() {
  table.querySelector(".controls.asked")?.classList.remove("loss-shown", "asked");
}

export function discard() {
  const choice = offered().find((each) => each.do === "discard");
  if (choice) play(choice.action);
  else if (selected().startsWith("hand:")) askWhy({ do: "discard", card: selected().slice(5) });
  else note(words.choose, 5000);
}

export function reveal() {
  const choice =
    offered().find((each) => each.do === "reveal") ?? choices().find((each) => each.action.card === null);
  if (choice) play(choice.action);
}

// On a phone: the chosen card and the log, laid over the table, or away again.
export function details(open = !table.classList.contains("details")) {
  const button = table.querySelector('[data-act="details"]');
  const shown = table.classList.toggle("details", open && Boolean(button));
  button?.setAttribute("aria-expanded", String(shown));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (!button) return;
  const acts = {
    pass: endTurn,
    discard,
    reveal,
    details: () => details(),
    resign: () => play({ do: "resign" }),
  };
  acts[button.dataset.act]?.();
  const menu = button.closest("details");
  if (!menu) return;
  // Not with the button, which is hidden now.
  menu.querySelector("summary").focus();
  menu.open = false;
});

document.getElementById("chosen").addEventListener("click", () => details(false));

// The button is a new one; once the game is over there is none, and the result must be in sight.
on("swapped", () => details(table.classList.contains("details")));

// The tools of a chosen card show only what may be done with it.
function tools() {
  const bar = table.querySelector("[data-hand-tools]");
  if (bar) bar.hidden = !offered().some((choice) => choice.do === "discard");
  rescue();
}

// Before the first turn: the button names the species that it would reveal.
function namesReveal(chosen) {
  const text = table.querySelector("[data-reveal-words]");
  if (!text || choices().some((choice) => choice.do === "reveal" && choice.action.card === null)) return;
  text.dataset.idle ??= text.textContent;
  const fits = chosen && offered().some((choice) => choice.do === "reveal");
  text.closest("button").disabled = !fits;
  text.textContent = fits ? `${words.reveal} ${nameOf(chosen.element)}` : text.dataset.idle;
}

for (const name of ["selected", "swapped"]) on(name, unask);
for (const name of ["selected", "cleared"]) {
  on(name, tools);
  on(name, namesReveal);
}
