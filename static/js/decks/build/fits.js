// While the search asks for what fits the deck, it is asked again once the deck has changed. The first card in
// sight stays where it is.

import { on } from "./page.js";
import { stored } from "./deck.js";

const MOMENT = 700; // ms after the last of several changes
const PAGE = 60;
const pane = document.getElementById("search-pane");
const contents = () => JSON.stringify([stored().deck.cards, stored().deck.rules, stored().deck.starter]);
const found = () => [...document.querySelectorAll("#cards .card-link")];
const text = () => document.getElementById("found").dataset.text;
let known = contents();
let timer = 0;

function inSight() {
  const top = Math.max(0, pane.getBoundingClientRect().top);
  const index = found().findIndex((card) => card.getBoundingClientRect().bottom > top);
  const card = found()[index];
  return { index, id: card?.id, top: card?.getBoundingClientRect().top };
}

async function again() {
  known = contents();
  // What is being typed is asked for soon, with the deck as it is then.
  if (!/\bfits:\W*deck\b/i.test(text()) || document.getElementById("q").value.trim() !== text()) return;
  const before = inSight();
  const focused = document.activeElement.closest("#cards .card-link")?.id;
  const first = Number(new URLSearchParams(location.search).get("page") ?? 1);
  const asked = new URLSearchParams({ q: text(), page: first + Math.max(0, Math.floor(before.index / PAGE)) });
  const options = { source: pane, target: "#found", swap: "outerHTML" };
  try {
    await window.htmx.ajax("GET", `${location.pathname}?${asked}`, options);
  } catch {
    return; // Another search took its place, or the site did not answer, which htmx tells everywhere alike.
  }
  if (focused && document.activeElement === document.body)
    (document.getElementById(focused) ?? document.getElementById("found")).focus({ preventScroll: true });
  const card = document.getElementById(before.id);
  if (!card) return;
  const moved = card.getBoundingClientRect().top - before.top;
  (pane.scrollHeight > pane.clientHeight ? pane : window).scrollBy(0, moved);
}

on("drawn", () => {
  if (contents() === known) return;
  clearTimeout(timer);
  timer = setTimeout(again, MOMENT);
});
