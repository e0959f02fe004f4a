// Both clocks, counted down by the server's time. When time is up, the page asks the server to end the match.

import { liveState, ownSeat } from "./people.js";
import { on, sayMore, table, words } from "./page.js";

const TICK = 250; // ms
const ASK_AGAIN = 2000; // ms
const LOW = 30_000;
const UNITS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };
const WARNINGS = [
  [10_000, "tenSeconds"],
  [LOW, "halfMinute"],
];

// The offset of this page's time from the server's; the quickest response gives the best value.
let lag = Infinity;
let clocks = null;

function read() {
  clocks = liveState().clocks;
  if (clocks) lag = Math.min(lag, performance.now() - clocks.now);
}
const now = () => performance.now() - lag;

function left(seat) {
  const spent = clocks.running.includes(seat) ? Math.max(0, now() - clocks.since) : 0;
  return Math.max(0, clocks.left[seat] - spent);
}

function unit(name, count) {
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: name,
    unitDisplay: "long",
  }).format(count);
}

function inWords(ms, running) {
  for (const [larger, smaller] of [
    ["day", "hour"],
    ["hour", "minute"],
  ]) {
    if (ms < UNITS[larger]) continue;
    const rest = Math.floor((ms % UNITS[larger]) / UNITS[smaller]);
    return [unit(larger, Math.floor(ms / UNITS[larger])), ...(rest ? [unit(smaller, rest)] : [])].join(" ");
  }
  const seconds = Math.ceil(ms / 1000);
  if (running && ms <= LOW) return unit("second", seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function paint() {
  if (!clocks) return;
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const seat = Number(clock.dataset.clock);
    const running = clocks.running.includes(seat) && now() >= clocks.since;
    const text = clock.querySelector("[data-clock-left]");
    const spoken = inWords(left(seat), running);
    if (text.textContent !== spoken) text.textContent = spoken;
    clock.classList.toggle("low", running && left(seat) <= LOW);
    clock.classList.toggle("running", running);
  }
  const waits = document.querySelector("[data-clock-waits]");
  if (waits) waits.hidden = now() >= clocks.since;
  warn();
  if (clocks.flag && now() > clocks.flag) fall();
}

let warned = Infinity;
function warn() {
  const own = ownSeat();
  if (own === null || !clocks.running.includes(own)) return;
  const rest = left(own);
  const [limit, text] = WARNINGS.find(([at]) => rest <= at) ?? [Infinity];
  if (limit < warned && rest > 0) sayMore(words[text]);
  warned = limit;
}

let askedAt = -Infinity;
function fall() {
  if (performance.now() - askedAt < ASK_AGAIN) return;
  askedAt = performance.now();
  // The stream tells what came of it.
  fetch(table.dataset.flag, { method: "POST", headers: { "X-CSRFToken": table.dataset.csrf } }).catch(
    () => {},
  );
}

on("live", () => (read(), paint()));
on("swapped", paint);
read();
paint();
if (clocks) setInterval(paint, TICK);
