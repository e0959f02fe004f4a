// One live stream per page, which sends the match's version and what differs in its table. While the page is hidden it
// stays open only if the player waits for a turn or for a rematch.

import { bring, canUnpack, listening } from "./changes.js";
import { address, note, table, tell, words } from "./page.js";
import { catchUp, isGone } from "./show.js";
import { later } from "../site/busy.js";

const PATIENCE = 2500; // ms of silence that are no news
const LONGEST = 3000; // ms before a stream that was refused is opened again, about
let source = null;
let refused = 0; // times in succession

function open() {
  if (source || isAsleep() || isGone()) return;
  source = new EventSource(canUnpack ? address(table.dataset.stream, { changes: true }) : table.dataset.stream);
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("here", (event) => tell("here", JSON.parse(event.data)));
  source.addEventListener("open", () => (missing(false), listening(true), (refused = 0)));
  source.addEventListener("error", lost);
}

const isAsleep = () =>
  document.hidden &&
  (!("people" in table.dataset) || (table.querySelector(".result") && !table.querySelector("[data-asked]")));

// Nobody sees a hidden page: what it missed is shown when it is looked at again.
let missed = 0;
function heard(point) {
  bring(point);
  if (document.hidden) missed = point.version;
  else catchUp(point.version);
  tell("news", point);
}

function awake() {
  if (isAsleep()) return close();
  open();
  if (document.hidden || !missed) return;
  catchUp(missed);
  missed = 0;
}

function close() {
  source?.close();
  source = null;
  listening(false);
}

// After a broken connection the browser opens the stream again by itself, after an answer with an error it does not.
function lost() {
  listening(false);
  if (isGone()) return close();
  missing(true);
  if (source?.readyState !== EventSource.CLOSED) return;
  close();
  setTimeout(open, later(PATIENCE, refused++, LONGEST));
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

document.addEventListener("visibilitychange", awake);
addEventListener("online", () => (close(), open()));
addEventListener("pagehide", close);
addEventListener("pageshow", open);
open();
