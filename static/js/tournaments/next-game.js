// At the table, once a game of a tournament is over: a stream says when the next one begins, and the page leads there.

import { later } from "../site/busy.js";

const PATIENCE = 2500;
const LED = "phylo:led-to";

const ended = () => document.querySelector("[data-next-game]");
let source = null;
let refused = 0; // times in succession

async function look() {
  const answer = await fetch(`${ended().dataset.nextGame}?part=live`, {
    headers: { Accept: "text/html" },
    cache: "no-store",
  }).catch(() => null);
  if (!answer?.ok) return;
  const live = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = live.querySelector("[data-now]")?.dataset.now ?? "";
  if (!next.startsWith("/matches/") || next === location.pathname) return;
  sessionStorage.setItem(LED, next);
  location.assign(next);
}

function open() {
  if (source || !ended()) return;
  source = new EventSource(ended().dataset.stream);
  source.addEventListener("message", look);
  source.addEventListener("open", () => (refused = 0));
  source.addEventListener("error", () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    setTimeout(open, later(PATIENCE, refused++));
  });
}

function close() {
  source?.close();
  source = null;
}

new MutationObserver(open).observe(document.getElementById("main"), { childList: true, subtree: true });
addEventListener("pagehide", close);
addEventListener("pageshow", open);
