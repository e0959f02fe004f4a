// Choosing and placing a card: click the card and a lit space, or drag the card there.

import { choices, note, on, say, table, words } from "../page.js";
import { play } from "../play.js";
import { cellOf } from "./look.js";
import { drop, offered, offeredAt, pick, picked } from "./pick.js";
import { begin, choose, rearranging } from "./second.js";

const FAR = 8; // px before a press is a drag

let press = null;
let quietUntil = 0;

export function layAt(cell) {
  const choice = offeredAt(cell);
  if (!choice) return false;
  if (choice.more) begin(choice);
  else play(choice.action);
  return true;
}

// A click or Enter on a cell.
export function touch(cell) {
  if (rearranging()) return choose(cell);
  if (picked() && layAt(cell)) return;
  const whale = `whale:${cell.dataset.at.split(":")[1]}`;
  const own = choices().find(
    (choice) => choice.source === whale && cellOf(choice.board, choice.source.slice(6)) === cell,
  );
  if (own) return pick(whale, null);
  if (picked().startsWith("card:") && !cell.classList.contains("taken")) refuse(words.notHere);
  else if (!picked() && choices().length && cell.classList.contains("space")) refuse(words.firstCard);
}

function refuse(text) {
  note(text, 3500);
  say(text);
}

table.addEventListener("click", (event) => {
  if (performance.now() < quietUntil) return;
  const card = event.target.closest(".hand-card");
  if (card) return card.getAttribute("aria-selected") === "true" ? drop() : pick(card.dataset.source, card);
  const cell = event.target.closest(".layout .cell");
  if (cell) touch(cell);
});

table.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".hand-card");
  if (!card || event.button !== 0 || rearranging()) return;
  press = {
    card,
    source: card.dataset.source,
    x: event.clientX,
    y: event.clientY,
    id: event.pointerId,
    touch: event.pointerType === "touch",
  };
});

addEventListener("pointermove", (event) => {
  if (!press || event.pointerId !== press.id) return;
  if (!press.ghost) {
    const across = Math.abs(event.clientX - press.x);
    const along = Math.abs(event.clientY - press.y);
    // A finger scrolls the hand sideways; carrying starts upwards.
    if (Math.hypot(across, along) < FAR || (press.touch && across > along) || !offered(press.source).length)
      return;
    lift();
    event.preventDefault();
  }
  press.ghost.style.setProperty("--ghost-x", `${event.clientX}px`);
  press.ghost.style.setProperty("--ghost-y", `${event.clientY}px`);
  for (const mark of table.querySelectorAll(".legal.over")) mark.classList.remove("over");
  cellUnder(event)?.querySelector(".legal")?.classList.add("over");
});

const cellUnder = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest(".layout .cell");

function lift() {
  pick(press.source, press.card);
  press.ghost = document.createElement("div");
  press.ghost.className = "drag-ghost";
  press.ghost.setAttribute("aria-hidden", "true");
  press.ghost.append(press.card.firstElementChild.cloneNode(true));
  table.append(press.ghost);
  table.classList.add("carrying");
}

function end(event) {
  if (!press || event.pointerId !== press.id) return;
  const { ghost } = press;
  press = null;
  if (!ghost) return;
  ghost.remove();
  table.classList.remove("carrying");
  quietUntil = performance.now() + 60;
  if (event.type === "pointercancel") return drop();
  const cell = cellUnder(event);
  if (cell) touch(cell);
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);

on("refused", ({ words: text }) => refuse(text));
