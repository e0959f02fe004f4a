// What is to be done beside the table: said when it changes, started again, shown.

import { fetchTable, swap } from "../table/fragment.js";
import { note, on, sayMore, table, words } from "../table/page.js";
import { play } from "../table/play.js";
import { retell, skip } from "../table/show.js";

const panel = () => document.querySelector('[data-part="exercise"]');
const state = () => panel().querySelector("[data-began]").dataset;
const outcome = () => panel()?.querySelector("[data-outcome]");

// The outcome is told once its table is shown; from there one key leads on.
let announced = outcome()?.textContent ?? "";
on("shown", () => {
  const text = outcome()?.textContent ?? "";
  if (text && text !== announced) {
    sayMore(text.trim().replace(/\s+/g, " "));
    const onward = document.querySelector(".exercise-ends [data-onward]");
    if (!document.activeElement?.matches("input")) onward?.focus({ preventScroll: true });
  }
  announced = text;
});

// What is refused is a wrong try too; after so many there is a nudge.
const MANY = 2;
let refusals = 0;
function nudge() {
  const words = panel()?.querySelector("[data-nudge]");
  if (!words?.hidden || refusals + Number(state().missed) < MANY) return;
  words.hidden = false;
  sayMore(words.textContent.trim());
}
on("refused", () => {
  refusals += 1;
  nudge();
});
on("shown", nudge);

// While the solution is shown the page is at another table, with versions of its own.
const HURRY = 50; // ms
let own = null;
let played = null;
let leaving = false;

function show({ solution, last }) {
  if (own) return;
  own = { own: "0", ...table.dataset };
  Object.assign(table.dataset, { fragment: solution, version: last, own: "0" });
  table.dataset.solving = "";
  played = retell(0, Number(last)).finally(() => delete table.dataset.solving);
}

async function back() {
  // The rest of it comes at once: a version that is on its way must not take the place of one's own.
  const hurrying = setInterval(skip, HURRY);
  await played;
  clearInterval(hurrying);
  const { fragment, version, own: latest } = own;
  own = null;
  Object.assign(table.dataset, { fragment, version, own: latest });
  try {
    swap(await fetchTable(Number(version)), Number(version), { quietly: true });
  } catch {
    note(words.offline, 5000);
  }
}

document.addEventListener("click", async ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act === "show") show(target.closest("[data-act]").dataset);
  if (act !== "again" || leaving) return;
  leaving = true;
  if (own) await back();
  leaving = false;
  // At the start there is nothing to take back.
  if (Number(table.dataset.version) !== Number(state().began)) play({ do: "again" });
});
