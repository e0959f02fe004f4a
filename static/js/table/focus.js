// Nobody falls out of the page: where the focus goes when what had it is gone or hidden.

let last = null; // what had it last
document.addEventListener("focusin", ({ target }) => {
  last = target;
  // The hand is one tab stop.
  if (target.matches(".hand-card"))
    for (const card of target.parentElement.children) card.tabIndex = card === target ? 0 : -1;
});

// An element that was just hidden has the focus until the next frame.
const isNowhere = () =>
  [null, document.body].includes(document.activeElement) || !document.activeElement.checkVisibility();

// What has the focus, or had it until it was taken away.
function holder() {
  if (!isNowhere()) return document.activeElement;
  return last && !(last.isConnected && last.checkVisibility()) ? last : null;
}

// How to find it again in a new table; null if there is nothing to find.
export function spot() {
  const element = holder();
  if (!element) return null;
  const card = element.closest(".hand-card") ?? document.querySelector('.hand-card[tabindex="0"]');
  return {
    query: element.dataset.act ? `[data-act="${element.dataset.act}"]` : "",
    source: element === card ? card.dataset.source : null,
    index: card ? [...card.parentElement.children].indexOf(card) : 0,
  };
}

export function settle({ query = "", source = null, index = 0 }) {
  const cards = [...document.querySelectorAll(".hand-card")];
  const same = source ? cards.find((card) => card.dataset.source === source) : null;
  const next = [
    same,
    query ? document.querySelector(query) : null,
    document.getElementById("result-title"),
    cards[Math.min(index, cards.length - 1)],
    document.querySelector(".cell.taken"),
    document.querySelector(".log"),
  ].find((each) => each?.checkVisibility());
  next?.focus({ preventScroll: true });
}

// Only where it was taken away: who has clicked beside everything stays there.
export function rescue(was = spot()) {
  if (was && isNowhere() && holder()) settle(was);
}
