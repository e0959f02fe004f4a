// On every page of a pupil: "eyes to the front" covers it at once, and a match that has begun opens by itself.

import { later } from "../site/busy.js";

const layer = document.querySelector("[data-class-stream]");
const words = layer.querySelector("[data-class-said]");
const PATIENCE = 2500; // ms until a stream that was refused is asked for again
let refused = 0; // times in succession

function front(is) {
  layer.hidden = !is;
  words.textContent = is ? words.dataset.words : "";
  for (const each of document.body.children) if (each !== layer) each.inert = is;
}

function heard({ frozen, match, asked }) {
  front(frozen);
  const waits = document.querySelectorAll("[data-class-asked]");
  for (const each of waits) each.hidden = !asked;
  if (match && location.pathname !== match) location.assign(match);
}

function open() {
  const source = new EventSource(layer.dataset.classStream);
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("open", () => (refused = 0));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(open, later(PATIENCE, refused++));
  });
}

front(!layer.hidden);
open();
