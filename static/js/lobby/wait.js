// Whoever waits on a challenge's page is taken to the table when the match begins, and is told when it is over.
// It goes on in a tab that is not looked at: the link was just sent from another one.

const EVERY = 2000;
const HIDDEN = 5000;

const asked = document.querySelector("[data-wait]").dataset.wait;

let timer = 0;

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(asked, { cache: "no-store" });
    // Its page leads those who play to the table, and tells everybody else what has become of it.
    if (answer.ok && (await answer.json()).status !== "open") location.replace(location.pathname);
  } catch {
    // No connection: the next look finds out.
  }
  timer = setTimeout(look, document.hidden ? HIDDEN : EVERY);
}

timer = setTimeout(look, EVERY);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
