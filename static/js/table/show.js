// Shows the match version by version: one move at a time, with a pause between the opponent's moves.

import { fetchTable, swap } from "./fragment.js";
import { calm, happened, note, online, ownLatest, pause, playingArea, shown, table, tell, words } from "./page.js";
import { moving } from "./moving.js";
import { timeFor } from "./speed.js";

const BEFORE = 500; // ms that the table as it was stays before it is told again
const MANY = 12; // versions that nobody wants to sit through, after a long absence

let walking = null;
let hurry = false;
let gone = false;
let lookUntil = 0;
let again = null; // the version up to which moves are shown once more

export const isGone = () => gone;
export const isShowing = () => Boolean(walking) && shown() < latest();
// Moves that are told in words may be passed over: the log has them.
const isNarrated = Boolean(document.querySelector("[data-narration]"));
const latest = () => Number(table.dataset.version);
// The start, before others play.
if (!shown() && isNarrated) lookUntil = performance.now() + timeFor(happened());

// The visitor's own action comes at once, and so does what follows it; between two moves of the other there is
// time to look.
export function catchUp(version) {
  if (version > latest()) table.dataset.version = version;
  walking ??= walk().finally(() => {
    walking = null;
    hurry = false;
    again = null;
    tell("showing");
    if (shown() < latest() && !gone) catchUp(0);
  });
  tell("showing");
  return walking;
}

// What is left to show comes at once.
export function skip() {
  if (isShowing()) hurry = true;
}

// Shows the moves after a version once more, up to another one, and then the table as it is.
export async function retell(since, until) {
  if (walking || gone) return;
  const fresh = await retried(since);
  if (!fresh || walking) return;
  swap(fresh, since, { quietly: true });
  lookUntil = performance.now() + Number(table.dataset.pause ?? BEFORE);
  again = until;
  await catchUp(0);
}

function following() {
  if (again !== null ? hurry || shown() >= again : latest() - shown() > MANY) return latest();
  return hurry && isNarrated ? latest() : shown() + 1;
}

async function walk() {
  while (shown() < latest() && !gone) {
    let next = following();
    let fresh = await retried(next);
    if (!fresh) return;
    await breath();
    // Meanwhile the visitor may have asked for the rest at once.
    if (following() !== next) fresh = await retried((next = following()));
    if (!fresh) return;
    await moving.depart(fresh);
    swap(fresh, next);
    // The one after is fetched while this one is looked at.
    if (next < latest()) fetchTable(next + 1).catch(() => {});
    // What follows one's own action comes at once, unless it has cost cards: that is to be read.
    const own = String(happened().seat) === table.dataset.seat && again === null;
    const quick = own && !happened().lines?.some(({ tone }) => tone === "loss");
    lookUntil = quick ? 0 : performance.now() + timeFor(happened());
    await moving.arrive(next === latest() || hurry);
    tell("shown");
  }
}

async function breath() {
  const waits = () => performance.now() < lookUntil && !hurry && shown() >= ownLatest();
  while (waits() || pressed) await pause(30);
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
      note(gone ? words.broken : error.busy ? words.busy : words.offline);
      if (gone) return null;
      await Promise.race([pause(Math.max(wait, error.busy ?? 0)), online()]);
    }
  }
}

// A click on the playing area while moves are being shown skips the pauses.
playingArea.addEventListener("click", () => {
  if (walking && !calm.matches) hurry = true;
});
