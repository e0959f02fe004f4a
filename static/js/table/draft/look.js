// Which player's layout is shown large: chosen with the players' buttons.

import { on, table } from "../page.js";

let looked = Number(table.dataset.look);

export const lookedAt = () => looked;
export const layoutOf = (seat) => table.querySelector(`.layout[data-board="${seat}"]`);
export const cellOf = (seat, at) => table.querySelector(`.cell[data-at="${seat}:${at}"]`);

export function lookAt(seat) {
  looked = Number(seat);
  for (const layout of table.querySelectorAll(".layout"))
    layout.hidden = Number(layout.dataset.board) !== looked;
  for (const tab of table.querySelectorAll("[data-look]"))
    tab.setAttribute("aria-pressed", String(Number(tab.dataset.look) === looked));
  for (const hand of table.querySelectorAll("[data-open-hand]"))
    hand.hidden = Number(hand.dataset.openHand) !== looked;
}

table.addEventListener("click", (event) => {
  const tab = event.target.closest(".seat-tab");
  if (tab) lookAt(tab.dataset.look);
});

// A new turn leads back to the layout on which one acts; news of others do not.
let first = initial();
function initial() {
  return JSON.parse(document.getElementById("first").textContent);
}
on("swapped", () => {
  const now = initial();
  lookAt(now === first ? looked : now);
  first = now;
});
lookAt(looked);
