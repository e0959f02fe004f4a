// All there is to say about the card or the space that has the focus.

import { board, say, table, words } from "./page.js";
import { sentences, spoken } from "./neighbours.js";
import { lit } from "./selection.js";
import { explanationAt } from "./spaces.js";
import { inWords } from "./ties.js";

export async function tellAll() {
  const card = document.activeElement?.closest(".hand-card");
  const cell = document.activeElement?.closest(".cell");
  if (card) say(sentences([described(card), card.dataset.why]));
  else if (cell) say(sentences([...(await partsOf(cell)), placed(cell)]));
  return Boolean(card ?? cell);
}

// How the game stands.
export function tellStatus() {
  const seats = [...document.querySelectorAll(".seat")].map((seat) =>
    [".seat-name", "[data-score]"].map((each) => seat.querySelector(each).textContent.trim()).join(`${words.colon} `),
  );
  const lines = ".exercise-task:not([hidden]), .actions-words, .last-turn, .risk-note, .waiting";
  const turn = [...table.querySelectorAll(lines)];
  const now = turn.map((each) => each.textContent.trim().replace(/\s+/g, " "));
  say(sentences([seats.join(", "), ...now]));
}

// What stands on a card, and how it fares.
const described = (element) => element.querySelector(".card > .visually-hidden").textContent;

async function partsOf(cell) {
  const space = explanationAt(cell);
  const fits = space ? [space.title, space.words, ...space.lines.map(spoken)] : [];
  if (cell.matches(".taken")) return [described(cell), ...(lit().has(cell) ? fits : await inWords(cell))];
  return [cell.querySelector(".cell-label").textContent, ...fits];
}

function placed(cell) {
  const rows = [...board().children];
  const columns = [...cell.parentElement.children];
  const numbers = {
    row: rows.indexOf(cell.parentElement) + 1,
    rows: rows.length,
    column: columns.indexOf(cell) + 1,
    columns: columns.length,
  };
  return words.place.replace(/\{(\w+)\}/g, (_all, name) => numbers[name]);
}
