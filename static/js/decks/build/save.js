// Saves while one builds: changes within a moment are sent together, one save after the other.

import { on, say, tell, words } from "./page.js";
import { change, merged, only } from "./contents.js";
import { accept, learn, put, shown, stored, unsaved } from "./deck.js";
import { draw } from "./draw.js";
import { drop, forget, keep, left } from "./keep.js";
import { send, sendOff } from "./send.js";
import { freshKey } from "../../site/fresh-key.js";

const MOMENT = 300;
let timer = 0;
let sending = null; // what is on its way: {versions, key, change, meant}
let blocked = false; // until somebody decides, or changes what was refused
let recovering = false;

function status(state, why = "") {
  const line = document.getElementById("saved");
  line.hidden = false;
  line.dataset.state = state;
  line.querySelector("[data-words]").textContent = words(state, { why });
}

function keepAll() {
  const { versions, deck } = stored();
  keep({ versions, base: deck, local: shown(), sending, key: freshKey() });
}

function later() {
  clearTimeout(timer);
  if (!unsaved() && !sending) {
    forget();
    return status("saved");
  }
  keepAll();
  if (blocked) return;
  status(document.getElementById("saved").dataset.state === "offline" && sending ? "offline" : "saving");
  timer = setTimeout(save, MOMENT);
}

const order = () => {
  const { versions } = stored();
  return { versions, key: freshKey(), change: unsaved(), meant: shown() };
};

// The answer is then the deck as it is.
const overtaken = ({ code }) => code === "stale" || code === "key-reused";

async function save() {
  clearTimeout(timer);
  if (sending || blocked || recovering || !unsaved()) return;
  sending = order();
  keepAll();
  const { status: code, said } = await send(sending);
  const { meant } = sending;
  sending = null;
  settle(code, said, meant);
}

function settle(code, said, meant) {
  const wasOffline = document.getElementById("saved").dataset.state === "offline";
  if (code === 200) {
    accept(said);
    catchUp(meant);
    draw(said.html);
    if (wasOffline && !unsaved()) say(words("online"));
    return later();
  }
  blocked = true;
  keepAll();
  if (overtaken(said)) return conflict(said, stored().deck);
  const why = { 400: said.detail, 404: words("lost"), 403: words("stalePage") }[code] ?? said.detail;
  status("refused", why);
  say(words("refused", { why }));
}

// Saved, and yet another deck: somebody else changed it besides. What is not saved here goes on top of theirs.
function catchUp(meant) {
  const theirs = stored().deck;
  if (!change(meant, theirs)) return;
  if (put(merged(meant, shown(), theirs), { step: false })) say(words("caughtUp"));
}

function conflict(said, base) {
  status("conflict");
  say(words("conflict"));
  learn(said.names);
  tell("conflict", { base, theirs: only(said), state: said });
}

// Somebody has decided between what is here and there.
on("decided", ({ deck, state }) => {
  accept(state);
  put(deck);
  blocked = false;
  draw(state.html);
  later();
  tell("changed");
});

on("changed", () => {
  if (document.getElementById("saved").dataset.state === "refused") blocked = false;
  later();
});
on("offline", () => {
  if (document.getElementById("saved").dataset.state !== "offline") say(words("offline"));
  status("offline");
});
addEventListener("offline", () => {
  if (unsaved() || sending) tell("offline");
});

addEventListener("pagehide", () => {
  if (sending || blocked || !unsaved()) return;
  clearTimeout(timer);
  const last = order();
  const { versions, deck } = stored();
  keep({ versions, base: deck, local: shown(), sending: last });
  sendOff(last);
});
// A page that comes back from the browser's cache does not know what became of it.
addEventListener("pageshow", (event) => {
  if (event.persisted) later();
});

// What pages before this one could not save is sent first, under its own key.
async function recover({ name, entry }) {
  const kept = entry.sending ?? {
    versions: entry.versions,
    key: entry.key,
    change: change(entry.base, entry.local),
    meant: entry.local,
  };
  if (!kept.change) return drop(name);
  status("saving");
  const { status: code, said } = await send(kept);
  if (overtaken(said)) {
    blocked = true;
    drop(name);
    put(entry.local);
    keepAll();
    return conflict(said, entry.base);
  }
  if (code !== 200) {
    put(merged(entry.base, entry.local, shown()));
    drop(name);
    return settle(code, said);
  }
  drop(name);
  accept(said);
  put(merged(kept.meant, entry.local, only(said)));
  draw(said.html);
  later();
}

export async function begin() {
  status("saved");
  recovering = true;
  for (const each of await left()) {
    if (!blocked) await recover(each);
  }
  recovering = false;
  later();
}

// Leaves for another page once all is saved.
export async function saved() {
  clearTimeout(timer);
  save();
  while (!blocked && (sending || unsaved())) await new Promise((resolve) => setTimeout(resolve, 50));
}
