// The table in words, with the keys: fetched when it is opened.

import { address, cellAt, note, on, shown, table, words } from "./page.js";
import { rescue } from "./focus.js";
import { select } from "./selection.js";
import { stand } from "./walk.js";

const dialog = document.getElementById("in-words");

export async function openWords(heading = "in-words-title") {
  const answer = await fetch(address(table.dataset.fragment, { part: "words", version: shown() })).catch(
    () => null,
  );
  if (!answer?.ok) return note(words.offline, 5000);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  dialog.replaceChildren(...fresh.body.childNodes);
  if (!dialog.open) dialog.showModal();
  document.getElementById(heading).focus();
}

function go({ from, go: at }) {
  dialog.close();
  select(from);
  stand(cellAt(at));
}

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.go) go(button.dataset);
  else if (button || event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => rescue());
on("leaving", () => dialog.querySelectorAll("[data-go]").forEach((door) => (door.disabled = true)));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-in-words]")) openWords();
});
