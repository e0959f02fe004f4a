// A screen in a hall: after a quiet minute it asks whether anybody is there, and returns to the start unless somebody
// touches it. It stays lit, and no link leads away from it.

const dialog = document.querySelector("[data-kiosk-quiet]");
const left = dialog.querySelector("[data-kiosk-left]");
const form = dialog.querySelector("form");
const full = document.querySelector("[data-kiosk-full]");
const LEADS = /^\/(kiosk|matches|learn)\//;
const FULL = "kiosk-full";

let waiting = 0;
let counting = 0;

function quiet() {
  clearTimeout(waiting);
  if ("visiting" in dialog.dataset) waiting = setTimeout(ask, dialog.dataset.kioskQuiet * 1000);
}

function ask() {
  dialog.showModal();
  dialog.querySelector("h2").focus();
  tell(Number(dialog.dataset.last));
}

function tell(seconds) {
  left.textContent = seconds;
  counting = seconds ? setTimeout(tell, 1000, seconds - 1) : void finish();
}

// The start takes the place of the page, so that going back leads less far into the last visit.
async function finish() {
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (answer?.ok) location.replace(answer.url);
  else counting = setTimeout(finish, 5000);
}

// What is touched while it asks is the question, whatever lies under it.
function stay(event) {
  if (dialog.open) {
    clearTimeout(counting);
    dialog.close();
    if (event.type !== "keydown" || event.key === "Escape") event.preventDefault();
  }
  quiet();
}
for (const name of ["pointerdown", "keydown", "wheel"]) addEventListener(name, stay, { capture: true, passive: false });
for (const name of ["pointermove", "scroll", "click"])
  addEventListener(name, () => dialog.open || quiet(), { capture: true, passive: true });
quiet();

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.getAttribute("href").startsWith("#")) return;
    if (link.origin !== location.origin || link.target || !LEADS.test(link.pathname)) event.preventDefault();
  },
  true,
);
addEventListener("contextmenu", (event) => event.preventDefault());

// A new page leaves the full screen: the first touch asks for it again.
function fill() {
  if (document.fullscreenElement) return;
  document.documentElement.requestFullscreen?.().catch(() => sessionStorage.removeItem(FULL));
}
function offer() {
  if (full) full.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement);
}
document.addEventListener("fullscreenchange", offer);
offer();
full?.addEventListener("click", () => {
  sessionStorage.setItem(FULL, "yes");
  fill();
});
addEventListener("pointerup", () => sessionStorage.getItem(FULL) && fill(), true);

function light() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", light);
light();
