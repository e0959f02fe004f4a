// Shows the match version by version: one move at a time, with a pause between the opponent's moves.

import { fetchTable, swap } from "./fragment.js";
import { calm, ground, happened, note, online, pause, shown, table, tell, words } from "./page.js";
import { moving } from "./moving.js";

const LOOK = 700; // ms between two moves that are shown
const MANY = 12; // versions that nobody wants to sit through, after a long absence

let walking = null;
let hurry = false;
let gone = false;
let lookUntil = 0;

export const isGone = () => gone;
const latest = () => Number(table.dataset.version);

// The visitor's own action comes at once, and so does what follows it; between two moves of the other there is
// time to look.
export function catchUp(version) {
  if (version > latest()) table.dataset.version = version;
  walking ??= walk().finally(() => {
    walking = null;
    hurry = false;
    if (shown() < latest() && !gone) catchUp(0);
  });
  return walking;
}

async function walk() {
  while (shown() < latest() && !gone) {
    const next = latest() - shown() > MANY ? latest() : shown() + 1;
    const fresh = await retried(next);
    if (!fresh) return;
    await breath();
    await moving.depart(fresh);
    swap(fresh, next);
    // The one after is fetched while this one is looked at.
    if (next < latest()) fetchTable(next + 1).catch(() => {});
    const own = String(happened().seat) === table.dataset.seat;
    lookUntil = own ? 0 : performance.now() + Number(table.dataset.pause ?? LOOK);
    await moving.arrive(next === latest() || hurry);
    tell("shown");
  }
}

async function breath() {
  while ((performance.now() < lookUntil && !hurry) || pressed) await pause(30);
}

// What is pressed is not taken from under the finger: the click would be lost.
let pressed = false;
addEventListener("pointerdown", (event) => (pressed ||= event.button === 0), true);
addEventListener("pointermove", (event) => (pressed &&= event.buttons > 0), true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (pressed = false), true);
addEventListener("blur", () => (pressed = false)); // of the window

// Null when the match is not this visitor's any more, as without the session's cookie.
async function retried(version) {
  for (let wait = 300; ; wait = Math.min(wait * 2, 5000)) {
    try {
      const fresh = await fetchTable(version);
      if (wait > 300) note("");
      return fresh;
    } catch (error) {
      gone = error.status >= 400 && error.status < 500;
      note(gone ? words.broken : words.offline);
      if (gone) return null;
      await Promise.race([pause(wait), online()]);
    }
  }
}

// A click on the ground while moves are being shown skips the pauses.
ground.addEventListener("click", () => {
  if (walking && !calm.matches) hurry = true;
});
