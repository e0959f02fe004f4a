// Draws and take-backs: offered, accepted, declined with one press.

import { note, table, words } from "./page.js";
import { catchUp } from "./show.js";
import { look } from "./people.js";

let busy = false;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-offer]");
  if (!button || busy) return;
  busy = true;
  const menu = button.closest("details");
  if (menu?.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  await send({ do: button.dataset.offer, kind: button.dataset.kind });
  busy = false;
});

async function send(body) {
  const answer = await fetch(table.dataset.offers, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": table.dataset.csrf },
    body: JSON.stringify(body),
  }).catch(() => null);
  const sent = await answer?.json().catch(() => null);
  if (!sent) return note(words.offline, 5000);
  if (answer.ok) catchUp(sent.version);
  else note(sent.detail, 5000);
  look();
}
