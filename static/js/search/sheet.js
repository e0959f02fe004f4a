// On narrow screens the filters are a sheet over the cards; while it is open, the rest of the page is inert.

import { sheet } from "./page.js";

const opener = () => document.querySelector("[data-sheet-open]");
const isOpen = () => sheet()?.classList.contains("open");

function show(open) {
  sheet().classList.toggle("open", open);
  for (const part of document.querySelectorAll(".browse-head, #found, .head")) part.inert = open;
  opener()?.setAttribute("aria-expanded", String(open));
  if (open) sheet().focus();
  else opener()?.focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-sheet-open]")) show(true);
  else if (isOpen() && (event.target.closest("[data-sheet-close]") || !event.target.closest("#filters")))
    show(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isOpen()) show(false);
});
// The results of a choice are behind the sheet.
document.addEventListener("htmx:afterSettle", () => {
  if (!isOpen()) return;
  for (const part of document.querySelectorAll("#found")) part.inert = true;
  opener()?.setAttribute("aria-expanded", "true");
});
matchMedia("(max-width: 900px)").addEventListener("change", (narrow) => {
  if (!narrow.matches && isOpen()) show(false);
});
