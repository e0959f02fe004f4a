// The fan of the hand, and the chosen card in full beside the table.

import { afterwards, calm, narrow, on, table, words } from "./page.js";
import { nameOf, offered } from "./selection.js";
import { showSideways } from "./sideways.js";

function fan() {
  const hand = table.querySelector(".hand");
  if (!hand) return;
  const cards = [...hand.children];
  const middle = (cards.length - 1) / 2;
  const lean = Math.min(3.2, 16 / Math.max(cards.length, 1));
  cards.forEach((card, index) => {
    const away = index - middle;
    card.style.setProperty("--nth", Math.floor(index / 2));
    card.style.setProperty("--lean", `${away * lean}deg`);
    card.style.setProperty("--lift", `${Math.abs(away) ** 1.6 * 1.6}px`);
  });
  hand.style.setProperty("--rows", Math.ceil(cards.length / 2));
}

const stage = table.querySelector("[data-chosen-face]");
let before = null;

// A card of the table or the hand in full; `leaveFace` brings back what was there.
export function showFace(element) {
  const face = element.querySelector(".card").cloneNode(true);
  face.classList.remove("is-turned", "is-at-risk", "seat-0", "seat-1");
  face.querySelector(".card__pointer")?.remove();
  delete face.dataset.digest;
  before ??= { faces: [...stage.children], hidden: stage.parentElement.hidden };
  stage.replaceChildren(face);
  stage.parentElement.hidden = false;
}

export function leaveFace() {
  if (!before) return;
  stage.replaceChildren(...before.faces);
  stage.parentElement.hidden = before.hidden;
  before = null;
}

function showChosen({ source, element }) {
  showFace(element);
  if (source.startsWith("hand:")) before = null;
  const title = table.querySelector("[data-hand-title]");
  if (!title) return;
  title.dataset.idle ??= title.textContent;
  title.textContent = nameOf(element);
  const lit = offered().some((choice) => choice.at);
  table.querySelector("[data-hand-hint]").textContent = lit ? words.hint : "";
  tellWhy(element.dataset.why);
  if (narrow.matches && source.startsWith("hand:")) showSideways(element);
}

function idle() {
  const title = table.querySelector("[data-hand-title]");
  if (!title?.dataset.idle) return;
  title.textContent = title.dataset.idle;
  const hint = table.querySelector("[data-hand-hint]");
  hint.textContent = hint.dataset.idle;
  tellWhy();
}

// Of a card that fits nowhere.
function tellWhy(text = "") {
  const line = table.querySelector("[data-hand-why]");
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
}

// On a phone: how many of the cards beyond the edge of the hand can be played; pressing leads there.
function countBeyond() {
  const button = table.querySelector("[data-hand-more]");
  if (!button) return;
  const box = table.querySelector(".hand")?.getBoundingClientRect();
  const spots = [...table.querySelectorAll(".hand-card.playable")].map((card) => {
    const { left, width } = card.getBoundingClientRect();
    return left + width / 2;
  });
  const right = spots.filter((spot) => spot > box.right).length;
  const left = spots.filter((spot) => spot < box.left).length;
  const text = words.playable.replace("{count}", right || left);
  button.textContent = right ? `${text} ›` : `‹ ${text}`;
  button.dataset.step = right ? 1 : -1;
  button.hidden = !(right || left) || Boolean(table.querySelector(".hand-card.selected"));
}

table.addEventListener("click", (event) => {
  const step = event.target.closest("[data-hand-more]")?.dataset.step;
  const hand = step && table.querySelector(".hand");
  if (hand) hand.scrollBy({ left: step * hand.clientWidth * 0.8, behavior: calm.matches ? "auto" : "smooth" });
});
const count = afterwards(countBeyond);
table.addEventListener("scroll", count, true);
addEventListener("resize", count);

on("selected", showChosen);
on("foreseen", () => (table.querySelector("[data-hand-hint]").textContent = words.again));
on("cleared", idle);
for (const name of ["selected", "cleared", "swapped"]) on(name, count);
on("swapped", fan);
fan();
// Measured when all scripts have written what they write at first, and before the page is drawn.
queueMicrotask(countBeyond);
