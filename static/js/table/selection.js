// The chosen card: its legal spaces light up, each with its points, reason, digit and a link to what supports it.

import { board, cellAt, choices, on, pattern, placeOf, say, table, tell, words } from "./page.js";
import { sentences } from "./neighbours.js";

const LONG = 8; // letters of a word that a small space cannot hold

let source = "";

export const selected = () => source;
export const offered = (from = source) => choices().filter((choice) => choice.source === from);
export const offeredAt = (at, from = source) => offered(from).filter((choice) => reaches(choice, at));

// A spread takes several spaces; `at` is only its first.
function reaches(choice, at) {
  const places = choice.do === "spread" ? choice.action.to : [choice.at];
  return places.some((place) => String(place) === String(at));
}

export function elementOf(from) {
  if (from.startsWith("space:")) return table.querySelector(`[data-space="${from.slice(6)}"]`);
  return (
    table.querySelector(`.hand-card[data-source="${from}"][aria-selected="true"]`) ??
    table.querySelector(`.hand-card[data-source="${from}"]`)
  );
}

export function select(from, element = elementOf(from)) {
  clear();
  source = from;
  if (!element) return;
  element.classList.add("selected");
  if (element.getAttribute("role") === "option") element.setAttribute("aria-selected", "true");
  light();
  // The rest gives way to the table while a space is looked for.
  table.classList.toggle("choosing", from.startsWith("hand:") && lit().size > 0);
  announce(element);
  tell("selected", { source, element });
}

export function clear({ sending = false } = {}) {
  if (!source) return;
  source = "";
  table.classList.remove("choosing");
  for (const element of table.querySelectorAll(".selected")) {
    element.classList.remove("selected");
    if (element.hasAttribute("aria-selected")) element.setAttribute("aria-selected", "false");
  }
  for (const element of board().querySelectorAll(".legal, .tie, .gain-tag, .refused")) element.remove();
  for (const element of board().querySelectorAll(".target")) element.classList.remove("target");
  for (const label of board().querySelectorAll("[data-unlit]")) {
    label.textContent = label.dataset.unlit;
    delete label.dataset.unlit;
  }
  tell("cleared", { sending });
}

// The lit spaces, each with its first choice, in the order of their digits, which go to nine only.
export function lit() {
  const found = new Map();
  for (const choice of offered()) {
    const cell = choice.at && cellAt(choice.at);
    if (cell && !found.has(cell)) found.set(cell, choice);
  }
  return found;
}

function light() {
  const found = lit();
  for (const [index, [cell, choice]] of [...found].entries()) {
    name(cell, choice, words.of.replace("{number}", index + 1).replace("{count}", found.size));
    if (cell.classList.contains("taken")) lightCard(cell, choice);
    else lightSpace(cell, choice);
    for (const link of choice.links) tie(cell, choice.at, link);
  }
}

// What a lit space is called: where it is, what it gains and why, and which one of them it is.
function name(cell, choice, which) {
  const label = cell.querySelector(".cell-label");
  label.dataset.unlit = label.textContent;
  label.textContent = [label.textContent, `${choice.gain} ${choice.reason}`.trim(), which].join(", ");
}

function lightSpace(cell, choice) {
  const space = pattern("legal");
  if (choice.tone) space.classList.add(choice.tone);
  space.querySelector(".gain").textContent = choice.gain;
  const reason = space.querySelector(".reason");
  reason.textContent = choice.reason;
  reason.classList.toggle(
    "long",
    choice.reason.split(" ").some((word) => word.length > LONG),
  );
  space.querySelector(".brief").textContent = { save: words.saves, risk: words.risks }[choice.tone] ?? "";
  space.querySelector(".legal-key").textContent = choice.key ?? "";
  cell.append(space);
}

function lightCard(cell, choice) {
  cell.querySelector(".lying").classList.add("target");
  if (choice.gain || choice.reason) tag(cell, choice);
}

// The same words on every card would hide what they are about, so they come with the pointer or the focus.
export function tag(cell, { gain, reason = "", tone = "" }) {
  const mark = pattern("gain-tag");
  mark.classList.toggle("aside", !gain);
  mark.classList.toggle("harm", tone === "harm");
  mark.querySelector("b").textContent = gain;
  mark.querySelector("[data-reason]").textContent = reason;
  cell.querySelector(".gain-tag")?.remove();
  cell.append(mark);
}

function tie(cell, at, link) {
  const side = { "-1,0": "left", "1,0": "right", "0,1": "up", "0,-1": "down" }[
    [link[0] - at[0], link[1] - at[1]]
  ];
  if (!side) return;
  const knot = pattern("link");
  knot.classList.add(`tie-${side}`);
  cell.append(knot);
}

export function nameOf(element) {
  return element.dataset.name ?? element.parentElement.querySelector(".cell-label").textContent.split(",")[0];
}

function announce(element) {
  const [name, places] = [nameOf(element), lit().size];
  const why = places || mayReveal() ? "" : (elementOf(source)?.dataset.why ?? "");
  // The reason is a sentence, and most name the card.
  if (why) say(why.includes(name) ? why : sentences([name, why]));
  else say([name, fate(places)].filter(Boolean).join(", "));
}

function fate(places) {
  if (places) return `${words.lit} ${places}`;
  return mayReveal() ? words.reveal : "";
}

const mayReveal = () => offered().some((choice) => choice.do === "reveal");

// What may be chosen at all is marked, so that the rest stays quiet.
export function markChoosable() {
  const sources = new Set(choices().map((choice) => choice.source));
  for (const lying of board().querySelectorAll(".lying")) {
    lying.parentElement.classList.toggle("can", sources.has(`space:${lying.dataset.space}`));
  }
}

export const sourceOfCell = (cell) => `space:${placeOf(cell)}`;

// What is chosen when a new table comes.
let left = null;
export const chosenBefore = () => left;
on("leaving", () => {
  const face = source && elementOf(source)?.querySelector("[data-key]");
  left = source ? { source, key: face?.dataset.key } : null;
  clear();
});
on("sending", () => clear({ sending: true }));
on("swapped", markChoosable);
markChoosable();
