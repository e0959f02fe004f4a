// Name, notes, rules and starter are changed in place.

import { on } from "./page.js";
import { put, shown } from "./deck.js";

const MOMENT = 500;
const clean = { name: (text) => text.trim().split(/\s+/).join(" "), notes: (text) => text.trim() };
let timer = 0;

function take(field) {
  clearTimeout(timer);
  const name = field.dataset.field;
  const value = clean[name]?.(field.value) ?? field.value;
  // A deck has a name: an empty box is only on its way to one.
  if (name === "name" && !value) return;
  put({ ...shown(), [name]: value });
}

document.addEventListener("input", (event) => {
  const field = event.target.closest("input[data-field], textarea[data-field]");
  if (!field) return;
  clearTimeout(timer);
  timer = setTimeout(() => take(field), MOMENT);
});
document.addEventListener("change", (event) => {
  const field = event.target.closest("[data-field]");
  if (field) take(field);
});
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("[data-field]");
  if (!field) return;
  event.preventDefault();
  take(field);
});
// What another place has written; whoever types here knows better.
function show() {
  const deck = shown();
  for (const field of document.querySelectorAll("[data-field]")) {
    const value = deck[field.dataset.field];
    if (
      field !== document.activeElement &&
      (clean[field.dataset.field]?.(field.value) ?? field.value) !== value
    )
      field.value = value;
  }
}
on("drawn", show);
on("changed", show);
