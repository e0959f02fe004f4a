// Looks for somebody to play with: asks every few seconds, which shows the server that one is still here. The page
// on which one only waits goes to the game by itself; beside a game against the computer a link leads there.

const EVERY = 3000;
const SLOWEST = 20000;

const search = document.querySelector("[data-quick]");
const stop = document.querySelector("[data-quick-stop]");
let wait = EVERY;
let over = false;

function found(html) {
  over = true;
  search.innerHTML = html;
  stop?.remove();
  if ("goes" in search.dataset) location.assign(search.querySelector("a").href);
}

async function look() {
  try {
    const answer = await fetch(`${search.dataset.quick}?part=found`, { cache: "no-store" });
    wait = EVERY;
    if (answer.status === 404) {
      over = true;
      search.parentElement.hidden = true; // the link is somebody else's
    } else if (answer.status === 200) found(await answer.text());
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
  }
  if (!over) setTimeout(look, wait);
}

stop?.addEventListener("submit", async (event) => {
  event.preventDefault();
  // Without a connection it is tried again by another press.
  await fetch(stop.action, { method: "POST", body: new FormData(stop), redirect: "manual" }).catch(() => {});
});
addEventListener("pagehide", () => {
  if (over) return;
  const body = new FormData();
  body.set("csrfmiddlewaretoken", search.dataset.csrf);
  navigator.sendBeacon(search.dataset.away, body);
});
look();
