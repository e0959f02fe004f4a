// A small menu when a card and a space allow several actions: which cards to take, on top or underneath.

import { cellAt, on, playingArea, table, tell, words } from "./page.js";
import { play } from "./play.js";

const panel = table.querySelector("[data-options]");
const list = panel.querySelector("ul");
const TITLES = { spread: words.whichSpread, event: words.whichEvent };

let opener = null;

// `at`: the space that was picked. A way that takes several cards is put together one card at a time.
export function pick(ways, at) {
  if (ways.length === 1) return play(ways[0].action);
  opener = cellAt(at);
  const parted = ways.every((way) => way.parts.length);
  if (parted) return ask(ways, [], (part) => !part.at || String(part.at) === String(at));
  show(
    words.which,
    ways.map((way) => line(way.label, () => play(way.action))),
  );
}

// The cards that may come next after those taken; what they are worth stays the server's business.
function ask(ways, taken, fits = () => true) {
  const open = ways.map((way) => ({ way, rest: without(way.parts, taken) })).filter((each) => each.rest);
  const whole = open.find((each) => !each.rest.length);
  const next = new Map(
    open
      .flatMap((each) => each.rest)
      .filter(fits)
      .map((part) => [part.id, part]),
  );
  if (!next.size) return play(whole.way.action);
  const lines = [...next.values()].map((part) =>
    line(part.name, () => ask(ways, [...taken, part.id]), part, taken.length),
  );
  if (whole) lines.unshift(line(words.enough, () => play(whole.way.action)));
  show(taken.length ? words.another : (TITLES[ways[0].do] ?? words.which), lines);
}

// What is left of `parts` without those taken; null when one of them is not among it.
function without(parts, taken) {
  const rest = [...parts];
  for (const id of taken) {
    const index = rest.findIndex((part) => part.id === id);
    if (index < 0) return null;
    rest.splice(index, 1);
  }
  return rest;
}

function line(text, act, part = null, later = 0) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  if (part?.art) {
    const picture = document.createElement("img");
    Object.assign(picture, { src: part.art, alt: "" });
    button.append(picture);
  }
  button.append(later && part.side ? `${text}, ${part.side}` : text);
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    // Not with the button, which is hidden then.
    opener.focus({ preventScroll: true });
    panel.hidden = true;
    act();
  });
  item.append(button);
  return item;
}

function show(title, lines) {
  panel.querySelector("[data-options-title]").textContent = title;
  list.replaceChildren(...lines);
  panel.hidden = false;
  tell("asked");
  const room = playingArea.getBoundingClientRect();
  const spot = opener.getBoundingClientRect();
  panel.style.left = `${Math.max(4, Math.min(spot.right - room.left, room.width - panel.offsetWidth - 4))}px`;
  panel.style.top = `${Math.max(4, Math.min(spot.top - room.top, room.height - panel.offsetHeight - 4))}px`;
  panel.querySelector("button").focus({ preventScroll: true });
}

panel.addEventListener("keydown", (event) => {
  const buttons = [...list.querySelectorAll("button")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
  else if (event.key === "Escape") {
    panel.hidden = true;
    opener.focus({ preventScroll: true });
  } else if (event.key !== "Enter" && event.key !== " ") return;
  event.stopPropagation();
  if (step || event.key === "Escape") event.preventDefault();
});

for (const name of ["selected", "cleared", "swapped"]) on(name, () => (panel.hidden = true));
