// The last move in words above the table, and a mark on what others have played since one's own last move.

import { board, cellAt, happened, on, pattern } from "./page.js";

const list = document.querySelector("[data-narrated]");

function line({ words, tone, seat }) {
  const item = pattern("narrated");
  item.classList.add(tone || "plain", seat === null ? "nobody" : `side-${seat}`);
  item.querySelector("[data-words]").textContent = words;
  return item;
}

function show() {
  const { lines = [], fresh = [] } = happened();
  list.replaceChildren(...lines.flatMap((each) => [line(each), " "]));
  list.scrollTop = 0;
  for (const mark of board().querySelectorAll(".fresh")) mark.remove();
  for (const at of fresh) {
    const cell = cellAt(at);
    if (cell?.classList.contains("taken") && !cell.querySelector(".fresh")) cell.append(pattern("fresh"));
  }
}

on("swapped", show);
show();
