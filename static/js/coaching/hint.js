// A good move, asked for: the server thinks and says why. How a page marks it on the table is told to `marking`.

import { choices, note, on, say, shown, table, words } from "../table/page.js";

const AGAIN = 3000; // ms after which a thought that nobody has announced is asked for again

let asked = null; // the version for which a hint was asked
let given = null; // the hint, once it has come
let whole = false; // whether the rest of the turn is given too
let again = 0;
let mark = () => {};

export const marking = (how) => (mark = how);

// The first press asks, the second tells the rest of the turn. False where there are no hints.
export function hint() {
  const button = asker();
  if (!button) return false;
  if (given) {
    whole = true;
    show();
  } else if (asked === null) {
    asked = shown();
    show();
    ask();
  }
  return true;
}

const asker = () => table.querySelector('[data-act="hint"]');

async function ask() {
  clearTimeout(again);
  const version = asked;
  const answer = await fetch(table.dataset.hint, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": table.dataset.csrf },
    body: JSON.stringify({ version }),
  }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (version !== asked || given) return;
  if (!answer?.ok || !body) {
    forget();
    note(body?.detail ?? words.offline, 5000);
  } else if (body.ready) {
    given = body;
    show();
  } else again = setTimeout(ask, AGAIN);
}

function show() {
  const [box, button] = [table.querySelector("[data-advice]"), asker()];
  if (!box || !button) return;
  box.hidden = false;
  button.setAttribute("aria-busy", String(!given));
  if (!given) {
    box.textContent = button.dataset.thinks;
    return say(button.dataset.thinks);
  }
  const steps = given.steps.slice(0, whole ? undefined : 1);
  box.replaceChildren(...steps.map(paragraph));
  button.querySelector("[data-more]").hidden = whole || given.steps.length < 2;
  button.querySelector("[data-first]").hidden = !button.querySelector("[data-more]").hidden;
  mark(choices().find((choice) => same(choice.action, given.steps[0].action)) ?? null, given.steps[0].action);
  // After what is said of a card that is chosen.
  say(box.innerText);
}

function paragraph({ words: request, reasons }) {
  const line = document.createElement("p");
  const first = document.createElement("b");
  first.textContent = request;
  line.append(first, ` ${reasons.join(" ")}`);
  return line;
}

const sorted = (action) => JSON.stringify(Object.entries(action).sort());
const same = (one, other) => sorted(one) === sorted(other);

function forget() {
  clearTimeout(again);
  [asked, given, whole] = [null, null, false];
  const [box, button] = [table.querySelector("[data-advice]"), asker()];
  if (box) box.hidden = true;
  button?.removeAttribute("aria-busy");
}

// While all choose at the same time, what others choose changes nothing.
function renewed() {
  const together = "together" in table.dataset || choices().every((choice) => choice.do === "reveal");
  if (asked === null) return;
  if (together && choices().length) show();
  else forget();
}

on("sending", forget);
on("swapped", renewed);
on("news", () => asked !== null && !given && ask());
document.addEventListener("click", (event) => event.target.closest('[data-act="hint"]') && hint());
