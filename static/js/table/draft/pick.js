// The chosen card: its spaces light up, each with the points that the card would change and earn there.

import { choices, happened, narrow, on, pattern, say, table, tell, words } from "../page.js";
import { showSideways } from "../sideways.js";
import { cellOf, lookAt } from "./look.js";

let source = "";
let turn = happened().turn;

export const picked = () => source;
export const offered = (from = source) => choices().filter((choice) => choice.source === from);
export const offeredAt = (cell) =>
  offered().find((choice) => `${choice.board}:${choice.at}` === cell.dataset.at);
export const nameOf = (element) => element.querySelector(".dcard-name").textContent;
export const cardOf = (from = source) => (from.startsWith("card:") ? from.slice(5) : "");

const handCard = (from) => table.querySelector(`.hand-card[data-source="${from}"]`);

export function pick(from, element = handCard(from)) {
  drop();
  if (!offered(from).length) return;
  lookAt(offered(from)[0].board);
  mark(from, element);
  tell("picked", { source, element });
}

function mark(from, element) {
  source = from;
  element?.setAttribute("aria-selected", "true");
  light();
  hint(element);
}

export function drop() {
  if (!source) return;
  source = "";
  for (const card of table.querySelectorAll('.hand-card[aria-selected="true"]'))
    card.setAttribute("aria-selected", "false");
  unlight();
  idle();
  tell("dropped");
}

export function unlight() {
  for (const mark of table.querySelectorAll(".cell .legal")) {
    const cell = mark.parentElement;
    cell.setAttribute("aria-label", cell.dataset.label);
    mark.remove();
  }
  for (const cell of table.querySelectorAll(".cell.first")) cell.classList.remove("first");
}

function light() {
  const most = Math.max(...offered().map((choice) => worth(choice.gain)));
  for (const choice of offered()) {
    const cell = cellOf(choice.board, choice.at);
    if (!cell) continue;
    const mark = lit(cell, choice.gain, choice.words, worth(choice.gain) === most && most > 0);
    if (choice.best !== null && !isQuiet()) mark.querySelector(".outlook").append(outlook(choice));
  }
  if (source.startsWith("whale:")) cellOf(offered()[0].board, source.slice(6))?.classList.add("first");
}

export const worth = (gain) => Number(gain.replace("−", "-").replace("±", ""));

// A space or card that may be chosen now, with what that would change; said with the cell's name.
export function lit(cell, gain, reasons, top) {
  const mark = pattern("legal");
  if (isQuiet()) return said(cell, mark, "");
  mark.querySelector(".gain").textContent = gain;
  mark.classList.toggle("most", top);
  mark.classList.toggle("low", worth(gain) === 0);
  mark.classList.toggle("loss", worth(gain) < 0);
  mark.title = reasons;
  return said(cell, mark, `: ${reasons}`);
}

function said(cell, mark, reasons) {
  cell.append(mark);
  cell.setAttribute("aria-label", cell.dataset.label + reasons);
  return mark;
}

// The figures would give a lesson away; after a first miss they help.
export const isQuiet = () => Boolean(document.querySelector('[data-part="exercise"] [data-missed="0"]'));

function outlook(choice) {
  const line = document.createElement("span");
  const name = document.createElement("span");
  name.className = "word";
  name.textContent = `${nameOf(handCard(choice.source))} `;
  line.append(name, words.of.replace("{own}", choice.own).replace("{best}", choice.best));
  return line;
}

function hint(element) {
  const title = table.querySelector("[data-hand-title]");
  const line = table.querySelector("[data-hand-hint]");
  if (!title || !element) return;
  title.dataset.idle ??= title.textContent;
  line.dataset.idle ??= line.textContent;
  title.textContent = nameOf(element);
  line.textContent = offered()[0].action.do === "give" ? words.giveHint : words.hint;
  if (narrow.matches) showSideways(element);
  say(`${nameOf(element)}, ${words.lit} ${offered().length}`);
}

function idle() {
  for (const line of table.querySelectorAll("[data-hand-title], [data-hand-hint]")) {
    if (line.dataset.idle !== undefined) line.textContent = line.dataset.idle;
  }
}

// A lone whale is the one that is meant.
function whale() {
  const first = choices().find((choice) => choice.source.startsWith("whale:"));
  if (first && !source) pick(first.source, null);
}

// What others have chosen meanwhile changes nothing for the own choice.
on("swapped", () => {
  const kept = turn === happened().turn && offered(source).length ? source : "";
  turn = happened().turn;
  source = "";
  if (kept) mark(kept, handCard(kept));
  else tell("dropped");
  whale();
});
on("sending", () => drop());
queueMicrotask(whale);
