// The turn's buttons: end it, discard to draw, show a card, resign; details on a phone.

import { choices, on, table } from "./page.js";
import { play } from "./play.js";
import { offered } from "./selection.js";

export function endTurn() {
  const pass = choices().find((choice) => choice.do === "pass");
  if (pass) play(pass.action);
}

export function discard() {
  const choice = offered().find((each) => each.do === "discard");
  if (choice) play(choice.action);
}

function reveal() {
  const choice = offered().find((each) => each.do === "reveal") ?? choices().find((each) => each.action.card === null);
  if (choice) play(choice.action);
}

function details(button) {
  const open = table.classList.toggle("details");
  button.setAttribute("aria-expanded", String(open));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (!button) return;
  const acts = { pass: endTurn, discard, reveal, details: () => details(button), resign: () => play({ do: "resign" }) };
  acts[button.dataset.act]?.();
  button.closest("details")?.removeAttribute("open");
});

document.getElementById("chosen").addEventListener("click", () => {
  if (table.classList.contains("details")) details(table.querySelector('[data-act="details"]'));
});

// The tools of a chosen card show only what may be done with it.
function tools() {
  const bar = table.querySelector("[data-hand-tools]");
  if (!bar) return;
  const may = new Set(offered().map((choice) => choice.do));
  bar.querySelector('[data-act="discard"]').hidden = !may.has("discard");
  bar.querySelector('[data-act="reveal"]').hidden = !may.has("reveal");
  bar.hidden = !may.has("discard") && !may.has("reveal");
}
on("selected", tools);
on("cleared", tools);
