// How neighbours relate to a card: lines of text, and bonds drawn from space to space.

import { board, cellAt, pattern, placeOf, words } from "./page.js";

// `line` as the server writes it (games/table/lines.py); `gives` turns a support round: who lives on the card.
export function neighbour(line, clauses, gives = false) {
  const item = pattern("neighbour");
  item.classList.add(...marks(line, gives), ...(line.only ? ["only"] : []));
  const fill = (name, text) => (item.querySelector(`[data-${name}]`).textContent = text);
  fill("verdict", gives ? "" : `${line.fits ? words.supports : words.lacks} `);
  fill("name", line.name);
  fill("side", line.side);
  fill("kind", line.kind);
  fill("words", line.words);
  link(item.querySelector("[data-clause]"), clauses[line.clause]);
  return item;
}

const marks = (line, gives) => (gives ? ["gives"] : [line.fits ? "yes" : "no"]);

export function link(anchor, clause) {
  if (!clause) return anchor.remove();
  anchor.href = clause.url;
  anchor.textContent = words.rule;
  anchor.title = clause.title;
  anchor.setAttribute("aria-label", `${words.rule}${words.colon} ${clause.title}`);
}

export const spoken = (line) => `${[line.name, line.side].filter(Boolean).join(", ")}${words.colon} ${line.kind}`;

export const sentences = (parts) =>
  parts
    .filter(Boolean)
    .map((part) => part.replace(/\.?$/, "."))
    .join(" ");

const SIDES = { "-1,0": "left", "1,0": "right", "0,1": "up", "0,-1": "down" };

export function draw(cell, lines, gives = false) {
  const [x, y] = placeOf(cell);
  for (const line of lines) {
    const [lx, ly] = line.at.split(",").map(Number);
    const side = SIDES[[lx - x, ly - y]];
    if (!side) continue;
    const bond = pattern("bond");
    const both = cell.querySelector(`.bond-${side}`);
    bond.classList.add(`bond-${side}`, ...marks(line, gives));
    // A plant and the animal that eats it may live on each other: two bonds, side by side.
    if (both) {
      both.classList.add("first");
      bond.classList.add("second");
    }
    cell.append(bond);
  }
}

export function wipe() {
  for (const mark of board().querySelectorAll(".bond, .falls")) mark.remove();
  for (const name of ["explained", "would-go"]) {
    for (const cell of board().querySelectorAll(`.${name}`)) cell.classList.remove(name);
  }
}

export function markFalling(places) {
  for (const at of new Set(places)) {
    const cell = cellAt(at);
    cell?.classList.add("would-go");
    cell?.append(pattern("falls"));
  }
}
