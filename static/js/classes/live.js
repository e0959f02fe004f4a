// Keeps the part of a class's page up to date that changes by itself. What is ticked and in focus stays so.

const EVERY = 2500;
const SLOWEST = 30000;

const room = document.querySelector("[data-class-live]");
const note = document.querySelector("[data-class-away]");
let shown = "";
let wait = EVERY;
let timer = 0;

function replace(html) {
  const focused = room.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...room.querySelectorAll("details[open]")].map((each) => each.id);
  const ticked = [...room.querySelectorAll("input:checked")].map((each) => each.id);
  room.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const id of ticked) document.getElementById(id)?.click();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const [count] = room.querySelectorAll("[data-live-count]");
  if (count) document.querySelector("[data-class-count]").innerHTML = count.innerHTML;
}

function away(words) {
  note.textContent = words;
  note.hidden = !words;
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(room.dataset.classLive, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (html !== shown) replace(html);
    shown = html;
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

// The code stays on the wall, or folded, as the teacher left it in this browser.
const code = document.querySelector("[data-class-code]");
if (code) {
  const key = `class-code ${code.dataset.classCode}`;
  const left = sessionStorage.getItem(key);
  if (left) code.open = left === "open";
  code.addEventListener("toggle", () => sessionStorage.setItem(key, code.open ? "open" : "folded"));
}
