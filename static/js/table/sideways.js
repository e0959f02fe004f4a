// Brings a card into sight within a hand that scrolls sideways. Not downwards: of a low hand the heads are to be seen.

const MARGIN = 16; // px

export function showSideways(card) {
  const hand = card.parentElement;
  const [box, spot] = [hand, card].map((each) => each.getBoundingClientRect());
  const away = Math.min(0, spot.left - box.left - MARGIN) || Math.max(0, spot.right - box.right + MARGIN);
  if (away) hand.scrollBy({ left: away });
}
