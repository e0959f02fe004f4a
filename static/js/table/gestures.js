// Moving the playing area: drag, wheel, two fingers, a double tap or click, or arrow keys on the playing area.

import { playingArea, table, tell } from "./page.js";
import { panBy, zoomBy, zoomInOrOut } from "./viewport.js";

const FAR = 6; // px before a press is a drag
const SOON = 320; // ms between the two taps of a double tap
const NEAR = 30; // px
const fingers = new Map();
let start = null;

const inPanel = (event) => event.target.closest(".panel, .edge, .bubble");
const onCard = (event) => event.target.closest(".cell.can > .lying");
const spot = (event) => {
  const box = playingArea.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

playingArea.addEventListener("pointerdown", (event) => {
  playingArea.classList.remove("panned");
  if (inPanel(event) || event.button !== 0) return;
  fingers.set(event.pointerId, spot(event));
  // One finger carries a card that can be moved; two always take hold of the playing area.
  start = onCard(event) ? null : spot(event);
  if (fingers.size > 1) tell("pinched");
});

addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const here = spot(event);
  const was = fingers.get(event.pointerId);
  if (fingers.size > 1) {
    playingArea.classList.add("panned");
    pinch(event.pointerId, was, here);
  } else if (start) {
    if (!playingArea.classList.contains("panned") && Math.hypot(here.x - start.x, here.y - start.y) < FAR) return;
    playingArea.classList.add("panning", "panned");
    panBy(here.x - was.x, here.y - was.y);
  }
  fingers.set(event.pointerId, here);
});

function pinch(id, was, here) {
  const [other] = [...fingers].find(([each]) => each !== id).slice(1);
  const before = Math.hypot(was.x - other.x, was.y - other.y);
  const after = Math.hypot(here.x - other.x, here.y - other.y);
  const middle = { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 };
  if (before > 0) zoomBy(after / before, middle);
  panBy((here.x - was.x) / 2, (here.y - was.y) / 2);
}

function end(event) {
  fingers.delete(event.pointerId);
  if (fingers.size) {
    // The finger that stays goes on from where it is.
    start = [...fingers.values()][0];
  } else {
    playingArea.classList.remove("panning");
    // Ignore the click that follows a drag.
    setTimeout(() => playingArea.classList.remove("panned"), 50);
  }
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);

// Before anything else that a second tap would do; but what is lit is played, however fast.
let tapped = null;
playingArea.addEventListener(
  "click",
  (event) => {
    const at = { ...spot(event), time: event.timeStamp };
    const isSecond =
      tapped && at.time - tapped.time < SOON && Math.hypot(at.x - tapped.x, at.y - tapped.y) < NEAR;
    const lit = event.target.closest(".cell:has(> .legal, > .lying.target), .options, .panel, .edge, .bubble");
    tapped = lit || isSecond || playingArea.classList.contains("panned") ? null : at;
    if (!isSecond || lit || table.classList.contains("carrying")) return;
    event.stopPropagation();
    zoomInOrOut(at);
  },
  true,
);

playingArea.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(-event.deltaY / 300), spot(event));
    else panBy(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
  },
  { passive: false },
);
