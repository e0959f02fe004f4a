// The coach of a first game: its numbers on cards and spaces, and sending it away.

import { afterwards, narrow, note, on, sayMore, table, tell, words } from "../table/page.js";

const box = () => table.querySelector("[data-coach-says]");

function mark() {
  unmark();
  for (const { dataset } of box()?.querySelectorAll("[data-mark]") ?? []) {
    const card = handCardOf(dataset.source);
    if (card) number(card, dataset.mark);
    if (dataset.source.startsWith("space:")) number(cellAt(dataset.source.slice(6)), dataset.mark);
    if (dataset.at) number(cellAt(dataset.at), dataset.mark);
  }
}

const handCardOf = (source) => table.querySelector(`.hand-card[data-source="${CSS.escape(source)}"]`);

// In a drafting game a space is named with the seat before it.
const cellAt = (at) =>
  table.querySelector(`.board [data-at="${at}"], .layout:not([hidden]) [data-at$=":${at}"]`);

// For those who listen it belongs to the name of the card or the space.
function number(element, which) {
  if (!element) return;
  const [badge, whose] = [document.createElement("span"), document.createElement("span")];
  badge.className = "coach-mark";
  whose.className = "visually-hidden";
  whose.textContent = `, ${box().querySelector("h3").textContent}${words.colon} `;
  badge.append(whose, which);
  element.append(badge);
}

function unmark() {
  for (const badge of table.querySelectorAll(":is(.cell, .hand-card) > .coach-mark")) badge.remove();
}

// After what is said of the move before, and when its words have taken their room from the table.
const speak = afterwards(() => {
  if (!box()) return;
  const lines = [...box().querySelectorAll("[data-coach-words] :is(p, li)")];
  sayMore(lines.map((line) => line.textContent.trim().replace(/\s+/g, " ")).join(" "));
  show();
});

// One line where the table needs the room, until it is opened; then it stays so from turn to turn.
let open = null;
function unfold() {
  const panel = box();
  if (!panel) return;
  panel.open = open ?? !(narrow.matches || table.matches(".draft"));
  panel.querySelector("summary").addEventListener("click", () => (open = !panel.open));
}

// The first mark has to be in sight.
function show() {
  const first = box().querySelector('[data-mark="1"]').dataset;
  const card = handCardOf(first.source);
  const hand = card?.parentElement;
  hand?.scrollTo({ left: card.offsetLeft - (hand.clientWidth - card.offsetWidth) / 2 });
  const cell = first.at && cellAt(first.at);
  if (cell) tell("marked", cell);
}

async function sendAway() {
  box().remove();
  unmark();
  table.querySelector('[data-act="hint"], .hand-card')?.focus();
  const answer = await fetch(table.dataset.coach, {
    method: "POST",
    headers: { "X-CSRFToken": table.dataset.csrf },
  }).catch(() => null);
  if (!answer?.ok) note(words.offline, 5000);
}

document.addEventListener("click", (event) => event.target.closest('[data-act="no-coach"]') && sendAway());
for (const name of ["sending", "leaving"]) on(name, unmark);
on("returned", mark);
on("swapped", () => {
  unfold();
  mark();
  speak();
});
narrow.addEventListener("change", unfold);
unfold();
mark();
speak();
