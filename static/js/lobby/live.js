// Keeps the visible lobby up to date: its part of the page is fetched every few seconds. News is announced; when
// one's own challenge is accepted, the page goes to the table.

const EVERY = 2500;
const SLOWEST = 30000;

const room = document.querySelector("[data-lobby]");
const statusLine = document.querySelector("[data-lobby-status]");
let shown = "";
let wait = EVERY;
let timer = 0;

const codes = (name) =>
  new Set([...room.querySelectorAll(`[data-${name}]`)].map((each) => each.dataset[name]));

function replace(html) {
  const focused = room.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...room.querySelectorAll("details[open]")].map((each) => each.id);
  room.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function say(before) {
  const fresh = [...room.querySelectorAll("[data-new]")].filter((each) => !before.has(each.dataset.new));
  if (fresh.length)
    statusLine.textContent = fresh
      .slice(0, 3)
      .map((each) => each.dataset.said)
      .join(" ");
}

function sitDown(waited) {
  const begun = [...room.querySelectorAll("[data-begun]")].find((each) => waited.has(each.dataset.begun));
  if (begun) location.assign(begun.querySelector("a").href);
}

function update(html) {
  if (html === shown) return;
  const before = codes("new");
  const waited = codes("own");
  shown = html;
  replace(html);
  say(before);
  sitDown(waited);
}

function away(words) {
  const note = room.querySelector("[data-lobby-away]");
  if (!note) return;
  note.textContent = words;
  note.hidden = !words;
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(room.dataset.lobby, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    update(await answer.text());
    wait = EVERY;
    away("");
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
    away(room.dataset.away);
  }
  if (!document.hidden) timer = setTimeout(look, wait);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (!document.hidden) look();
});
timer = setTimeout(look, EVERY);
