// The keyboard: "/" to the search box, arrows among the cards, Escape back to the box. Enter follows a card's link.

import { box, cards } from "./page.js";

function enter() {
  box().focus();
  box().select();
}

// The card above or below: in the nearest row, the one whose centre is nearest.
function beside(card, way) {
  const here = card.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  const places = cards().map((each) => ({ each, place: each.parentElement.getBoundingClientRect() }));
  const home = card.parentElement.getBoundingClientRect();
  const there = places.filter(({ place }) => (way > 0 ? place.top > home.top + 8 : place.top < home.top - 8));
  if (!there.length) return null;
  const top =
    way > 0
      ? Math.min(...there.map(({ place }) => place.top))
      : Math.max(...there.map(({ place }) => place.top));
  const off = ({ place }) => Math.abs(place.left + place.width / 2 - middle);
  return there
    .filter(({ place }) => Math.abs(place.top - top) < 8)
    .sort((one, other) => off(one) - off(other))[0].each;
}

function walk(event, card) {
  const all = cards();
  const index = all.indexOf(card);
  const to = {
    ArrowLeft: () => all[index - 1],
    ArrowRight: () => all[index + 1],
    ArrowDown: () => beside(card, 1),
    ArrowUp: () => beside(card, -1) ?? box(),
    Home: () => all[0],
    End: () => all.at(-1),
    Escape: () => box(),
  }[event.key];
  if (!to) return false;
  const goal = to();
  if (goal === box()) enter();
  else goal?.focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const card = event.target.closest(".card-link");
  if (card) {
    if (walk(event, card)) return event.preventDefault();
  }
  if (event.target === box()) {
    if (event.key !== "ArrowDown" || !cards().length) return;
    cards()[0].focus();
    event.preventDefault();
  } else if (event.key === "/" && !event.target.closest("input, select, textarea")) {
    enter();
    event.preventDefault();
  }
});
