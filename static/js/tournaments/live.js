// Keeps the page of a tournament up to date: a stream says that something has changed, then the part of the page that
// changes is fetched. When the visitor's game begins, the page leads to its table, once.

import { countDown } from "./countdown.js";
import { later } from "../site/busy.js";

const APART = 300; // ms between two looks: many games may end at once
const PATIENCE = 2500;
const LED = "phylo:led-to";

const room = document.querySelector("[data-tournament]");
const statusLine = document.querySelector("[data-status]");
const said = () => room.querySelector("[data-said]")?.dataset.said ?? "";
const game = () => room.querySelector("[data-now]")?.dataset.now ?? "";

const part = new URL(location.href);
part.searchParams.set("part", "live");

let source = null;
let refused = 0; // times in succession
let due = 0;
let asking = false;
let again = false;

function lead() {
  if (!game() || sessionStorage.getItem(LED) === game()) return;
  sessionStorage.setItem(LED, game());
  location.assign(game());
}

function replace(html) {
  const words = said();
  const focused = room.contains(document.activeElement) ? document.activeElement.id : "";
  room.innerHTML = html;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  countDown();
  document.dispatchEvent(new Event("tournament"));
  if (said() !== words) statusLine.textContent = said();
  lead();
}

async function look() {
  due = 0;
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(part, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.ok) replace(await answer.text());
    missing(!answer.ok);
  } catch {
    missing(true);
  }
  asking = false;
  if (again) {
    again = false;
    soon();
  }
}

function soon() {
  due ||= setTimeout(look, APART);
}

function missing(is) {
  const note = room.querySelector("[data-offline]");
  if (!note) return;
  note.textContent = is ? room.dataset.away : "";
  note.hidden = !is;
}

// The first event says what is shown already, unless something has happened since.
let shown = Number(room.querySelector("[data-key]").dataset.key.split("-")[0]);
function heard(event) {
  const { version } = JSON.parse(event.data);
  if (version === shown) return;
  shown = version;
  soon();
}

function open() {
  if (source) return;
  source = new EventSource(room.dataset.stream);
  source.addEventListener("message", heard);
  source.addEventListener("open", () => (refused = 0));
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED) return;
    close();
    setTimeout(open, later(PATIENCE, refused++));
  });
}

function close() {
  source?.close();
  source = null;
}

addEventListener("pagehide", close);
addEventListener("pageshow", open);
addEventListener("online", soon);
open();
lead();
