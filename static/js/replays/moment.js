// Copies the URL of the shown step, to be sent to somebody.

import { note, shown, table, words } from "../table/page.js";

table.querySelector("[data-copy-moment]")?.addEventListener("click", async () => {
  const address = new URL(location.pathname, location.origin);
  address.searchParams.set("version", shown());
  try {
    await navigator.clipboard.writeText(address);
    note(words.copied, 3000);
  } catch {
    history.replaceState(null, "", address);
    note(words.notCopied, 6000);
  }
});
