// The host's boards: a board that begins to wait while none did comes up by itself.

import { isAuto, onKey } from "./auto.js";

const next = document.querySelector("[data-next-board]");
const waiting = () => Number(document.getElementById("simul-boards").dataset.waiting);
let before = waiting();

document.addEventListener("htmx:afterSwap", () => {
  if (isAuto() && !before && waiting() && !document.hidden) location.assign(next.href);
  before = waiting();
});
onKey("n", () => location.assign(next.href));
