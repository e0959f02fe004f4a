// The form of the card editor. The server redraws the card beside it as one types; buttons that add and remove parts
// fetch the form again. Without this script the same buttons submit the page.

const PAUSE = 250; // milliseconds without a key before the card is drawn
const form = document.querySelector("form[data-edit]");
const summary = document.getElementById("edit-summary");
document.body.classList.add("has-script");

let waiting = 0;
let asked = null;
let stepping = null; // the button whose answer is awaited

// What the form holds, without the file unless it is to be sent.
function held(step, file = false) {
  const data = new FormData(form);
  if (!file) data.delete("art-file");
  data.set("step", step);
  return data;
}

// The server's page; null if it cannot be had, undefined if a newer request overtook this one.
async function ask(part, data) {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  form.querySelector("#live")?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: data,
      headers: { "X-Part": part },
      signal,
    });
    // Signed out meanwhile: the page itself tells.
    if (answer.redirected || !answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return signal.aborted ? undefined : null;
  } finally {
    if (!signal.aborted) form.querySelector("#live")?.removeAttribute("aria-busy");
  }
}

function tell(live) {
  const words = live.dataset.summary ?? "";
  if (summary.textContent !== words) summary.textContent = words;
}

// Lists of names that are open stay open.
function showLive(page) {
  const fresh = page.getElementById("live");
  const shown = document.getElementById("live");
  const open = [...shown.querySelectorAll("details")].map((each) => each.open);
  fresh.querySelectorAll("details").forEach((each, place) => (each.open = open[place] ?? false));
  const { scrollTop } = shown;
  shown.replaceWith(fresh);
  fresh.scrollTop = scrollTop;
  tell(fresh);
  for (const each of document.querySelectorAll("[data-said]")) {
    each.innerHTML = page.getElementById(each.id)?.innerHTML ?? "";
  }
}

async function draw() {
  // The answer to a button holds the card as well.
  if (stepping) return;
  const page = await ask("live", held("live"));
  if (page) showLive(page);
}

async function step(button) {
  clearTimeout(waiting);
  const before = document.activeElement?.id;
  const upload = "upload" in button.dataset;
  stepping = button;
  const page = await ask("form", held(button.value || "preview", upload));
  if (stepping === button) stepping = null;
  const fresh = page?.querySelector("[data-parts]");
  if (!fresh) {
    // As without a script: what is wrong is shown by the whole page.
    if (page === null && button.name === "step") {
      button.removeAttribute("data-step");
      button.click();
    }
    return;
  }
  const open = [...form.querySelectorAll("details[id][open]")].map((each) => each.id);
  form.querySelector("[data-parts]").replaceWith(fresh);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  tell(fresh.querySelector("#live"));
  const wrong = document.getElementById("edit-wrong");
  (wrong ?? document.getElementById(fresh.dataset.focus || before) ?? form).focus();
}

function later(event) {
  if (event.target.type === "file" || /^draw-q$|-new$/.test(event.target.name ?? "")) return;
  clearTimeout(waiting);
  waiting = setTimeout(draw, PAUSE);
}

form.addEventListener("input", (event) => {
  if (!event.target.closest("[data-redraw]")) later(event);
});
form.addEventListener("change", (event) => {
  const redraw = event.target.closest("[data-redraw]");
  if (redraw) step({ value: "preview", dataset: {}, name: "" });
});
form.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  if (!button || event.defaultPrevented) return;
  event.preventDefault();
  if ("upload" in button.dataset && !document.getElementById("art-file").reportValidity()) return;
  step(button);
});
// Enter in a field draws the card; only the buttons at the end leave the page.
form.addEventListener("submit", (event) => {
  const name = event.submitter?.value;
  if (name === "preview") {
    event.preventDefault();
    draw();
  }
});
// A link to what is missing or wrong leads to a field: into it, if it is within something closed.
document.addEventListener("click", (event) => {
  const link = event.target.closest(':is(#checks, #edit-wrong) a[href^="#id-"]');
  const field = link && document.getElementById(link.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  const closed = field.closest("details:not([open])");
  if (closed) closed.open = true;
  field.scrollIntoView({ block: "center" });
  field.focus();
});
