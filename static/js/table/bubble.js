// A bubble beside a space: why it is refused, or how its neighbours relate to the selected card.

import { on, playingArea, table } from "./page.js";
import { link, neighbour } from "./neighbours.js";
import { room as free } from "./viewport.js";

const bubble = table.querySelector("[data-bubble]");
const list = bubble.querySelector("[data-bubble-lines]");
const GAP = 10;

export const inBubble = (element) => Boolean(element) && bubble.contains(element);
export const isOpen = () => !bubble.hidden;

// `said`: title, words, and perhaps fits, clause, lines with the clauses that they name.
export function open(cell, said) {
  bubble.classList.toggle("fits", Boolean(said.fits));
  bubble.classList.toggle("harm", said.outlook?.tone === "harm");
  bubble.classList.toggle("wide", Boolean(said.lines?.length));
  bubble.querySelector("[data-bubble-title]").textContent = said.title;
  const text = bubble.querySelector("[data-bubble-words]");
  text.textContent = said.words;
  text.hidden = !said.words;
  list.replaceChildren(...(said.lines ?? []).map((line) => neighbour(line, said.clauses)));
  if (said.lines && !said.lines.length) text.append(" ", ruleLink(said));
  bubble.hidden = false;
  settle(cell);
}

function ruleLink(said) {
  const anchor = Object.assign(document.createElement("a"), { target: "_blank", rel: "noopener" });
  link(anchor, said.clauses[said.clause]);
  return anchor.textContent ? anchor : "";
}

export function close() {
  bubble.hidden = true;
}

// At the side where it hides least of what it is about: the space, its neighbours, other lit spaces.
function settle(cell) {
  const { box: room, height: open } = free();
  const floor = room.top + open;
  const spot = (cell ?? playingArea).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const keep = cell ? worthSeeing(cell) : [];
  const raise = Math.min(30, spot.height / 5);
  const spots = [
    { side: "right", left: spot.right + GAP, top: spot.top + raise },
    { side: "left", left: spot.left - width - GAP, top: spot.top + raise },
    { side: "right", left: spot.right + GAP, top: spot.bottom - height },
    { side: "left", left: spot.left - width - GAP, top: spot.bottom - height },
    { side: "below", left: spot.left + spot.width / 2 - width / 2, top: spot.bottom + GAP },
    { side: "above", left: spot.left + spot.width / 2 - width / 2, top: spot.top - height - GAP },
  ];
  const within = (value, low, high) => Math.max(low, Math.min(value, Math.max(low, high)));
  for (const each of spots) {
    const left = within(each.left, room.left + 4, room.right - width - 4);
    const top = within(each.top, room.top + 4, Math.max(floor, room.top + height + 12) - height - 8);
    each.pushed = Math.abs(left - each.left) + Math.abs(top - each.top) / 4;
    Object.assign(each, { left, top });
    each.cost =
      each.pushed * 60 +
      keep.reduce((sum, [box, weight]) => sum + weight * overlap(each, width, height, box), 0);
  }
  const best = spots.reduce((least, each) => (each.cost < least.cost ? each : least));
  bubble.dataset.side = best.pushed > 60 ? "" : best.side;
  bubble.style.left = `${best.left - room.left}px`;
  bubble.style.top = `${best.top - room.top}px`;
  bubble.style.setProperty("--tip", `${within(spot.top + spot.height / 2 - best.top, 18, height - 18)}px`);
}

function worthSeeing(cell) {
  const row = [...cell.parentElement.children];
  const column = row.indexOf(cell);
  const beside = [row[column - 1], row[column + 1]];
  for (const other of [cell.parentElement.previousElementSibling, cell.parentElement.nextElementSibling])
    beside.push(other?.children[column]);
  const lit = [...cell.closest(".board").querySelectorAll(".legal")].map((mark) => [
    mark.getBoundingClientRect(),
    1,
  ]);
  const near = beside
    .filter((each) => each?.classList.contains("taken"))
    .map((each) => [each.getBoundingClientRect(), 3]);
  return [[cell.getBoundingClientRect(), 8], ...near, ...lit];
}

function overlap(at, width, height, box) {
  const across = Math.min(at.left + width, box.right) - Math.max(at.left, box.left);
  const down = Math.min(at.top + height, box.bottom) - Math.max(at.top, box.top);
  return across > 0 && down > 0 ? across * down : 0;
}

for (const name of ["selected", "cleared", "swapped", "viewed"]) on(name, close);
