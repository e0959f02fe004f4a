// Buttons that add and remove cards: they are forms of the server, carried out at once here instead.

import { copies, hold, release, setCopies } from "./deck.js";

const STEPS = { add: 1, take: -1 };
let quiet = 0; // ignore the click that ends a drag

export const hush = () => {
  quiet = performance.now() + 80;
};

document.addEventListener("click", (event) => {
  if (performance.now() < quiet && event.target.closest("#cards, [data-row]")) return event.preventDefault();
  const button = event.target.closest("button[form=step]");
  if (!button) return;
  event.preventDefault();
  if (button.name in STEPS) setCopies(button.value, copies(button.value) + STEPS[button.name]);
  else if (button.dataset.hold) hold(button.value);
  else if (button.dataset.release) release(button.value);
});
