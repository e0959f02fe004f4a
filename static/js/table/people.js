// What changes at the table between moves: clocks, offers, chat, rematch. Fetched again on any news.

import { localise } from "../site/times.js";
import { rescue } from "./focus.js";
import { address, on, pause, table, tell } from "./page.js";
import { renew } from "./parts.js";
import { isGone } from "./show.js";

const GATHER = 120; // ms in which several pieces of news become one look
const AGAIN = 2000; // ms after one that failed

export const liveState = () => JSON.parse(document.getElementById("live-state").textContent);
export const ownSeat = () => (table.dataset.seat === "" ? null : Number(table.dataset.seat));

let looking = false;
let asked = false;

export async function look() {
  asked = true;
  if (looking) return;
  looking = true;
  while (asked && !isGone()) {
    asked = false;
    await pause(GATHER);
    const fresh = await fetched();
    if (fresh) put(fresh);
    else {
      asked = true;
      await pause(AGAIN);
    }
  }
  looking = false;
}

async function fetched() {
  const query = { part: "live", ...(!document.hidden && { seen: "yes" }) };
  const answer = await fetch(address(table.dataset.fragment, query)).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

// A part that says the same stays, and with it the focus; the form's token is another one each time.
const saying = (part) =>
  part.innerHTML.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1") + part.hidden;

function put(fresh) {
  localise(fresh);
  const name = document.activeElement?.closest("[data-part]")?.dataset.part;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!old || old === part || saying(old) === saying(part)) continue;
    if (part.dataset.part === "chat") tell("chat", part);
    else renew(old, part);
  }
  // The button that was pressed is gone: the focus goes to what took its place.
  rescue({ query: `[data-part="${name}"] :is(button, a, summary)` });
  tell("live");
}

// The server is told when the player has the table before their eyes: a new match's clock waits for that.
function see() {
  if (liveState().unseen && !document.hidden) look();
}

// Who plays again and has not seen the new table is brought there.
function follow() {
  const link = document.querySelector('[data-part="again"] [data-bring]');
  if (link) location.assign(link.href);
}

document.addEventListener("visibilitychange", see);
see();
for (const news of ["live", "swapped"]) on(news, follow);
follow();

on("here", (seats) => {
  if (String(seats) !== String(liveState().here)) look();
});
on("news", ({ version, talk, beside }) => {
  const known = liveState();
  if (version === known.version && talk === known.talk) return;
  if (looking || !beside || talk !== known.talk || mayChange(known, beside)) look();
  else know({ ...known, ...beside });
});

// Whether more than data changes with this move: an answer to an offer goes, or an action of one's own may be taken
// back.
function mayChange(known, { undo }) {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const moved = known.acting.includes(ownSeat());
  const canUndo = part("asks")?.querySelector('[data-kind="take-back"]');
  return Boolean(part("offers")?.querySelector("p")) || (undo && moved && !canUndo);
}

function know(data) {
  document.getElementById("live-state").textContent = JSON.stringify(data);
  tell("live");
}
