// On the site that the copy is of, a line above the frame says that this is the copy, and when there is a way back;
// what was made in the copy goes from here into the account.

const LOOK = 30_000; // ms
const ASKED = "phylo-take-along"; // in the browser's storage from when it is asked for until the site has answered
const AGAIN = new Set([409, 429, 503]); // statuses of a site that takes it later

let bar;
let frame = null; // while it shows a page of the copy
let isThere = false;
let isTaking = false;

export function showBar() {
  bar = document.querySelector("[data-bar]");
  bar.hidden = false;
  for (const name of ["online", "offline"]) addEventListener(name, look);
  setInterval(() => document.hidden || look(), LOOK);
  bar.querySelector("[data-take]").addEventListener("click", () => take({ thenOpen: true }));
  look();
}

export function takeFrom(shown) {
  if (frame) return;
  frame = shown;
  bar.querySelector("[data-take]").hidden = false;
  takeIfAsked();
}

async function look() {
  const before = isThere;
  isThere = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok, () => false);
  for (const each of bar.querySelectorAll("[data-network]"))
    each.hidden = (each.dataset.network === "there") !== isThere;
  if (isThere && !before) takeIfAsked();
}

const takeIfAsked = () => frame && isThere && localStorage.getItem(ASKED) && take({ thenOpen: false });

// Nobody is led away from a game by what happens by itself.
async function take({ thenOpen }) {
  if (isTaking) return;
  isTaking = true;
  say("sending");
  try {
    const made = await frame.contentWindow.fetch("/account/data/");
    // Nobody is known there who has not played or built anything.
    if (!made.ok || made.redirected) return say("nothing");
    localStorage.setItem(ASKED, "yes");
    await heard(await send(await made.blob()), thenOpen);
  } catch {
    say("waits");
  } finally {
    isTaking = false;
  }
}

async function send(body) {
  const page = await (await fetch("/offline/", { cache: "no-store" })).text();
  const { csrf } = new DOMParser().parseFromString(page, "text/html").querySelector("[data-csrf]").dataset;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
  return fetch("/api/v1/data/imports/", { method: "POST", headers, body });
}

async function heard(answer, thenOpen) {
  if (answer.status === 401) return say("unknown");
  const { page, detail } = await answer.json();
  if (!AGAIN.has(answer.status)) localStorage.removeItem(ASKED);
  if (!answer.ok) {
    say("refused");
    bar.querySelector("[data-said=refused]").textContent = detail;
  } else if (thenOpen) location.assign(page);
  else {
    say("sent");
    bar.querySelector("[data-said=sent] a").href = page;
  }
}

function say(name) {
  for (const each of bar.querySelectorAll("[data-said]")) each.hidden = each.dataset.said !== name;
}
