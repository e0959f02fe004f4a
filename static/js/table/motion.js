// Animation between two versions: cards fly in, losses leave one at a time. Reduced motion: short fades.

import { moving } from "./moving.js";
import { calm, cellAt, happened, table } from "./page.js";
import { lossTime, PLAY } from "./speed.js";

const DRAW = 180;
const APART = 60;

let from = null;

const box = (element) => element?.getBoundingClientRect();

// Before the swap: remember where things lie, and let what is lost go.
async function depart(fresh) {
  const next = happened(fresh);
  // What the player placed lies there already.
  const sent = new Set([...table.querySelectorAll(".pending")].map((mark) => mark.parentElement.dataset.at));
  from = { entries: next.entries, hand: new Map(), spaces: new Map(), lying: [], sent };
  for (const card of table.querySelectorAll(".hand-card"))
    from.hand.set(card.dataset.source.slice(5), box(card.querySelector(".card")));
  for (const lying of table.querySelectorAll(".lying")) {
    from.spaces.set(lying.dataset.space, box(lying));
    from.lying.push(lying);
  }
  from.rival = box(table.querySelector(".rival"));
}

// After the swap.
async function arrive(last) {
  if (!from) return;
  const settled = [];
  for (const entry of from.entries) {
    if (from.sent.has(String(entry.at ?? entry.to))) continue;
    if (entry.event === "played" && entry.at)
      settled.push(fly(entry.at, from.hand.get(entry.card) ?? from.rival));
    if (entry.event === "moved") settled.push(fly(entry.to, from.spaces.get(String(entry.from))));
    if (entry.event === "spread")
      for (const at of entry.to) settled.push(fly(at, from.spaces.get(String(entry.from))));
  }
  settled.push(...drawn());
  const gone = losses();
  for (const lost of gone) await leave(lost, lossTime(gone.length));
  from = null;
  if (!last) await Promise.all(settled);
}

function fly(at, start) {
  const lying = cellAt(at)?.querySelector(".lying");
  if (!lying || !start) return null;
  const end = box(lying);
  if (calm.matches) return lying.animate([{ opacity: 0 }, { opacity: 1 }], 100).finished;
  const scale = start.width && start.width < end.width * 3 ? start.width / end.width : 1;
  const shift = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${scale})`;
  lying.style.transformOrigin = "0 0";
  lying.parentElement.style.zIndex = 5;
  return lying
    .animate([{ transform: shift }, { transform: "none" }], { duration: PLAY, easing: "ease-out" })
    .finished.then(() => {
      lying.parentElement.style.zIndex = "";
    });
}

function drawn() {
  const cards = [...table.querySelectorAll(".hand-card")];
  const count = from.entries
    .filter((entry) => entry.cards)
    .reduce((sum, entry) => sum + (entry.count ?? 0), 0);
  const fresh = cards.slice(Math.max(0, cards.length - count));
  const pile = box(table.querySelector(".piles .pile"));
  return fresh.map((card, index) => {
    const face = card.querySelector(".card");
    if (calm.matches || !pile?.width) return face.animate([{ opacity: 0 }, { opacity: 1 }], 100).finished;
    const end = box(face);
    const shift = `translate(${pile.left - end.left}px, ${pile.top - end.top}px) scale(.5)`;
    return face.animate(
      [
        { transform: shift, opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: DRAW,
        delay: index * APART,
        easing: "ease-out",
        fill: "backwards",
      },
    ).finished;
  });
}

// What lay there and lies there no more, cards that moved away left out.
function losses() {
  const moved = new Set(
    from.entries.filter((entry) => entry.event === "moved").map((entry) => String(entry.from)),
  );
  const keyOf = (lying) => lying?.querySelector(".card")?.dataset.key;
  return from.lying.filter((lying) => {
    const now = cellAt(lying.dataset.space)?.querySelector(".lying");
    return !moved.has(lying.dataset.space) && (!now || keyOf(now) !== keyOf(lying));
  });
}

async function leave(lost, time) {
  const cell = cellAt(lost.dataset.space);
  if (!cell || cell.querySelector(".lying")) return;
  lost.classList.add("lost");
  cell.append(lost);
  const last = calm.matches ? "none" : "translateY(14%) scale(.86)";
  const steps = [
    { opacity: 1, transform: "none" },
    { opacity: 0, transform: last },
  ];
  await lost.animate(steps, calm.matches ? Math.min(100, time) : time).finished;
  lost.remove();
}

Object.assign(moving, { depart, arrive });
