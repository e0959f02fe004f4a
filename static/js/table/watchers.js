// Keeps what watchers say up to date while the page is visible.

const EVERY = 4000;

const list = document.querySelector("[data-watchers]");
let shown = "";

async function look() {
  if (!document.hidden) {
    const answer = await fetch(list.dataset.watchers, { cache: "no-store" }).catch(() => null);
    const html = answer?.ok ? await answer.text() : shown;
    // What is focused, such as a link to a person, stays.
    if (html !== shown && !list.contains(document.activeElement)) list.innerHTML = shown = html;
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
