// The keyboard: change the copies of the focused card, move up and down the list, or to the other side.

import { deckPane, found, main, narrow, rows, tell } from "./page.js";
import { copies, hold, setCopies } from "./deck.js";

const dialog = document.getElementById("keys");
const last = { search: null, deck: null }; // ids of what had the focus there

const cardOf = (target) =>
  target.closest(".card-link:not(:disabled)")?.dataset.card ?? target.closest("[data-row]")?.dataset.row;

function count(key, pressed) {
  if (/^[0-9]$/.test(pressed)) setCopies(key, Number(pressed));
  else if (pressed === "+" || pressed === "=") setCopies(key, copies(key) + 1);
  else if (pressed === "-" || pressed === "−") setCopies(key, copies(key) - 1);
  else if (pressed === "Delete" || pressed === "Backspace") setCopies(key, 0);
  else if (pressed === "h") hold(key);
  else return false;
  return true;
}

// Up and down the list, at the same control of each row.
function walk(target, pressed) {
  const all = rows();
  const index = all.indexOf(target.closest("[data-row]"));
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: all.length - 1 }[pressed];
  if (to === undefined) return pressed === "Escape" ? across(true) : false;
  const control = ["[name=take]", "[name=add]"].find((each) => target.matches(each)) ?? ".row-name";
  (all[to]?.querySelector(control) ?? all[to]?.querySelector("button"))?.focus();
  return true;
}

// To the other side, where the focus was last.
function across(home = false) {
  const inDeck = deckPane.contains(document.activeElement);
  if (narrow.matches) tell("show", inDeck ? "search" : "deck");
  const goal = inDeck
    ? home
      ? document.getElementById("q")
      : (document.getElementById(last.search) ?? found()[0] ?? document.getElementById("q"))
    : (document.getElementById(last.deck) ??
      rows()[0]?.querySelector(".row-name, button") ??
      document.getElementById("deck-name"));
  goal?.focus();
  return true;
}

document.addEventListener("focusin", (event) => {
  if (event.target.closest("#cards")) last.search = event.target.id;
  else if (event.target.closest("[data-row]")) last.deck = event.target.id;
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (event.key === "F6" && !document.querySelector("dialog[open]")) {
    across();
    return event.preventDefault();
  }
  if (event.target.closest("input, select, textarea, dialog")) return;
  const key = cardOf(event.target);
  const done =
    (key && count(key, event.key)) ||
    (event.target.closest("[data-row]") && walk(event.target, event.key)) ||
    (event.key === "d" && across()) ||
    (event.key === "?" && (dialog.showModal(), true));
  if (done) event.preventDefault();
});

main.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) dialog.showModal();
});
