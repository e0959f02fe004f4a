// The analysis beside a replay: the curve leads to its steps, and what is said of the shown step is marked.

import { narrow, on, pause, sayMore, shown, table } from "../table/page.js";
import { go } from "./steps.js";

const AGAIN = 1500; // ms between two looks at how far it is
const LEFT = 8 / 320; // as in games/table/curve.py
const last = Number(table.dataset.last);
const analysis = () => table.querySelector("[data-analysis]");

function mark() {
  const x = 320 * (LEFT + ((1 - 2 * LEFT) * shown()) / Math.max(last, 1));
  analysis().querySelector("[data-now]")?.setAttribute("d", `M${x} 0V88`);
  for (const link of analysis().querySelectorAll("[data-step-of]")) {
    if (Number(link.dataset.stepOf) === shown()) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
}

table.addEventListener("click", (event) => {
  const curve = event.target.closest("[data-chances]");
  if (!curve) return;
  const box = curve.getBoundingClientRect();
  go(Math.round((last * ((event.clientX - box.left) / box.width - LEFT)) / (1 - 2 * LEFT)));
});

async function follow() {
  while ("working" in analysis().dataset) {
    await pause(AGAIN);
    const answer = await fetch(`${table.dataset.fragment}?part=analysis`).catch(() => null);
    // It is gone, or no longer to be seen by this reader.
    if (answer?.status >= 400 && answer.status < 500) return gone();
    if (!answer?.ok) continue;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-analysis]");
    if ("working" in fresh.dataset) progress(fresh);
    else finish(fresh);
  }
  mark();
}

// While it works only this changes, so that the keyboard's focus stays where it is.
function progress(fresh) {
  const bar = (part) => part.querySelector("progress");
  const label = (part) => part.querySelector("label");
  bar(analysis()).value = bar(fresh).value;
  if (label(analysis()).textContent !== label(fresh).textContent)
    label(analysis()).textContent = label(fresh).textContent;
}

function gone() {
  const { outcome } = analysis().dataset;
  analysis().querySelector("label").textContent = outcome;
  sayMore(outcome);
}

function finish(fresh) {
  const old = analysis();
  const focused = old.contains(document.activeElement);
  fresh.open = old.open;
  old.replaceWith(fresh);
  if (focused) fresh.querySelector("summary").focus({ preventScroll: true });
  sayMore(fresh.dataset.outcome);
}

if (analysis()) {
  analysis().open = !narrow.matches || location.hash === "#analysis";
  on("shown", mark);
  follow();
}
