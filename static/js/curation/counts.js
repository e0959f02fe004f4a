// Keeps the numbers on the tabs up to date. The list itself, which is being read and ticked, is left alone.

const EVERY = 20000;

const room = document.querySelector("[data-counts]");
const statusLine = document.querySelector("[data-counts-status]");

const numbers = (within) => [...within.querySelectorAll("[data-count]")].map((each) => each.textContent);

async function look() {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(room.dataset.counts, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const shown = [...room.querySelectorAll("[data-count]")];
    const now = numbers(fresh);
    if (now.length !== shown.length || now.join() === numbers(room).join()) return;
    shown.forEach((each, place) => {
      each.textContent = now[place];
    });
    statusLine.textContent = room.dataset.said;
  } catch {
    // Offline: the next update will do.
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
