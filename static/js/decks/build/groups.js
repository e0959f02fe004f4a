// Fetches another grouping of the list without reloading the page; the server reads the same cookie.

import { addresses } from "./page.js";
import { draw } from "./draw.js";
import { keep } from "../../site/kept.js";

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".groupings") || !event.submitter) return;
  event.preventDefault();
  keep("deck-grouping", event.submitter.value);
  const answer = await fetch(addresses.state).catch(() => null);
  const state = answer?.ok ? await answer.json() : null;
  // Only its looks: what the site has is learnt from saves.
  if (state) draw(state.html);
});
