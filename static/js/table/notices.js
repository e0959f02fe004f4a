// "Your turn" in the title, as a sound or as a notification, as set by the visitor and kept in this browser.

import { liveState, ownSeat } from "./people.js";
import { on, words } from "./page.js";

const KEPT = "phylo:notices";
const boxes = [...document.querySelectorAll("[data-notice]")];
const refused = document.querySelector("[data-notice-refused]");
const title = document.title;

let wishes = { title: true, sound: false, browser: false };
try {
  wishes = { ...wishes, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
} catch {
  // Nothing kept, or nothing that can be read.
}
// The permission may have been taken away since.
if (window.Notification?.permission !== "granted") wishes.browser = false;

const acting = () => !liveState().over && liveState().acting.includes(ownSeat());
let was = acting() && !document.hidden;

function show() {
  const over = liveState().over;
  document.title =
    wishes.title && acting()
      ? `● ${words.yourTurn} · ${title}`
      : over && wishes.title
        ? `${words.gameOver} · ${title}`
        : title;
}

function notice() {
  const is = acting();
  if (is && !was) {
    if (wishes.sound) beep();
    if (wishes.browser && !document.hasFocus())
      new Notification(words.yourTurn, { body: title, tag: location.pathname });
  }
  was = is;
  show();
}
on("live", notice);

// A browser plays nothing before the visitor has touched the page; ticking the box is such a touch.
let audio = null;
function beep() {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.16, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
  volume.connect(audio.destination);
  for (const [pitch, at] of [
    [523.25, 0],
    [783.99, 0.13],
  ]) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(start + at);
    tone.stop(start + 0.55);
  }
}

async function wish(box) {
  const name = box.dataset.notice;
  refused.hidden = true;
  if (name === "browser" && box.checked) {
    const allowed = window.Notification && (await Notification.requestPermission()) === "granted";
    box.checked = Boolean(allowed);
    refused.hidden = Boolean(allowed);
  }
  wishes[name] = box.checked;
  if (name === "sound" && box.checked) beep();
  try {
    localStorage.setItem(KEPT, JSON.stringify(wishes));
  } catch {
    // For this page alone then.
  }
  show();
}

for (const box of boxes) {
  box.checked = wishes[box.dataset.notice];
  box.addEventListener("change", () => wish(box));
}
notice();
