// A long press on a space does what hovering does with a mouse.

import { on, playingArea, tell } from "./page.js";

const LONG = 450; // ms
const FAR = 8; // px
let press = null;

function forget() {
  clearTimeout(press?.timer);
  press = null;
}

playingArea.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest(".cell");
  const second = press !== null;
  forget();
  if (event.pointerType === "mouse" || !cell || second) return;
  press = { x: event.clientX, y: event.clientY, timer: setTimeout(rest, LONG, cell) };
});

function rest(cell) {
  press = null;
  // Ignore the click that follows.
  playingArea.classList.add("panned");
  tell("rested", { cell });
}

addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR) forget();
});
on("pinched", forget);
addEventListener("pointerup", forget);
addEventListener("pointercancel", forget);
playingArea.addEventListener("contextmenu", (event) => {
  if (event.pointerType !== "mouse") event.preventDefault();
});
