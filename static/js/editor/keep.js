// Keeps on the server what is typed into the form of a set's card, one request after the other. Without this script
// the button “Go on later” does it.

const PAUSE = 800; // milliseconds without a change before it is kept
const AGAIN = 5000; // until it is tried again without a connection
const form = document.querySelector("form[data-keep]");
let waiting = 0;
let version = form?.elements.version.value;
let unsent = null; // what was not answered yet: it is sent again as it was, since it may have been stored
let sending = null;
let typed = false;
let refused = "";

function say(words) {
  const kept = document.getElementById("kept");
  if (kept && kept.textContent !== words) kept.textContent = words;
}

function held() {
  const data = new FormData(form);
  data.delete("art-file");
  data.set("step", "keep");
  data.set("version", version);
  return data;
}

function taken({ version: now, address }) {
  version = now;
  form.elements.version.value = now;
  const url = new URL(address, location.href);
  if (url.pathname === location.pathname) return;
  // From now on the form, and a page that is loaded again, are about this card.
  form.action = url.href;
  history.replaceState(null, "", url);
}

async function send() {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: unsent,
      headers: { "X-Part": "keep" },
      keepalive: document.visibilityState === "hidden",
    });
    const said = answer.redirected ? {} : await answer.json();
    unsent = null;
    if (answer.ok && said.address) {
      taken(said);
      refused = "";
    } else {
      refused = said.detail ?? "";
      // Another page has changed the card: what is typed here must not be lost under it.
      typed &&= answer.status !== 409;
    }
  } catch {
    return false;
  }
  return true;
}

async function keep() {
  clearTimeout(waiting);
  if (!typed && !unsent) return;
  if (!unsent) {
    typed = false;
    unsent = held();
  }
  sending = send();
  const answered = await sending;
  sending = null;
  const { kept, lost } = document.getElementById("kept")?.dataset ?? {};
  say(answered ? refused || kept : lost);
  if (!answered) waiting = setTimeout(keep, AGAIN);
  else if (typed) later();
}

function later() {
  clearTimeout(waiting);
  if (!sending) waiting = setTimeout(keep, PAUSE);
}

function changed(event) {
  if (event.target.id === "draw-q") return;
  typed = true;
  later();
}

if (form) {
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  // Buttons that add and remove parts change the card too.
  form.addEventListener("click", (event) => {
    if (event.target.closest("button[data-step]")) changed(event);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && !sending) keep();
  });
  form.addEventListener("submit", async (event) => {
    clearTimeout(waiting);
    if (sending) {
      event.preventDefault();
      await sending;
      form.requestSubmit(event.submitter);
    } else if (event.submitter?.value !== "preview") {
      form.elements.version.value = version;
    }
  });
}
