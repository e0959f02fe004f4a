// Brings the shown table to the server's table at a version: replaces the parts that differ, which the stream has
// brought or which are fetched; focus stays where it was.

import { changeTo } from "./changes.js";
import { rescue, settle, spot } from "./focus.js";
import { address, happened, say, sayMore, table, tell } from "./page.js";
import { renew } from "./parts.js";
import { busyFor } from "../site/busy.js";

// What was asked for last; it holds for the table that is shown.
let asked = null;

export function fetchTable(version) {
  if (asked?.version !== version) {
    const order = { version, answer: lacking(version) };
    order.answer.catch(() => asked === order && (asked = null));
    asked = order;
  }
  return asked.answer;
}

// The parts that the page lacks. They are fetched unless the stream has brought them for what the page shows, and all
// of them if it no longer has what the server took it to have.
async function lacking(version) {
  const change = await changeTo(version);
  if (change) {
    const fresh = read(change.parts);
    if (has([...change.kept, ...left(fresh)])) return fresh;
  }
  const fresh = await parts(version, [...digests().keys()].join(""));
  return has(left(fresh)) ? fresh : parts(version, "");
}

const read = (html) => new DOMParser().parseFromString(html, "text/html");
const left = (fresh) => [...fresh.querySelectorAll("[data-same]")].map((piece) => piece.dataset.same);
function has(wanted) {
  const known = digests();
  return wanted.every((each) => known.has(each));
}

async function parts(version, shown) {
  const answer = await fetch(address(table.dataset.fragment, { part: "table", version }), {
    headers: shown ? { "X-Shown-Parts": shown } : {},
  });
  if (!answer.ok) {
    const { status } = answer;
    throw Object.assign(new Error(`table ${version}: ${status}`), { status, busy: busyFor(answer) });
  }
  return read(await answer.text());
}

// The parts of the page and the pieces in them, by the digest that the server gave them (games/table/parts.py).
function digests() {
  const pieces = document.querySelectorAll("[data-part][data-digest], [data-part] [data-digest]");
  return new Map([...pieces].map((piece) => [piece.dataset.digest, piece]));
}

const result = () => document.getElementById("result-title");

export function swap(fresh, version, { quietly = false } = {}) {
  asked = null;
  tell("leaving");
  const focus = spot();
  const over = result();
  const before = document.getElementById("board").dataset;
  const origin = { left: Number(before.left), top: Number(before.top) };
  const known = digests();
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`[data-part="${part.dataset.part}"]`);
    // A part within another one has come with it, and one that is the same with the whole table.
    if (!old || old === part || isSame(old, part) || isPatched(old, part)) continue;
    for (const piece of part.querySelectorAll("[data-same]")) {
      const same = document.importNode(known.get(piece.dataset.same), true);
      same.style.zIndex = ""; // A card may still be flying in it.
      piece.replaceWith(same);
    }
    renew(old, part);
  }
  table.dataset.shown = version;
  tell("swapped", { origin });
  // After an action of one's own the next one begins in the hand, and a game that was played ends at its result.
  const own = String(happened().seat) === table.dataset.seat;
  const ends = !over && table.dataset.seat && result();
  if (ends && !document.activeElement?.matches("input")) ends.focus({ preventScroll: true });
  else if (focus && own && document.activeElement?.matches(".cell")) settle(focus);
  else rescue(focus);
  if (quietly) return;
  if (own) say(happened().said);
  else sayMore(happened().said);
}

const isSame = (old, next) => Boolean(old.dataset.digest) && old.dataset.digest === next.dataset.digest;

// A board with the same spaces is not built anew: only those that differ are replaced, the rest need no new layout.
function isPatched(old, part) {
  const shape = ({ dataset }) => [dataset.left, dataset.top, dataset.columns].join();
  const cells = [...old.querySelectorAll(".cell")];
  if (part.dataset.part !== "board" || shape(old) !== shape(part)) return false;
  const next = [...part.querySelectorAll(".row > *")];
  const stays = (cell, index) => isSame(cell, next[index]) || cell.dataset.digest === next[index].dataset.same;
  if (cells.length !== next.length || next.some((each, i) => each.dataset.same && !stays(cells[i], i)))
    return false;
  for (const [index, cell] of cells.entries()) {
    if (stays(cell, index)) continue;
    const focused = cell.contains(document.activeElement);
    next[index].tabIndex = cell.tabIndex;
    cell.replaceWith(document.adoptNode(next[index]));
    // At once, as in a renewed part: later its card would be told over the move.
    if (focused) next[index].focus({ preventScroll: true });
  }
  old.dataset.digest = part.dataset.digest;
  return true;
}
