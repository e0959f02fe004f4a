// Against the computer: the place that says whose turn it is says that it thinks, if its move takes a while.

import { isCurrent, on, sayMore, table, words } from "./page.js";

const A_WHILE = 500; // ms
let due = 0;
let said = false; // once a turn

const noteOf = () => document.querySelector(".seat.far.to-act .seat-note");

function look() {
  clearTimeout(due);
  const note = noteOf();
  if (!note) said = false;
  if (note?.dataset.usual) note.textContent = note.dataset.usual;
  if (note && isCurrent()) due = setTimeout(think, A_WHILE, note);
}

function think(note) {
  note.dataset.usual ??= note.textContent;
  note.textContent = words.thinks;
  if (!said) sayMore(words.thinking);
  said = true;
}

if (!("people" in table.dataset)) {
  for (const name of ["swapped", "showing", "shown"]) on(name, look);
  look();
}
