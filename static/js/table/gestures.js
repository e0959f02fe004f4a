// Moving the ground: drag, wheel, two fingers, or arrow keys on the ground.

import { ground } from "./page.js";
import { panBy, zoomBy } from "./viewport.js";

const FAR = 6; // px before a press is a drag
const fingers = new Map();
let start = null;

const inPanel = (event) => event.target.closest(".panel, .edge, .bubble, .cell.can > .lying");
const spot = (event) => {
  const box = ground.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

ground.addEventListener("pointerdown", (event) => {
  ground.classList.remove("panned");
  if (inPanel(event) || event.button !== 0) return;
  fingers.set(event.pointerId, spot(event));
  start = spot(event);
});

addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const here = spot(event);
  const was = fingers.get(event.pointerId);
  if (fingers.size === 1) {
    if (!ground.classList.contains("panned") && Math.hypot(here.x - start.x, here.y - start.y) < FAR) return;
    ground.classList.add("panning", "panned");
    panBy(here.x - was.x, here.y - was.y);
  } else {
    ground.classList.add("panned");
    pinch(event.pointerId, was, here);
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
  if (!fingers.size) {
    ground.classList.remove("panning");
    // Ignore the click that follows a drag.
    setTimeout(() => ground.classList.remove("panned"), 50);
  }
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);

ground.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(-event.deltaY / 300), spot(event));
    else panBy(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
  },
  { passive: false },
);
