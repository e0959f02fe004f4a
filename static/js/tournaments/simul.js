// A board of a simultaneous: after the host's turn the next board that waits comes up.

import { isAuto, onKey } from "./auto.js";
import { choices, isCurrent, on, ownLatest } from "../table/page.js";

const READING = 1200; // ms in which one sees what has come of the turn
const match = location.pathname.split("/")[2];
const next = new URL(document.querySelector("[data-next-board]").href);
next.searchParams.set("after", match);
const leave = () => location.assign(next);

on("shown", () => {
  const done = ownLatest() && isCurrent() && !choices().length && !document.getElementById("result-title");
  if (done && isAuto()) setTimeout(() => isCurrent() && !choices().length && isAuto() && leave(), READING);
});
onKey("b", leave);
document.querySelector("[data-next-board]").href = next;
