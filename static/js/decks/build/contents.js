// The contents of a deck as plain values: comparing, changing and merging them. Nothing here touches the page.

export const MOST_COPIES = 99;
export const MOST_CARDS = 100;
const PLAIN = ["name", "notes", "rules", "starter"];

export const sizeOf = (deck) => Object.values(deck.cards).reduce((sum, copies) => sum + copies, 0);
const listed = (hand) => [...hand].sort();
const sameHand = (one, other) => listed(one).join() === listed(other).join();
const keysOf = (...decks) => [...new Set(decks.flatMap((deck) => Object.keys(deck.cards)))].sort();
const copiesIn = (deck, key) => deck.cards[key] ?? 0;

export function only({ name, notes, rules, starter, opening_hand, cards }) {
  return { name, notes, rules, starter, opening_hand: listed(opening_hand), cards: { ...cards } };
}

// The change that must be saved to turn one into the other; null if there is none.
export function change(from, to) {
  const made = {};
  for (const field of PLAIN) if (from[field] !== to[field]) made[field] = to[field];
  const copies = keysOf(from, to).filter((key) => copiesIn(from, key) !== copiesIn(to, key));
  if (copies.length) made.copies = Object.fromEntries(copies.map((key) => [key, copiesIn(to, key)]));
  if (!sameHand(from.opening_hand, to.opening_hand)) made.opening_hand = listed(to.opening_hand);
  return Object.keys(made).length ? made : null;
}

export function withCopies(deck, key, copies) {
  const cards = { ...deck.cards, [key]: copies };
  if (!copies) delete cards[key];
  return { ...deck, cards, opening_hand: fitting(deck.opening_hand, cards) };
}

// The hand loses what the deck no longer has.
function fitting(hand, cards) {
  const left = { ...cards };
  return listed(hand).filter((key) => (left[key] = (left[key] ?? 0) - 1) >= 0);
}

// Three ways: what only one of the two has changed is as that one has it. Of copies that both have changed there
// are as many as the one with more has; of anything else what is mine.
export function merged(base, mine, theirs) {
  const joined = {};
  for (const field of PLAIN) joined[field] = mine[field] === base[field] ? theirs[field] : mine[field];
  joined.cards = {};
  for (const key of keysOf(base, mine, theirs)) {
    const [before, here, there] = [base, mine, theirs].map((deck) => copiesIn(deck, key));
    const copies = here === before ? there : there === before ? here : Math.max(here, there);
    if (copies) joined.cards[key] = copies;
  }
  const hand = sameHand(mine.opening_hand, base.opening_hand) ? theirs.opening_hand : mine.opening_hand;
  joined.opening_hand = fitting(hand, joined.cards);
  return joined;
}

// Rows of a table: what differs between mine and theirs, and what both together would be.
export function differences(mine, theirs, both) {
  const found = [];
  for (const field of [...PLAIN, "opening_hand"]) {
    const values = [mine, theirs, both].map((deck) =>
      field === "opening_hand" ? listed(deck[field]) : deck[field],
    );
    if (String(values[0]) !== String(values[1])) found.push({ field, values });
  }
  for (const key of keysOf(mine, theirs)) {
    const values = [mine, theirs, both].map((deck) => copiesIn(deck, key));
    if (values[0] !== values[1]) found.push({ key, values });
  }
  return found;
}
