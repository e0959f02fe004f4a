// Sends an action: with the version it was chosen at and a key that makes sending it twice harmless.

import { cellAt, isCurrent, pause, say, shown, table, tell, words } from "./page.js";
import { clear } from "./selection.js";
import { catchUp } from "./show.js";

const TRIES = 6;
let busy = false;

export async function play(action) {
  if (busy || !isCurrent()) return;
  busy = true;
  table.classList.add("busy");
  clear();
  try {
    await settle(await send({ action, version: shown(), key: crypto.randomUUID() }), action);
  } finally {
    busy = false;
    table.classList.remove("busy");
  }
}

async function settle(answer, action) {
  if (!answer) return say(words.broken);
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return catchUp(body.version);
  if (answer.status === 409 && body.version !== undefined) {
    say(words.stale);
    return catchUp(body.version);
  }
  tell("refused", { at: action.at ?? action.to, words: body.detail ?? words.broken, neighbour: body.neighbour });
}

// The same body again and again until somebody answers: the key keeps it one move.
async function send(order) {
  const note = table.querySelector("[data-offline]");
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      const answer = await fetch(table.dataset.actions, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": table.dataset.csrf },
        body: JSON.stringify(order),
      });
      if (answer.status < 500) {
        note.hidden = true;
        return answer;
      }
    } catch {
      note.hidden = false;
    }
    await pause(500 * 2 ** tried);
  }
  return null;
}

// Why an action is refused, for a place that is not lit.
export async function askWhy(action, at) {
  const version = shown();
  const address = `${table.dataset.why}?${new URLSearchParams({ action: JSON.stringify(action) })}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer || version !== shown()) return;
  const body = await answer.json();
  if (body.legal || !cellAt(at)) return;
  tell("refused", { at, words: body.message ?? body.detail, neighbour: body.neighbour });
}
