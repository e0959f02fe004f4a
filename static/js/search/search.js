// The search box follows searches made elsewhere on the page; a search that is slow or fails says so.

import { busyFor } from "../site/busy.js";
import { box, complaint, found, progress, status } from "./page.js";

const LONG = 1000;
let waiting = 0;
const written = new WeakMap(); // request -> what the box said when it was sent

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  written.set(detail.xhr, box().value);
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    status().textContent = progress().dataset.words;
  }, LONG);
});
document.addEventListener("htmx:afterRequest", () => clearTimeout(waiting));

// A search that a newer one overtook is no error. htmx asks its logger before it writes to the console; before an error
// of another kind it tells of the request's end as well.
window.htmx.logger = (_element, name, detail) => {
  if (["htmx:sendAbort", "htmx:afterRequest"].includes(name)) delete detail.error;
};

// Text that is being typed is newer than the server's answer.
document.addEventListener("htmx:afterSwap", (event) => {
  const asker = event.detail.requestConfig?.elt;
  if (!asker || asker.id === "search" || asker.closest(".grid-way") || !found()) return;
  if (box().value !== written.get(event.detail.xhr)) return;
  box().value = found().dataset.text;
  box().dispatchEvent(new Event("written"));
  // The pressed element may be gone; then the focus goes to the results.
  const home = document.getElementById(asker.dataset.home) ?? found();
  if (document.activeElement === document.body) home.focus({ preventScroll: true });
});

for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail }) => {
    const wait = busyFor(asAnswer(detail.xhr), refused);
    const words = document.createElement("p");
    words.className = "hint";
    words.textContent = wait ? progress().dataset.busy : progress().dataset.lost;
    complaint().replaceChildren(words);
    if (wait) again = setTimeout(ask, wait, detail.requestConfig);
  });
}

const asAnswer = (xhr) => ({ status: xhr.status, headers: { get: (name) => xhr.getResponseHeader(name) } });

// A site that is busy is asked once more for the same, unless something else is asked for meanwhile.
let refused = 0; // times in succession
let again = 0;
function ask({ elt, triggeringEvent }) {
  const tried = refused + 1;
  if (elt.isConnected) window.htmx.trigger(elt, elt.matches("form") ? "submit" : triggeringEvent?.type);
  refused = tried;
}
document.addEventListener("htmx:beforeRequest", () => {
  clearTimeout(again);
  refused = 0;
});
