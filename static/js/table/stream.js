// One live stream a page: it only says which version the match has. Closed while the page is hidden.

import { table } from "./page.js";
import { catchUp } from "./show.js";

let source = null;

function open() {
  if (source || !table.dataset.events) return;
  source = new EventSource(table.dataset.events);
  source.addEventListener("message", (event) => catchUp(Number(event.lastEventId)));
  source.addEventListener("open", () => note(false));
  source.addEventListener("error", () => note(true));
}

function close() {
  source?.close();
  source = null;
}

// A short gap is no news; the browser opens the stream again by itself.
let waiting = 0;
function note(lost) {
  clearTimeout(waiting);
  const line = table.querySelector("[data-offline]");
  if (lost) waiting = setTimeout(() => (line.hidden = false), 2500);
  else line.hidden = true;
}

document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("pagehide", close);
addEventListener("pageshow", () => !document.hidden && open());
if (!document.hidden) open();
