// A card's place in the food web: what it lives on, what lives on it, what would leave with it. Shown beside the
// table, on a phone in a sheet over the hand. Hovering shows it for a while, choosing the card keeps it.

import { address, cellAt, fetched, narrow, on, pattern, shown, table, tell, words } from "./page.js";
import { inBubble } from "./bubble.js";
import { leaveFace, showFace } from "./hand.js";
import { draw, markFalling, neighbour, spoken, wipe } from "./neighbours.js";

const DWELL = 400; // ms
const GRACE = 600; // ms to get from the card to the panel

const panel = document.getElementById("ties");
const body = panel.querySelector("[data-ties-body]");
const webs = new Map();

let showing = null; // the cell
let relations = null; // what is said of it
let kept = false;
let timer = 0;
let returned = null; // the cell that has its focus back and need not speak again

function webAt(version) {
  if (!webs.has(version)) {
    webs.clear();
    webs.set(version, fetched(address(table.dataset.fragment, { part: "web", version })));
  }
  return webs.get(version);
}

// `keep`: until something else is chosen.
async function show(cell, { keep = false } = {}) {
  clearTimeout(timer);
  if (kept && !keep) return;
  const version = shown();
  kept = keep;
  showing = cell;
  const web = await webAt(version);
  const card = web?.cards[cell.dataset.at];
  if (!web) webs.delete(version);
  if (!card || version !== shown() || showing !== cell) return;
  fill(card, web.clauses);
  showFace(cell.querySelector(".lying"));
  relations = card;
  mark();
}

function mark() {
  if (!relations || !showing?.isConnected) return;
  wipe();
  showing.classList.add("explained");
  draw(showing, relations.lives_on.lines);
  draw(showing, relations.feeds.lines, true);
  markFalling(relations.cascade.lost);
}

export function hide() {
  clearTimeout(timer);
  if (!showing && panel.hidden) return;
  const inside = panel.contains(document.activeElement);
  const back = showing;
  showing = relations = null;
  kept = false;
  panel.hidden = true;
  wipe();
  leaveFace();
  if (!inside) return;
  returned = back;
  back?.focus({ preventScroll: true });
}

function fill(card, clauses) {
  head(card.name, card.whose);
  const facts = document.createElement("ul");
  facts.className = "facts";
  facts.append(...card.facts.map(fact));
  body.replaceChildren(
    ...(card.danger ? [cascade(card.danger)] : []),
    ...(card.facts.length ? [facts] : []),
    ...(card.cascade.words ? [cascade(card.cascade.words)] : []),
    ...(card.danger && !card.lives_on.lines.length ? [] : [part(words.livesOn, card.lives_on, clauses)]),
    part(words.feeds, card.feeds, clauses, true),
  );
}

function head(title, under) {
  panel.querySelector("[data-ties-title]").textContent = title;
  panel.querySelector("[data-ties-whose]").textContent = under;
  panel.hidden = false;
  body.scrollTop = 0;
}

function part(title, { words: text, lines }, clauses, gives = false) {
  const section = document.createElement("section");
  const heading = Object.assign(document.createElement("h3"), { textContent: title });
  const list = Object.assign(document.createElement("ul"), { className: "neighbours" });
  list.append(...lines.map((line) => neighbour(line, clauses, gives)));
  section.append(heading);
  if (text) section.append(Object.assign(document.createElement("p"), { textContent: text }));
  if (lines.length) section.append(list);
  return section;
}

function fact({ sign, words: text }) {
  const item = pattern("fact");
  item.querySelector("use").setAttribute("href", `${words.signs}#${sign}`);
  item.querySelector("span").textContent = text;
  return item;
}

function cascade(text) {
  const line = Object.assign(document.createElement("p"), { className: "cascade" });
  const said = fact({ sign: "broken", words: text });
  line.append(...said.childNodes);
  return line;
}

// The card's place in the web as sentences to be said; none if it cannot be had.
export async function inWords(cell) {
  const card = (await webAt(shown()))?.cards[cell.dataset.at];
  if (!card) return [];
  const part = (title, { words: text, lines }) =>
    `${title}${words.colon} ${[...(text ? [text] : []), ...lines.map(spoken)].join("; ")}`;
  return [
    card.danger,
    ...card.facts.map((each) => each.words),
    card.cascade.words,
    part(words.livesOn, card.lives_on),
    part(words.feeds, card.feeds),
  ];
}

// On a phone the panel also tells of a space.
export function showSpace(cell, said) {
  clearTimeout(timer);
  kept = true;
  showing = cell;
  relations = { lives_on: said, feeds: { lines: [] }, cascade: { lost: [] } };
  head(said.title, said.words);
  body.replaceChildren(
    ...(said.outlook ? [playing(cell)] : []),
    ...(said.lines.length ? [part(words.beside, { words: "", lines: said.lines }, said.clauses)] : []),
  );
  mark();
}

// The button that plays an event there, as another tap on the space does.
function playing(cell) {
  const button = Object.assign(document.createElement("button"), { className: "button", textContent: words.play });
  button.type = "button";
  button.addEventListener("click", () => tell("meant", cell));
  return button;
}

const later = (act, ms) => {
  clearTimeout(timer);
  timer = setTimeout(act, ms);
};

table.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || event.buttons || kept) return;
  const cell = event.target.closest(".cell.taken");
  const reading = event.target.closest(".side") || inBubble(event.target) || cell === showing;
  if (cell && cell !== showing && !cell.matches(".explained")) {
    webAt(shown());
    later(() => cell.matches(".explained") || show(cell), DWELL);
  } else if (!reading && !(showing && showing.contains(document.activeElement))) later(hide, GRACE);
  else clearTimeout(timer);
});

// Out of the table altogether: nothing there would be entered that ends it.
table.addEventListener("pointerleave", (event) => {
  if (event.pointerType !== "mouse" || kept || showing?.contains(document.activeElement)) return;
  later(hide, GRACE);
});

table.addEventListener("focusin", (event) => {
  const cell = event.target.closest(".cell");
  if (cell && cell === returned) return void (returned = null);
  if (cell?.matches(".taken:focus-visible"))
    later(() => cell.matches(".explained") || show(cell), 0);
  else if (!kept && showing && !panel.contains(event.target)) later(hide, 0);
  else clearTimeout(timer); // nor of a card that was passed on the way here
});

on("rested", ({ cell }) => {
  if (cell.matches(".taken") && showing !== cell) show(cell, { keep: true });
});

table.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !panel.contains(event.target)) return;
  event.stopPropagation();
  hide();
});

panel.querySelector("[data-ties-close]").addEventListener("click", hide);

on("selected", ({ source }) => {
  if (source.startsWith("space:")) show(cellAt(source.slice(6)), { keep: true });
  else hide();
});
on("cleared", hide);
on("swapped", () => {
  hide();
  // Who stands on a card with the keyboard goes on reading about it.
  const cell = document.activeElement?.closest(".cell.taken:focus-visible");
  if (cell) show(cell);
});

// The marks of a space that was explained meanwhile took the place of the card's.
on("hushed", mark);
narrow.addEventListener("change", hide);
