// With a card selected, a space that is hovered, focused, pressed or dragged over says how its neighbours relate to it.

import {
  address,
  cellAt,
  fetched,
  isCurrent,
  narrow,
  note,
  on,
  placeOf,
  playingArea,
  say,
  shown,
  table,
  tell,
  words,
} from "./page.js";
import { close, inBubble, isOpen, open } from "./bubble.js";
import { draw, sentences, spoken, wipe } from "./neighbours.js";
import { offered, offeredAt, selected, tag } from "./selection.js";
import { showSpace } from "./ties.js";

const DWELL = 70; // ms before a hovered space speaks
const ROOMY = 70; // px of a card that has room for more than points
const GRACE = 220; // ms to get from the space into its bubble

const answers = new Map(); // "version source" -> what the server says of every space
let known = null;
let explained = null;
let soon = 0;
let returned = null; // the space that has its focus back and need not speak again
const hovers = matchMedia("(hover: hover)");

async function learn(source) {
  known = null;
  if (!isCurrent()) return;
  const key = `${shown()} ${source}`;
  if (!answers.has(key))
    answers.set(key, fetched(address(table.dataset.spaces, { source })));
  const answer = await answers.get(key);
  if (!answer) answers.delete(key);
  if (selected() !== source || answer?.version !== shown()) return;
  known = answer;
  // What an event would do, once the engine has tried it.
  for (const [at, { outlook }] of Object.entries(known.spaces)) if (outlook) foretell(cellAt(at), outlook);
  explainMeant();
}

// A small card has room for the points alone; colour and sign say whom it harms.
function foretell(cell, outlook) {
  tag(cell, cell.clientWidth < ROOMY ? { ...outlook, reason: "" } : outlook);
}

// The pointer or the focus may rest on a space since before there was something to say.
function explainMeant() {
  const focused = document.activeElement?.closest(".cell:focus-visible");
  const cell = focused ?? (hovers.matches ? table.querySelector(".cell:hover") : null);
  if (cell && !explained) explain(cell, { quietly: !focused });
}

export const explanationAt = (cell) => known?.spaces[cell.dataset.at];

export function explain(cell, { quietly = false } = {}) {
  const said = explanationAt(cell);
  if (!said) return false;
  hush();
  explained = cell;
  cell.classList.add("explained");
  draw(cell, said.lines);
  open(cell, { ...said, clauses: known.clauses });
  // A lit space's name says what it gains, but not what an event would do.
  if (!quietly && (!said.fits || said.outlook)) say(sentences([said.title, said.words, ...said.lines.map(spoken)]));
  return true;
}

export function hush() {
  clearTimeout(soon);
  if (!explained) return;
  explained = null;
  close();
  wipe();
  tell("hushed");
}

const later = (act, ms) => {
  clearTimeout(soon);
  soon = setTimeout(act, ms);
};

table.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || event.buttons || !known) return;
  if (inBubble(event.target)) return clearTimeout(soon);
  const cell = event.target.closest(".cell");
  if (cell === explained) return clearTimeout(soon);
  if (cell && explanationAt(cell)) later(() => explain(cell, { quietly: true }), DWELL);
  else if (explained && !explained.contains(document.activeElement)) later(hush, GRACE);
});

table.addEventListener("focusin", (event) => {
  const cell = event.target.closest(".cell");
  if (cell && cell === returned) return void (returned = null);
  if (cell?.matches(":focus-visible") && cell !== explained) {
    if (!explain(cell)) hush();
  } else if (explained && isOpen() && !cell && !inBubble(event.target)) hush();
});

// A card that is carried over a space.
on("over", ({ cell, touch }) => {
  if (cell === explained || touch) return;
  clearTimeout(soon);
  if (cell && explanationAt(cell)) later(() => explain(cell, { quietly: true }), DWELL * 2);
  else hush();
});

// Whether a tap on the space would play an event whose outlook is not shown yet; then it is shown.
export function foresees(cell) {
  const isEvent = offeredAt(placeOf(cell)).some((choice) => choice.do === "event");
  if (!isEvent || cell.matches(".explained") || (known && !explanationAt(cell)?.outlook)) return false;
  foresee(cell, selected());
  return true;
}

async function foresee(cell, source) {
  if (!known) await learn(source);
  if (selected() !== source) return;
  if (!known) return note(words.offline, 5000);
  const said = explanationAt(cell);
  rest(cell);
  say(sentences([said.title, said.words, words.again]));
  tell("foreseen");
}

function rest(cell) {
  const said = explanationAt(cell);
  if (!said) return;
  if (!narrow.matches) return void explain(cell);
  hush();
  showSpace(cell, { ...said, clauses: known.clauses });
}

// A finger that rests.
on("rested", ({ cell }) => rest(cell));

table.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !inBubble(event.target)) return;
  event.stopPropagation();
  const cell = explained;
  hush();
  returned = cell;
  cell?.focus({ preventScroll: true });
});

on("selected", ({ source }) => {
  hush();
  if (source.startsWith("hand:") || offered(source).length) learn(source);
});
on("asked", hush);
on("cleared", () => {
  known = null;
  hush();
});
on("swapped", () => {
  known = null;
  hush();
  for (const key of answers.keys()) if (Number(key.split(" ")[0]) < shown()) answers.delete(key);
});
// The playing area moved: whoever stands on the space with the keyboard goes on reading beside it, and the pointer may
// rest where it was.
on("viewed", () => {
  if (explained && explained === document.activeElement)
    return open(explained, { ...explanationAt(explained), clauses: known.clauses });
  hush();
  if (known) later(() => playingArea.classList.contains("panning") || explainMeant(), DWELL);
});
