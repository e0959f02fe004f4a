// The size of the cards changes at once and is kept in a cookie that the server reads too.

import { found } from "./page.js";
import { keep } from "../site/kept.js";

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-sizes]");
  const size = event.submitter?.value;
  if (!form || !size) return;
  event.preventDefault();
  found().dataset.size = size;
  for (const button of form.querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(button.value === size));
  keep("cards-size", size);
});
