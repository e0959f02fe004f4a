// The second step of a rabbit or an octopus: exchange two cards, move one, or leave all as it is.

import { address, happened, note, on, say, shown, table, words } from "../page.js";
import { play } from "../play.js";
import { cellOf, layoutOf } from "./look.js";
import { cardOf, drop, isQuiet, lit, nameOf, pick, unlight } from "./pick.js";

let step = null;
let asked = null;

export const rearranging = () => step !== null;

export async function begin(choice) {
  const query = { part: "ways", version: shown(), card: cardOf(choice.source), at: choice.at };
  const mine = (asked = {});
  table.classList.add("busy");
  const answer = await fetch(address(table.dataset.fragment, query)).catch(() => null);
  table.classList.remove("busy");
  if (mine !== asked) return;
  if (!answer?.ok) return note(words.offline, 5000);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const name = nameOf(table.querySelector(`.hand-card[data-source="${choice.source}"]`));
  step = {
    choice,
    name,
    turn: happened().turn,
    ways: JSON.parse(fresh.getElementById("ways").textContent),
    layout: fresh.querySelector(".layout"),
    first: "",
  };
  open();
}

// `focus`: where it was before others' choices put a new table in place.
function open(focus = null) {
  unlight();
  const old = layoutOf(step.choice.board);
  step.old = old;
  old.replaceWith(step.layout);
  step.layout.hidden = false;
  table.classList.add("second-step");
  const panel = table.querySelector("[data-second]");
  panel.hidden = false;
  panel.querySelector('[data-act="leave"]').textContent = isQuiet()
    ? words.leave
    : `${words.leave} (${step.choice.gain})`;
  ask(panel);
  (focus ?? panel.querySelector("[data-second-title]")).focus({ preventScroll: true });
}

function ask(panel = table.querySelector("[data-second]")) {
  const moves = step.ways.some((way) => way.move);
  panel.querySelector("[data-second-title]").textContent =
    `${step.name}${words.colon} ${moves ? words.swapOrMove : words.swap}`;
  panel.querySelector("[data-second-words]").textContent = !step.ways.length
    ? words.nothing
    : !step.first
      ? words.swapWords
      : moves
        ? words.moveOther
        : words.swapOther;
  say(panel.querySelector("[data-second-words]").textContent);
  light();
}

// Before the first card is chosen each shows the best that exchanging it would bring.
function light() {
  unlight();
  const best = new Map();
  for (const way of step.ways) {
    for (const [at, other] of [
      [way.from, way.to],
      [way.to, way.from],
    ]) {
      if (step.first ? other !== step.first : way.move && at === way.to) continue;
      if (step.first && way.move && at === way.from) continue;
      if (!best.has(at) || best.get(at).worth < way.worth) best.set(at, way);
    }
  }
  const most = Math.max(...[...best.values()].map((way) => way.worth));
  for (const [at, way] of best) {
    const cell = cellOf(step.choice.board, at);
    if (!cell) continue;
    lit(cell, way.gain, [way.gain, way.why].filter(Boolean).join(": "), way.worth === most && most > 0);
  }
  if (step.first) cellOf(step.choice.board, step.first)?.classList.add("first");
}

export function choose(cell) {
  const at = cell.dataset.at.split(":")[1];
  if (at === step.first) {
    step.first = "";
    return ask();
  }
  const way = step.ways.find(
    (each) =>
      step.first &&
      ((each.from === step.first && each.to === at) ||
        (!each.move && each.to === step.first && each.from === at)),
  );
  if (way) return end(way.action);
  if (!cell.classList.contains("taken")) return;
  step.first = at;
  ask();
}

export function leave() {
  end(step.choice.action);
}

export function back() {
  const { source } = step.choice;
  close();
  pick(source);
  table.querySelector(`.hand-card[data-source="${source}"]`)?.focus({ preventScroll: true });
}

function end(action) {
  close();
  play(action);
}

function close() {
  if (!step) return;
  unlight();
  if (step.layout.isConnected) step.layout.replaceWith(step.old);
  step = null;
  table.classList.remove("second-step");
  const panel = table.querySelector("[data-second]");
  if (panel) panel.hidden = true;
}

table.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (!step) return;
  if (act === "leave") leave();
  if (act === "back") back();
});

// Another card is chosen while one waits for the answer.
for (const name of ["picked", "dropped"]) on(name, () => (asked = null));

// The others' choices put a new table in place; the step goes on where it was.
on("leaving", () => {
  if (!step?.layout.isConnected) return;
  step.focus = step.layout.contains(document.activeElement) ? document.activeElement : null;
  step.layout.replaceWith(step.old);
});
on("swapped", () => {
  if (!step) return;
  if (step.turn !== happened().turn || !table.querySelector("[data-second]")) return (close(), drop());
  open(step.focus);
});
