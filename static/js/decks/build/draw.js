// Redraws the deck from the site's answer, part by part, with unsaved changes on top.

import { deckPane, main, on, part, rows, wanted } from "./page.js";
import { sizeOf } from "./contents.js";
import { copies, nameOf, shown } from "./deck.js";

// The parts as the site drew them last: unchanged parts are left alone.
const drawn = new Map(
  [...deckPane.querySelectorAll("[data-part]")].map((each) => [each.dataset.part, each.innerHTML]),
);

export function draw(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const place = placeOf(document.activeElement);
  for (const next of fresh.querySelectorAll("[data-part]")) {
    const here = part(next.dataset.part);
    if (drawn.get(next.dataset.part) !== next.innerHTML) {
      drawn.set(next.dataset.part, next.innerHTML);
      replace(here, next);
    }
    for (const name of Object.keys(next.dataset)) here.dataset[name] = next.dataset[name];
  }
  paint();
  goBack(place);
  main.dispatchEvent(new CustomEvent("build:drawn"));
}

// Pictures that are there already need not be loaded and drawn again, and what was opened stays open.
function replace(here, next) {
  const opened = new Set(
    [...here.querySelectorAll("details[open] > summary")].map((each) => each.textContent),
  );
  const there = new Map([...here.querySelectorAll("img")].map((image) => [image.src, image]));
  for (const image of next.querySelectorAll("img")) {
    const same = there.get(new URL(image.getAttribute("src"), location.href).href);
    if (!same) continue;
    there.delete(same.src);
    image.replaceWith(same);
  }
  for (const summary of next.querySelectorAll("summary"))
    summary.parentElement.open ||= opened.has(summary.textContent);
  here.replaceChildren(...next.childNodes);
  window.htmx?.process(here);
}

// Where the focus is: in which row of which part, at which of its controls.
function placeOf(focused) {
  if (!deckPane.contains(focused)) return null;
  const row = focused.closest("[data-row]");
  return {
    id: focused.id,
    part: focused.closest("[data-part]")?.dataset.part,
    key: row?.dataset.row,
    index: row ? rows().indexOf(row) : -1,
    control: focused.matches("[name=take]")
      ? "[name=take]"
      : focused.matches("[name=add]")
        ? "[name=add]"
        : ".row-name",
  };
}

function goBack(place) {
  if (!place || document.activeElement !== document.body) return;
  const all = rows();
  const row =
    all.find((each) => each.dataset.row === place.key) ?? all[Math.min(place.index, all.length - 1)];
  const goal =
    document.getElementById(place.id) ??
    (place.index >= 0 ? row?.querySelector(place.control) : null) ??
    deckPane;
  goal.focus({ preventScroll: goal === deckPane });
}

// Counts, marks and controls as they are here, whatever the site knows yet.
export function paint() {
  const deck = shown();
  const size = sizeOf(deck);
  const all = deckPane.querySelectorAll("[data-copies]");
  for (const count of all) {
    const number = copies(count.dataset.copies);
    count.textContent = number;
    count.closest("[data-row]").classList.toggle("is-gone", !number);
  }
  paintNew(deck, new Set([...all].map((count) => count.dataset.copies)));
  for (const mark of document.querySelectorAll("[data-in-deck]"))
    paintFound(mark, copies(mark.dataset.inDeck));
  for (const total of deckPane.querySelectorAll("[data-total]")) total.textContent = size;
  for (const count of main.querySelectorAll("[data-count]")) count.textContent = `${size}/${wanted()}`;
  const bar = part("counter").querySelector(".counter-bar");
  bar.style.setProperty("--share", `${Math.min(100, Math.round((100 * size) / wanted()))}%`);
  paintFeeds();
}

function paintFound(mark, number) {
  mark.hidden = !number;
  mark.querySelector("[data-n]").textContent = number;
  const less = mark.closest(".grid-card").querySelector(".card-steps [name=take]");
  if (less) less.hidden = !number;
}

// A badge stays as long as the card that it names lacks food.
function paintFeeds() {
  const hungry = new Set(
    [...deckPane.querySelectorAll(".wrongs [data-about]")].flatMap((each) => each.dataset.about.split(" ")),
  );
  for (const badge of document.querySelectorAll("[data-feeds]"))
    badge.hidden = !hungry.has(badge.dataset.feeds) || !copies(badge.dataset.feeds);
}

// Cards that the site has not drawn yet have a plain row at the top.
function paintNew(deck, known) {
  const list = document.getElementById("rows-new");
  const keys = Object.keys(deck.cards).filter(
    (key) => !known.has(key) || list.querySelector(`[data-row="${CSS.escape(key)}"]`),
  );
  for (const row of list.querySelectorAll("[data-row]")) if (!keys.includes(row.dataset.row)) row.remove();
  for (const key of keys) {
    if (!list.querySelector(`[data-row="${CSS.escape(key)}"]`)) list.querySelector("ul").append(newRow(key));
  }
  list.hidden = !keys.length;
  const empty = deckPane.querySelector(".list-empty");
  if (empty) empty.hidden = keys.length > 0;
}

function newRow(key) {
  const row = document.getElementById("row-pattern").content.firstElementChild.cloneNode(true);
  row.dataset.row = key;
  row.dataset.name = nameOf(key);
  const name = row.querySelector(".row-name");
  name.textContent = nameOf(key);
  row.querySelector(".row-steps b").dataset.copies = key;
  row.querySelector(".row-steps b").textContent = copies(key);
  for (const button of row.querySelectorAll("button")) {
    button.value = key;
    button.dataset.card = key;
    button.id = `new-${button.name}-${key}`;
  }
  return row;
}

on("changed", paint);
// What was found anew has the counts of the site, which may be behind.
document.addEventListener("htmx:afterSettle", paint);
