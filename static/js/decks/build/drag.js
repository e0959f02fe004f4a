// Dragging a card from the search into the deck, or a row out of it. Touch scrolls instead; one taps to add.

import { deckPane, main } from "./page.js";
import { copies, setCopies } from "./deck.js";
import { hush } from "./pick.js";

const FAR = 8; // px before a press is a drag
let press = null;

document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("#cards, [data-row]")) event.preventDefault();
});

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.pointerType === "touch") return;
  const card = event.target.closest(".card-link:not(:disabled)");
  const row = event.target.closest(".row-steps, .row-hold") ? null : event.target.closest("[data-row]");
  if (!card && !row) return;
  press = {
    key: card?.dataset.card ?? row.dataset.row,
    from: card ?? row,
    out: !card,
    x: event.clientX,
    y: event.clientY,
    id: event.pointerId,
  };
});

function lift() {
  press.ghost = document.createElement("div");
  press.ghost.className = "build-ghost";
  press.ghost.setAttribute("aria-hidden", "true");
  press.ghost.append(
    press.out ? press.from.cloneNode(true) : press.from.querySelector(".card").cloneNode(true),
  );
  for (const each of press.ghost.querySelectorAll("[id]")) each.removeAttribute("id");
  main.append(press.ghost);
  main.classList.add("carrying");
}

const inside = (event) => deckPane.contains(document.elementFromPoint(event.clientX, event.clientY));

addEventListener("pointermove", (event) => {
  if (!press || event.pointerId !== press.id) return;
  if (!press.ghost) {
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
    lift();
  }
  press.ghost.style.setProperty("--ghost-x", `${event.clientX}px`);
  press.ghost.style.setProperty("--ghost-y", `${event.clientY}px`);
  main.classList.toggle("carrying-in", !press.out && inside(event));
  main.classList.toggle("carrying-out", press.out && !inside(event));
});

function end(event) {
  if (!press || event.pointerId !== press.id) return;
  const { key, ghost, out } = press;
  press = null;
  if (!ghost) return;
  ghost.remove();
  main.classList.remove("carrying", "carrying-in", "carrying-out");
  hush();
  if (event.type === "pointercancel" || out === inside(event)) return;
  setCopies(key, out ? 0 : copies(key) + 1);
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !press?.ghost) return;
  end(new PointerEvent("pointercancel", { pointerId: press.id }));
});
