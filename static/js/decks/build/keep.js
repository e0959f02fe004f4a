// Keeps unsaved changes in this browser, an entry for each open page, until the site has them.

import { slug } from "./page.js";

const BEGIN = `phylo-deck:${slug}:`;
const own = BEGIN + [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join("");

// While this page is open others leave its entry alone. Without locks they would at worst send the same twice.
navigator.locks?.request(own, () => new Promise(() => {}));

function storage(act) {
  try {
    return act();
  } catch {
    return null; // full or blocked: the page itself still knows.
  }
}

export const keep = (entry) => storage(() => localStorage.setItem(own, JSON.stringify(entry)));
export const forget = () => storage(() => localStorage.removeItem(own));

// The entries of pages that are gone; each is taken once.
export async function left() {
  const open = (await navigator.locks?.query())?.held.map((lock) => lock.name) ?? [];
  const names = storage(() => Object.keys(localStorage)) ?? [];
  const found = [];
  for (const name of names.filter((each) => each.startsWith(BEGIN) && each !== own && !open.includes(each))) {
    const entry = storage(() => JSON.parse(localStorage.getItem(name)));
    if (entry) found.push({ name, entry });
  }
  return found;
}
export const drop = (name) => storage(() => localStorage.removeItem(name));
