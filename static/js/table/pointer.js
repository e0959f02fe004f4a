// The pointer: a click chooses or plays a card, a drag carries it, a drop plays it.

import { board, cellUnder, choices, on, placeOf, playingArea, table, tell } from "./page.js";
import { pick } from "./options.js";
import { askWhy, play } from "./play.js";
import { hideRefusal } from "./refusal.js";
import { clear, elementOf, offered, offeredAt, select, selected, sourceOfCell } from "./selection.js";
import { foresees } from "./spaces.js";

const FAR = 8; // px before a press is a drag
const DOUBLE = 350; // ms between the two taps of a double tap
const NEAR = 30; // px

let press = null;
let quietUntil = 0;
let chosen = { until: 0 };
let byFinger = false;

export function placeOn(cell, source = selected()) {
  const at = placeOf(cell);
  const ways = offeredAt(at, source);
  if (ways.length) return pick(ways, at);
  if (choices().length && source) askWhy(attempt(source, at), at);
}

// What a refused drop was meant to be; the server says why not.
function attempt(source, at) {
  const like = offered(source).find((choice) => choice.at)?.do;
  if (source.startsWith("space:"))
    return { do: "move", from: source.slice(6).split(",").map(Number), to: at };
  const kind = like ?? (elementOf(source)?.querySelector(".card--event") ? "event" : "play");
  return { do: kind, card: source.slice(5), at };
}

table.addEventListener("pointerdown", (event) => {
  byFinger = event.pointerType === "touch";
  const card = event.target.closest(".hand-card, .cell.can > .lying");
  if (!card || event.button !== 0 || !event.isPrimary) return;
  const source = card.dataset.source ?? `space:${card.dataset.space}`;
  // The first touch on a hand scrolls it sideways, carrying starts upwards; beside the table no hand scrolls.
  press = {
    card,
    source,
    x: event.clientX,
    y: event.clientY,
    id: event.pointerId,
    touch: event.pointerType === "touch",
    scrolls: source.startsWith("hand:") && !table.classList.contains("beside"),
  };
});

addEventListener("pointermove", (event) => {
  if (!press || event.pointerId !== press.id) return;
  if (!press.ghost) {
    const across = Math.abs(event.clientX - press.x);
    const along = Math.abs(event.clientY - press.y);
    const sideways = press.touch && press.scrolls && across > along;
    if (
      Math.hypot(across, along) < FAR ||
      sideways ||
      !choices().some((choice) => choice.source === press.source)
    )
      return;
    lift(event);
  }
  press.ghost.style.setProperty("--ghost-x", `${event.clientX}px`);
  press.ghost.style.setProperty("--ghost-y", `${event.clientY}px`);
  for (const mark of table.querySelectorAll(".legal.over")) mark.classList.remove("over");
  const cell = cellUnder(event.clientX, event.clientY);
  cell?.querySelector(".legal")?.classList.add("over");
  tell("over", { cell, touch: press.touch });
});

function lift(event) {
  select(press.source, press.card);
  press.ghost = document.createElement("div");
  press.ghost.className = "drag-ghost";
  press.ghost.style.setProperty("--ghost-w", getComputedStyle(board()).getPropertyValue("--card-w"));
  press.ghost.append(press.card.querySelector(".card").cloneNode(true));
  table.append(press.ghost);
  table.classList.add("carrying");
  document.querySelector('[data-drop="discard"]')?.classList.toggle(
    "drop-here",
    offered().some((choice) => choice.do === "discard"),
  );
  event.preventDefault();
}

function drop(event) {
  if (!press || event.pointerId !== press.id) return;
  const { ghost, source } = press;
  press = null;
  if (!ghost) return;
  ghost.remove();
  table.classList.remove("carrying");
  document.querySelector(".drop-here")?.classList.remove("drop-here");
  quietUntil = performance.now() + 60;
  if (event.type === "pointercancel") return clear();
  const target = document.elementFromPoint(event.clientX, event.clientY);
  const discard = offered(source).find((choice) => choice.do === "discard");
  if (target?.closest('[data-drop="discard"]') && discard) return play(discard.action);
  const cell = cellUnder(event.clientX, event.clientY);
  if (cell && !(byFinger && foresees(cell))) placeOn(cell, source);
}
addEventListener("pointerup", drop);
on("pinched", () => press && drop({ type: "pointercancel", pointerId: press.id }));
addEventListener("pointercancel", drop);

table.addEventListener("click", (event) => {
  if (performance.now() < quietUntil || playingArea.classList.contains("panned")) return;
  const card = event.target.closest(".hand-card");
  if (card) {
    if (selected() === card.dataset.source && card.getAttribute("aria-selected") === "true") return clear();
    select(card.dataset.source, card);
    chosen = { x: event.clientX, y: event.clientY, until: performance.now() + DOUBLE };
    return;
  }
  if (isAgain(event)) return;
  const cell = event.target.closest(".cell");
  if (!cell) {
    if (event.target === playingArea || event.target === board()) clear();
    return;
  }
  // A finger cannot point at a space first: what an event would do there is shown before it is played.
  if (!(byFinger && foresees(cell))) touch(cell);
});
on("meant", placeOn);

// On a phone the table is then where the hand was: the second tap of a double one on a card is not for it.
// A click without a finger, as of a key or a screen reader, has no place and no detail.
const isAgain = ({ clientX, clientY, detail }) =>
  byFinger &&
  detail > 0 &&
  performance.now() < chosen.until &&
  Math.hypot(clientX - chosen.x, clientY - chosen.y) < NEAR;

// A click or Enter on a space: play there, choose the card there, or ask why not.
export function touch(cell) {
  const own = sourceOfCell(cell);
  const movable = choices().some((choice) => choice.source === own);
  if (selected() && offeredAt(placeOf(cell)).length) return placeOn(cell);
  if (own === selected()) return clear();
  const asking = selected().startsWith("hand:") && elementOf(selected())?.querySelector(".card--event");
  if (cell.classList.contains("taken") && (movable || !asking))
    return select(own, cell.querySelector(".lying"));
  if (selected()) return placeOn(cell);
  hideRefusal();
}
