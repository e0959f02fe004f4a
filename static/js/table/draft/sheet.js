// The score sheet explains its numbers: cards that earn points get a ring and the points, cards that count glow.

import { narrow, on, table, words } from "../page.js";
import { cellOf, layoutOf, lookAt, lookedAt } from "./look.js";

const explanation = table.querySelector("[data-explanation]");
const idle = explanation.innerHTML;
let asked = null;
let before = null;

const explained = ({ seat, line }) => JSON.parse(document.getElementById("explanations").textContent)[seat]?.[line];

function show(wanted) {
  clear();
  const found = explained(wanted);
  if (!found) return;
  asked = wanted;
  table
    .querySelector(`[data-tell="${wanted.seat}"][data-line="${wanted.line}"]`)
    ?.setAttribute("aria-pressed", "true");
  before ??= lookedAt();
  lookAt(wanted.seat);
  const cells = found.parts
    .map((part) => part.card)
    .concat(...found.parts.map((part) => part.counts))
    .filter(Boolean);
  if (cells.length) layoutOf(wanted.seat).classList.add("explained");
  for (const part of found.parts) lightPart(wanted.seat, part);
  tellPart(found);
}

function lightPart(seat, part) {
  for (const at of part.counts) cellOf(seat, at)?.classList.add("counts");
  const at = part.card ?? (part.points ? part.counts[0] : null);
  const cell = at && cellOf(seat, at);
  if (!cell) return;
  if (part.card) cell.classList.add("earns");
  const tag = document.createElement("span");
  tag.className = "worth-tag";
  tag.setAttribute("aria-hidden", "true");
  tag.dataset.points = part.points;
  cell.append(tag);
}

function tellPart(found) {
  const title = Object.assign(document.createElement("h3"), { textContent: found.title });
  const lines = [found.words, found.sum]
    .filter(Boolean)
    .map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  lines[0]?.classList.add("explanation-rule");
  explanation.replaceChildren(title, ...lines);
  const parts = found.parts.filter((part) => part.words);
  if (parts.length < 2) return;
  const list = document.createElement("ul");
  for (const part of parts) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("b"), { textContent: part.points }), part.words);
    list.append(item);
  }
  explanation.append(list);
}

function clear() {
  asked = null;
  for (const button of table.querySelectorAll('[data-tell][aria-pressed="true"]'))
    button.setAttribute("aria-pressed", "false");
  for (const layout of table.querySelectorAll(".explained")) layout.classList.remove("explained");
  for (const cell of table.querySelectorAll(".earns, .counts")) cell.classList.remove("earns", "counts");
  for (const tag of table.querySelectorAll(".worth-tag")) tag.remove();
  explanation.innerHTML = idle;
}

export function quiet() {
  const seat = before;
  clear();
  before = null;
  if (seat !== null) lookAt(seat);
}

export const opened = () => table.classList.contains("sheeting");
export function open(is) {
  table.classList.toggle("sheeting", is);
  const button = document.querySelector('.top [data-act="sheet"]');
  button.setAttribute("aria-expanded", String(is));
  if (is) table.querySelector(".sheet-close").focus({ preventScroll: true });
  else {
    quiet();
    if (narrow.matches) button.focus({ preventScroll: true });
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tell]");
  if (button) {
    const wanted = { seat: Number(button.dataset.tell), line: button.dataset.line };
    if (asked && asked.seat === wanted.seat && asked.line === wanted.line) quiet();
    else show(wanted);
  } else if (event.target.closest('[data-act="sheet"]')) open(!opened());
  else if (asked && event.target.closest(".playing-area, .hand-card, .seat-tab")) {
    before = null;
    clear();
  }
});

// Where the sheet shows the same number again after news it stays explained.
on("swapped", () => {
  const again = asked;
  asked = null;
  if (again) show(again);
});
on("picked", () => {
  before = null;
  clear();
});
