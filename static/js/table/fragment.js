// Replaces the shown table, part by part, by the server's table at a version; focus stays where it was.

import { address, happened, say, table, tell } from "./page.js";
import { renew } from "./parts.js";

const cache = new Map();

export function fetchTable(version) {
  if (!cache.has(version)) {
    cache.set(
      version,
      fetch(address(table.dataset.fragment, { part: "table", version })).then(async (answer) => {
        if (!answer.ok)
          throw Object.assign(new Error(`table ${version}: ${answer.status}`), { status: answer.status });
        return new DOMParser().parseFromString(await answer.text(), "text/html");
      }),
    );
    cache.get(version).catch(() => cache.delete(version));
  }
  return cache.get(version);
}

export function forget(version) {
  cache.delete(version);
}

export function swap(fresh, version) {
  tell("leaving");
  const held = document.activeElement;
  const focus = focused();
  const before = document.getElementById("board").dataset;
  const origin = { left: Number(before.left), top: Number(before.top) };
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`[data-part="${part.dataset.part}"]`);
    // A part within another one has come with it.
    if (old && old !== part) renew(old, part);
  }
  table.dataset.shown = version;
  tell("swapped", { origin });
  if (!held?.isConnected) refocus(focus);
  say(happened().said);
}

function focused() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const inPart = element.closest("[data-part]");
  if (!inPart) return null;
  const card = element.closest(".held-card");
  if (card) return { held: [...card.parentElement.children].indexOf(card), source: card.dataset.source };
  const cell = element.closest(".cell");
  if (cell) return { query: `.cell[data-at="${cell.dataset.at}"]` };
  return {
    query: element.dataset.act ? `[data-act="${element.dataset.act}"]` : "",
    part: inPart.dataset.part,
  };
}

// Without the same element the nearest thing that can be focused takes over, so that nobody falls out of the page.
function refocus(was) {
  if (!was) return;
  const cards = [...document.querySelectorAll(".held-card")];
  let next = null;
  if ("held" in was)
    next =
      cards.find((card) => card.dataset.source === was.source) ?? cards[Math.min(was.held, cards.length - 1)];
  else if (was.query) next = document.querySelector(was.query);
  next ??= document.getElementById("result-title") ?? cards[0] ?? document.querySelector(".cell.taken");
  if (!next) return;
  if (next.matches(".held-card")) {
    for (const card of cards) card.tabIndex = card === next ? 0 : -1;
  }
  next.focus({ preventScroll: true });
}
