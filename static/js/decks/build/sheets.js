// On narrow screens the search and the deck are two sheets; a bar at the bottom switches between them.

import { main, narrow, on } from "./page.js";

const bar = main.querySelector(".build-sheets");
const places = {};

export function show(name) {
  if (!narrow.matches || main.dataset.sheet === name) return;
  places[main.dataset.sheet] = scrollY;
  main.dataset.sheet = name;
  for (const link of bar.querySelectorAll("a")) {
    if (link.dataset.show === name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, places[name] ?? 0);
}

main.classList.add("sheets");
bar.addEventListener("click", (event) => {
  const link = event.target.closest("[data-show]");
  if (!link) return;
  event.preventDefault();
  show(link.dataset.show);
});
// A search that was asked for in the deck is shown where it is found.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-find]")) show("search");
});
on("show", show);
