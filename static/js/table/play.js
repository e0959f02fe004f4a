// Sends an action, with the version at which it was chosen and a key that makes it safe to repeat.

import { address, cellAt, note, online, pause, shown, table, tell, words } from "./page.js";
import { catchUp } from "./show.js";
import { busyFor } from "../site/busy.js";
import { freshKey } from "../site/fresh-key.js";

const TRIES = 6; // of a server that answers but fails
const LONGEST = 3000; // ms between two tries, about
let busy = false;

let sentAt = null; // the version at which the last action was chosen

export async function play(action) {
  if (busy && shown() === sentAt) return;
  // The stream may bring the new table before the answer to the action that led to it.
  while (busy) await pause(20);
  busy = true;
  sentAt = shown();
  table.classList.add("busy");
  tell("sending", action);
  try {
    await settle(action, shown());
  } finally {
    busy = false;
    table.classList.remove("busy");
  }
}

// Does not wait for the new table: until it is shown this one is not current, and from then on the next action
// may follow at once, whatever still moves.
async function settle(action, version) {
  const answer = await send({ action, version, key: freshKey() });
  if (!answer?.ok) tell("returned");
  if (!answer) return note(words.broken);
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) {
    table.dataset.own = body.version;
    return void catchUp(body.version);
  }
  if (body.code === "stale") {
    catchUp(body.version);
    // Whatever the other one has done meanwhile.
    return action.do === "resign" ? settle(action, body.version) : note(words.stale, 5000);
  }
  if (answer.status !== 422) return note(words.broken);
  tell("refused", { at: action.at ?? action.to, words: body.detail, neighbour: body.neighbour });
}

// Repeats the same body until the server answers; the key makes sure that it is one move. A site that is busy is asked
// again when it says, for as long as it takes; its receipt says how long that is, which is nobody's time.
async function send(order) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": table.dataset.csrf };
  for (let tried = 0, failed = 0; failed < TRIES; tried += 1) {
    let busy = 0;
    try {
      const answer = await fetch(table.dataset.actions, {
        method: "POST",
        headers,
        body: JSON.stringify(order),
      });
      if (answer.status < 500) {
        note("");
        return answer;
      }
      busy = busyFor(answer, tried, LONGEST);
      if (busy) note(words.busy);
      else failed += 1;
      const receipt = answer.headers.get("X-Arrived");
      if (receipt) headers["X-Arrived"] = receipt;
    } catch {
      note(words.lost);
    }
    await Promise.race([pause(busy || Math.min(500 * 2 ** tried, LONGEST)), online()]);
  }
  return null;
}

// Why an action is refused, for a space that is not lit; without a space, for the card.
export async function askWhy(action, at = null) {
  const version = shown();
  const answer = await fetch(address(table.dataset.why, { action: JSON.stringify(action) })).catch(
    () => null,
  );
  const body = await answer?.json().catch(() => null);
  if (version !== shown() || (at && !cellAt(at))) return;
  if (!body) return note(answer ? words.broken : words.offline, 5000);
  const why = body.message ?? body.detail;
  if (busyFor(answer)) return note(why, 5000);
  if (!body.legal && at) tell("refused", { at, words: why, neighbour: body.neighbour });
  else if (!body.legal) note(why, 5000);
}
