// Another grouping of the list is fetched, not the whole page; the cookie is the one that the server reads.

import { addresses } from "./page.js";
import { draw } from "./draw.js";

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".groupings") || !event.submitter) return;
  event.preventDefault();
  document.cookie = `deck-grouping=${event.submitter.value}; path=/; max-age=31536000; samesite=lax`;
  const answer = await fetch(addresses.state).catch(() => null);
  const state = answer?.ok ? await answer.json() : null;
  // Only its looks: what the site has is learnt from saves.
  if (state) draw(state.html);
});
