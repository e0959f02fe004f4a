// The deck was changed in two places: shows the differences card by card and lets the player decide.

import { main, on, tell, words } from "./page.js";
import { differences, merged } from "./contents.js";
import { nameOf, shown } from "./deck.js";

const dialog = document.getElementById("conflict");
const LABELS = {
  name: "name",
  notes: "notes",
  rules: "rules",
  starter: "starter",
  opening_hand: "openingHand",
};
let open = null;

const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

function shownValue({ field, values }, index) {
  const value = values[index];
  if (field === "opening_hand") return value.map(nameOf).join(", ") || words("nothing");
  if (field === "starter") return value ? nameOf(value) : words("home");
  return String(value) || words("nothing");
}

function line(each) {
  const made = document.createElement("tr");
  const label = cell("th", each.key ? nameOf(each.key) : words(LABELS[each.field]));
  label.scope = "row";
  made.append(label, ...each.values.map((_value, index) => cell("td", shownValue(each, index))));
  return made;
}

function ask() {
  if (!open) return;
  // The player may have gone on building before deciding.
  open.mine = shown();
  open.both = merged(open.base, open.mine, open.theirs);
  dialog.returnValue = "";
  dialog.querySelector("tbody").replaceChildren(...differences(open.mine, open.theirs, open.both).map(line));
  if (!dialog.open) dialog.showModal();
}

on("conflict", (found) => {
  open = found;
  ask();
});
// If closed without a choice, nothing is decided: the line above the list asks again.
dialog.addEventListener("close", () => {
  const deck = open?.[dialog.returnValue];
  if (!deck) return;
  const { state } = open;
  open = null;
  tell("decided", { deck, state });
});
main.addEventListener("click", (event) => {
  if (event.target.closest('#saved[data-state="conflict"]')) ask();
});
