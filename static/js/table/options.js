// A small list where one card and one space leave several ways: what to take back, on top or underneath.

import { cellAt, ground, on, table, words } from "./page.js";
import { play } from "./play.js";

const panel = table.querySelector("[data-options]");

export function pick(ways) {
  if (ways.length === 1) return play(ways[0].action);
  panel.querySelector("[data-options-title]").textContent = words.which;
  panel.querySelector("ul").replaceChildren(...ways.map(line));
  panel.hidden = false;
  const room = ground.getBoundingClientRect();
  const spot = cellAt(ways[0].at).getBoundingClientRect();
  panel.style.left = `${Math.max(4, Math.min(spot.right - room.left, room.width - panel.offsetWidth - 4))}px`;
  panel.style.top = `${Math.max(4, Math.min(spot.top - room.top, room.height - panel.offsetHeight - 4))}px`;
  panel.querySelector("button").focus();
}

function line(choice) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = choice.label || choice.reason;
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    panel.hidden = true;
    play(choice.action);
  });
  item.append(button);
  return item;
}

for (const name of ["selected", "cleared", "swapped"]) on(name, () => (panel.hidden = true));
