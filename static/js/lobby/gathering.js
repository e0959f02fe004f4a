// Who waits at a table sees who comes, and is taken to the match when it begins. It goes on in a tab that is not
// looked at: the link was just sent from another one.

const EVERY = 2000;
const HIDDEN = 5000;

const room = document.querySelector("[data-gathering]");
const told = document.querySelector("[data-gathering-told]");
const address = room.dataset.gathering;

let timer = 0;

function show(html) {
  if (html === room.innerHTML) return;
  const before = room.querySelector("[data-fill]")?.dataset.fill;
  const focused = room.contains(document.activeElement) ? document.activeElement.id : "";
  room.innerHTML = html;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const fill = room.querySelector("[data-fill]")?.dataset.fill ?? "";
  if (fill !== before) told.textContent = fill;
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(`${address}?part=live`, {
      headers: { Accept: "text/html" },
      cache: "no-store",
    });
    const html = await answer.text();
    // Its page leads those who play to the table, and tells everybody else what has become of it.
    if (answer.redirected || answer.status === 410) location.replace(address);
    else if (answer.ok) show(html);
    if (room.querySelector("[data-over=yes]")) location.replace(address);
  } catch {
    // No connection: the next look finds out.
  }
  timer = setTimeout(look, document.hidden ? HIDDEN : EVERY);
}

timer = setTimeout(look, EVERY);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
