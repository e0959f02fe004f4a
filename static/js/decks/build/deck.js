// The deck in this page: `base` is what the site has, `local` what is shown; and the steps for undo.

import { part, say, tell, wanted, words } from "./page.js";
import { MOST_CARDS, MOST_COPIES, change, only, sizeOf, withCopies } from "./contents.js";

const versionsOf = ({ version, settings_version }) => ({ version, settings_version });
const read = JSON.parse(part("counter").dataset.state);
const names = new Map(Object.entries(read.names));
export const learn = (more) => Object.entries(more).forEach(([key, name]) => names.set(key, name));
let versions = versionsOf(read);
let base = only(read);
let local = only(read);
// Earlier pages' steps are among the versions that the site has.
const earlier = JSON.parse(document.getElementById("steps").textContent);
const before = earlier.before.map((contents) => ({ ...read, ...contents })).map(only);
const after = earlier.after.map((contents) => ({ ...read, ...contents })).map(only);
learn(earlier.names);

export const stored = () => ({ versions, deck: base });
export const shown = () => local;
export const unsaved = () => change(base, local);
export const copies = (key) => local.cards[key] ?? 0;
export const canUndo = () => before.length > 0;
export const canRedo = () => after.length > 0;

export function nameOf(key) {
  const card = document.getElementById(`card-${key}`)?.dataset.name;
  if (card) names.set(key, card);
  return names.get(key) ?? key;
}

// What the site has now.
export function accept(state) {
  learn(state.names);
  versions = versionsOf(state);
  base = only(state);
}

const places = (more = {}) => ({ size: sizeOf(local), wanted: wanted(), ...more });
const isDescribed = ({ name, notes }) => ({ name, notes });

// Put another deck in place; `step` is false for what undo has nothing to do with.
export function put(deck, { step = true } = {}) {
  if (!change(local, deck)) return false;
  if (step && change({ ...local, ...isDescribed(deck) }, deck)) {
    before.push(local);
    after.length = 0;
  }
  local = deck;
  tell("changed");
  return true;
}

export function setCopies(key, wish) {
  const name = nameOf(key);
  const most = MOST_CARDS - sizeOf(local) + copies(key);
  const count = Math.max(0, Math.min(wish, MOST_COPIES, most));
  put(withCopies(local, key, count));
  if (wish > count) return say(words(wish > MOST_COPIES ? "mostCopies" : "mostCards"));
  say(words(count > 1 ? "copies" : count ? "copy" : "gone", places({ name, copies: count })));
}

// One more copy into the opening hand, as long as there are more and there is room; then all of them out.
export function hold(key) {
  const held = local.opening_hand.filter((each) => each === key).length;
  const choosing = part("hand").dataset.choosing === "true";
  const room = choosing ? Number(part("hand").dataset.places) - local.opening_hand.length : 0;
  if (!copies(key) || !(choosing || held)) return;
  if (room > 0 && held < copies(key)) {
    put({ ...local, opening_hand: [...local.opening_hand, key].sort() });
    const places = {
      name: nameOf(key),
      hand: local.opening_hand.length,
      places: part("hand").dataset.places,
    };
    return say(words("held", places));
  }
  if (!held) return say(words("handFull"));
  put({ ...local, opening_hand: local.opening_hand.filter((each) => each !== key) });
  say(words("released", { name: nameOf(key) }));
}

export function release(key) {
  const hand = [...local.opening_hand];
  hand.splice(hand.indexOf(key), 1);
  put({ ...local, opening_hand: hand });
  say(words("released", { name: nameOf(key) }));
}

// Name and notes are left as they are.
function go(from, to, said) {
  if (!from.length) return;
  const { name, notes } = local;
  to.push(local);
  local = { ...from.pop(), name, notes };
  tell("changed");
  say(words(said, places()));
}
export const undo = () => go(before, after, "undone");
export const redo = () => go(after, before, "redone");
