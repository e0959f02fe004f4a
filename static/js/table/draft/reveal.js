// All picks are turned over together. Any touch or key ends the animation.

import { calm, pause, table } from "../page.js";
import { moving } from "../moving.js";

const LONG = 1700; // ms
const stage = table.querySelector("[data-showing]");
let nth = 0;
let ending = 0;
let seen = () => {};

async function arrive() {
  const revealed = table.querySelector('[data-part="reveal"] .revealed');
  if (!revealed) return;
  const mine = ++nth;
  stage.replaceChildren(revealed.cloneNode(true));
  stage.hidden = false;
  if (calm.matches) stage.animate([{ opacity: 0 }, { opacity: 1 }], 100);
  // What follows is shown as soon as the visitor has seen enough.
  await Promise.race([
    pause(LONG),
    new Promise((resolve) => {
      seen = resolve;
    }),
  ]);
  if (mine === nth) end();
}

async function end() {
  if (stage.hidden || ending === nth) return;
  const mine = (ending = ++nth);
  seen();
  await stage.animate([{ opacity: 1 }, { opacity: 0 }], calm.matches ? 1 : 160).finished;
  // The next picks may be there already.
  if (mine !== nth) return;
  stage.hidden = true;
  stage.replaceChildren();
}

for (const name of ["pointerdown", "keydown"]) addEventListener(name, end);
Object.assign(moving, { arrive });
