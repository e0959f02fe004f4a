// The keyboard: arrows inside hand and board, Enter, digits for lit spaces, N and P between lit spaces,
// E, D, G, H, I for all about what has the focus, Esc, + - 0.

import { tellAll, tellStatus } from "./aloud.js";
import { hint } from "../coaching/hint.js";
import { openWords } from "./in-words.js";
import { board, cellAt, on, table } from "./page.js";
import { details, discard, endTurn, reveal } from "./turn.js";
import { pick } from "./options.js";
import { touch } from "./pointer.js";
import { hideRefusal } from "./refusal.js";
import { clear, lit, offered, offeredAt, select, selected } from "./selection.js";
import { hush } from "./spaces.js";
import { hide } from "./ties.js";
import { zoomBy, zoomToFit } from "./viewport.js";
import { rove, stand, start, walk } from "./walk.js";

function walkBoard(event, cell) {
  if (walk(event, cell)) return true;
  if (event.key === "Enter" || event.key === " ") {
    touch(cell);
    return true;
  }
  return false;
}

function walkHand(event, card) {
  const cards = [...card.parentElement.children];
  const index = cards.indexOf(card);
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: cards.length - 1 }[event.key];
  if (to !== undefined) {
    cards[(to + cards.length) % cards.length].focus();
    return true;
  }
  if (event.key === "Enter" || event.key === " ") {
    if (card.getAttribute("aria-selected") === "true" && offered().some((choice) => choice.do === "reveal"))
      return (reveal(), true);
    select(card.dataset.source, card);
    const first = offered().find((choice) => choice.at);
    if (first) rove(cellAt(first.at));
    return true;
  }
  if (event.key === "ArrowUp") {
    const first = offered().find((choice) => choice.at);
    const cell = first ? cellAt(first.at) : board().querySelector(".cell.taken");
    stand(cell);
    return true;
  }
  return false;
}

// From lit space to lit space of the chosen card; a card of the hand that has the focus is chosen first.
function leap(step) {
  const card = document.activeElement?.closest('.hand-card[aria-selected="false"]');
  if (card) select(card.dataset.source, card);
  const spaces = [...lit().keys()];
  if (!spaces.length) return false;
  const here = spaces.indexOf(document.activeElement?.closest(".cell"));
  stand(spaces.at(here < 0 ? (step > 0 ? 0 : -1) : (here + step) % spaces.length));
  return true;
}

function command(event) {
  const digit = /^[1-9]$/.test(event.key) && offered().find((choice) => choice.key === Number(event.key));
  if (digit) return (pick(offeredAt(digit.at), digit.at), true);
  const key = event.key.toLowerCase();
  if (key === "e") return (endTurn(), true);
  if (key === "d") return (discard(), true);
  if (key === "i") return (tellAll(), true);
  if (key === "s") return (tellStatus(), true);
  if (key === "m") return (openWords(), true);
  if (key === "?") return (openWords("keys-title"), true);
  if (key === "h") return (toHand(), true);
  if (key === "g") return hint();
  if (key === "n") return leap(1);
  if (key === "p") return leap(-1);
  if (key === "escape") return (details(false), clear(), hush(), hide(), hideRefusal(), true);
  if (key === "+" || key === "=") return (zoomBy(1.15), true);
  if (key === "-") return (zoomBy(1 / 1.15), true);
  if (key === "0") return (zoomToFit(), true);
  return false;
}

const toHand = () => table.querySelector('.hand-card[tabindex="0"]')?.focus();

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "Tab" || table.classList.contains("reading")) return;
  const cell = event.target.closest(".cell");
  const card = event.target.closest(".hand-card");
  const done =
    (cell && walkBoard(event, cell)) ||
    (card && walkHand(event, card)) ||
    (!isButton(event) && command(event));
  if (done) event.preventDefault();
});

// Enter and space belong to a focused button; letters and digits do not.
function isButton(event) {
  return event.target.closest("button, a, summary") && (event.key === "Enter" || event.key === " ");
}

// A button of the table in words leads to the space where its card may go.
on("gone", ({ from, go: at }) => {
  select(from);
  stand(cellAt(at));
});

on("swapped", start);
start();
