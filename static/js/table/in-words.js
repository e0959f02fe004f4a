// The table in words, with the keys: fetched when it is opened.

import { address, note, on, shown, table, tell, words } from "./page.js";
import { rescue } from "./focus.js";

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

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button && event.target !== dialog) return;
  dialog.close();
  if (button?.dataset.go) tell("gone", button.dataset);
});
dialog.addEventListener("close", () => rescue());
on("leaving", () => dialog.querySelectorAll("[data-go]").forEach((button) => (button.disabled = true)));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-in-words]")) openWords();
});
