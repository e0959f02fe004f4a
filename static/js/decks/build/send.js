// Sends one save, repeating the same body until the site answers; its key makes sure that it is applied once.

import { addresses, tell, token } from "./page.js";

const LONGEST = 15000; // ms between two tries

const request = ({ versions, key, change }, more) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": token(), Accept: "application/json" },
  body: JSON.stringify({ ...versions, key, change }),
  ...more,
});

// The status and what was answered; never without an answer.
export async function send(order) {
  for (let tried = 0; ; tried += 1) {
    const answer = await fetch(addresses.save, request(order)).catch(() => null);
    const said = await answer?.json().catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429 && said)
      return { status: answer.status, said };
    tell("offline");
    await again(Math.min(1000 * 2 ** tried, LONGEST));
  }
}

// The page may be gone before the answer comes.
export function sendOff(order) {
  fetch(addresses.save, request(order, { keepalive: true })).catch(() => null);
}

function again(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
    addEventListener("online", done);
  });
}
