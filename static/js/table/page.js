// The table's page: its elements, its URLs, and the legal actions from the server.

export const table = document.getElementById("main");
export const playingArea = document.getElementById("playing-area");
export const words = document.getElementById("words")?.dataset ?? {};
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 900px)");

export const board = () => document.getElementById("board");
export const cellAt = (at) => board().querySelector(`[data-at="${at}"]`);
export const cellUnder = (x, y) => document.elementFromPoint(x, y)?.closest(".cell");
export const placeOf = (cell) => cell.dataset.at.split(",").map(Number);

// Where the page is (shown) and where the match is (latest); they differ while the other's moves are shown.
export const shown = () => Number(table.dataset.shown);
export const isCurrent = () => shown() >= Number(table.dataset.version);

function data(id, page = document) {
  const found = page.getElementById(id) ?? document.getElementById(id);
  return JSON.parse(found?.textContent ?? "null");
}

// What may be done at the shown version. While all choose at the same time, what others have chosen meanwhile takes
// nothing away; the own choice does until it is shown.
export function choices() {
  const found = data("choices") ?? [];
  const together = "together" in table.dataset || found.every((choice) => choice.do === "reveal");
  return (together ? shown() >= ownLatest() : isCurrent()) ? found : [];
}
// The version that the player's latest action made.
export const ownLatest = () => Number(table.dataset.own ?? 0);

// Also of a table that was fetched; where it is not in there, it is the same as on this page.
export const happened = (page) => data("happened", page) ?? { entries: [], said: "" };

export function pattern(name) {
  return document.getElementById(`pattern-${name}`).content.firstElementChild.cloneNode(true);
}

const region = document.getElementById("said");

export function say(text) {
  region.textContent = text;
}

// After what was said just before, which may still be being spoken: only what is added is spoken then.
export function sayMore(text) {
  if (!text) return;
  if (!region.firstElementChild || region.children.length > MOST_SAID) region.replaceChildren();
  region.append(Object.assign(document.createElement("span"), { textContent: `${text} ` }));
}
const MOST_SAID = 8;

// A line over the table for what a player must know about the connection; "" takes it away.
let fading = 0;
export function note(text, ms = 0) {
  const line = table.querySelector("[data-note]");
  clearTimeout(fading);
  line.textContent = text;
  line.hidden = !text;
  if (ms) fading = setTimeout(() => note(""), ms);
}

// An address of the site with more in its query than it has.
export function address(base, query) {
  const found = new URL(base, location);
  for (const [name, value] of Object.entries(query)) found.searchParams.set(name, value);
  return found;
}

// JSON of an address of the site; null when it cannot be had.
export async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

export const online = () => new Promise((resolve) => addEventListener("online", resolve, { once: true }));
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// For what measures the page: once, however often it is asked for, after the next frame, which must not wait for it.
export function afterwards(act) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        due = false;
        act();
      }),
    );
  };
}

export function tell(name, detail) {
  table.dispatchEvent(new CustomEvent(`table:${name}`, { detail }));
}
export function on(name, listener) {
  table.addEventListener(`table:${name}`, (event) => listener(event.detail));
}
