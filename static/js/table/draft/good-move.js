// How a drafting table marks a hint: the card is chosen, and its space and the cards that it moves stand out.

import { on, table } from "../page.js";
import { marking } from "../../coaching/hint.js";
import { cellOf } from "./look.js";
import { offered, pick, picked } from "./pick.js";

function unmark() {
  for (const element of table.querySelectorAll(".hinted")) element.classList.remove("hinted");
}

marking((_choice, { do: what, card, whale, at, swap, shift }) => {
  unmark();
  const source = what === "flip" ? `whale:${whale}` : `card:${card}`;
  if (picked() !== source) pick(source);
  const [first] = offered(source);
  const places = { flip: [card], give: [first?.at] }[what] ?? [at, ...(swap ?? shift ?? [])];
  for (const place of places) cellOf(first?.board, String(place))?.classList.add("hinted");
});

for (const name of ["sending", "dropped"]) on(name, unmark);
