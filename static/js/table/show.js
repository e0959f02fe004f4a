// Shows the match version by version: never two moves at once, the other's with a pause between them.

import { fetchTable, forget, swap } from "./fragment.js";
import { calm, ground, happened, pause, shown, table, tell } from "./page.js";
import { depart, arrive } from "./motion.js";

let walking = null;
let hurry = false;
let lookUntil = 0;

// The visitor's own action comes at once, and so does what follows it; between two moves of the other there is
// time to look.
export function catchUp(version) {
  if (version > Number(table.dataset.version)) table.dataset.version = version;
  walking ??= walk().finally(() => {
    walking = null;
    hurry = false;
    if (shown() < Number(table.dataset.version)) catchUp(0);
  });
  return walking;
}

async function walk() {
  while (shown() < Number(table.dataset.version)) {
    const next = shown() + 1;
    const fresh = await retried(next);
    // The one after is fetched meanwhile.
    if (next < Number(table.dataset.version)) fetchTable(next + 1).catch(() => {});
    await breath();
    await depart(fresh);
    swap(fresh, next);
    forget(next);
    const own = String(happened().seat) === table.dataset.seat;
    lookUntil = own ? 0 : performance.now() + Number(table.dataset.pause);
    await arrive(next === Number(table.dataset.version) || hurry);
    tell("shown");
  }
}

async function breath() {
  while (performance.now() < lookUntil && !hurry) await pause(30);
}

async function retried(version) {
  for (let wait = 300; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await fetchTable(version);
    } catch {
      table.querySelector("[data-offline]").hidden = navigator.onLine;
      await pause(wait);
    }
  }
}

// A click on the ground while moves are being shown skips the pauses.
ground.addEventListener("click", () => {
  if (walking && !calm.matches) hurry = true;
});
