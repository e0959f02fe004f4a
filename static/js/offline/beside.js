// On the site that the copy is of, a line above the frame says that this is the copy, and when there is a way back;
// what was made in the copy goes from here into the account.

const LOOK = 30_000; // ms
const ASKED = "phylo-take-along"; // in this tab's storage from when it is asked for until the site has answered
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

const takeIfAsked = () => frame && isThere && sessionStorage.getItem(ASKED) && take({ thenOpen: false });

// With the games that are not over, which only a form gives; null where nothing was made.
async function made() {
  const site = frame.contentWindow;
  const page = await (await site.fetch("/account/data/import/")).text();
  const form = new DOMParser().parseFromString(page, "text/html").querySelector("form[action$='/account/data/along/']");
  if (!form) return null;
  const answer = await site.fetch(form.getAttribute("action"), { method: "POST", body: new FormData(form) });
  if (!answer.ok) throw new Error(`the copy answered ${answer.status}`);
  return answer.blob();
}

// Nobody is led away from a game by what happens by itself, and only who has asked in this tab is served: the next
// person may have signed in to another account.
async function take({ thenOpen }) {
  if (isTaking) return;
  isTaking = true;
  say("sending");
  try {
    const along = await made();
    if (!along) return say("nothing");
    sessionStorage.setItem(ASKED, "yes");
    await heard(await send(along), thenOpen);
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
  if (!AGAIN.has(answer.status)) sessionStorage.removeItem(ASKED);
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
