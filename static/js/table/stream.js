// One live stream a page: it only says which version the match has. Closed while the page is hidden.

import { note, table, words } from "./page.js";
import { catchUp, isGone } from "./show.js";

const PATIENCE = 2500; // ms of silence that are no news
let source = null;

function open() {
  if (source || document.hidden || isGone()) return;
  source = new EventSource(table.dataset.events);
  source.addEventListener("message", (event) => catchUp(JSON.parse(event.data).version));
  source.addEventListener("open", () => missing(false));
  source.addEventListener("error", lost);
}

function close() {
  source?.close();
  source = null;
}

// After a broken connection the browser opens the stream again by itself, after an answer with an error it does not.
function lost() {
  if (isGone()) return close();
  missing(true);
  if (source?.readyState !== EventSource.CLOSED) return;
  close();
  setTimeout(open, PATIENCE);
}

let waiting = 0;
let noted = false;
function missing(is) {
  if (!is) {
    clearTimeout(waiting);
    waiting = 0;
    if (noted) note("");
    noted = false;
  } else {
    waiting ||= setTimeout(() => {
      noted = true;
      note(words.offline);
    }, PATIENCE);
  }
}

document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("online", () => (close(), open()));
addEventListener("pagehide", close);
addEventListener("pageshow", open);
open();
