// The chat of two players: opening, writing, muting, reporting; new messages are counted while it is closed.

import { narrow, on, sayMore, table } from "./page.js";
import { look } from "./people.js";
import { freshKey } from "../site/fresh-key.js";

const talk = table.querySelector("[data-talk]");
const panel = talk?.querySelector("#talk-panel");
const opener = talk?.querySelector("[data-talk-open]");
const form = talk?.querySelector("[data-talk-form]");
const body = talk?.querySelector(".talk-body");
const READ = `phylo:read:${location.pathname}`;

const list = () => talk.querySelector(".talk-list");
const idOf = (line) => Number(line.dataset.message);
const theirs = () => [...list().querySelectorAll(".other")].map(idOf);

// What was read is remembered by this browser; a browser that keeps nothing counts from the page on.
let read = 0;
try {
  read = Number(localStorage.getItem(READ) ?? 0);
} catch {
  read = Math.max(0, ...theirs());
}

function markRead() {
  read = Math.max(read, ...theirs());
  try {
    localStorage.setItem(READ, String(read));
  } catch {
    // Counted for this page alone then.
  }
}

function count() {
  if (!panel.hidden) markRead();
  const fresh = theirs().filter((id) => id > read).length;
  const badge = talk.querySelector(".talk-new");
  badge.hidden = !fresh;
  badge.querySelector("[data-talk-count]").textContent = fresh || "";
}

function toggle(open) {
  panel.hidden = !open;
  opener.setAttribute("aria-expanded", String(open));
  table.classList.toggle("talking", open);
  if (open) {
    toEnd();
    form.elements.text.focus({ preventScroll: narrow.matches });
  } else opener.focus({ preventScroll: true });
  count();
}

const toEnd = () => (body.scrollTop = body.scrollHeight);

async function send(address, order) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": table.dataset.csrf },
    body: JSON.stringify(order),
  }).catch(() => null);
  const sent = answer && (await answer.json().catch(() => ({})));
  tellHere(answer?.ok ? "" : (sent?.detail ?? talk.dataset.lost));
  return Boolean(answer?.ok);
}

function tellHere(text) {
  talk.querySelector("[data-talk-note]").textContent = text;
}

// A message that was not delivered keeps its key, so that it is sent only once.
let unsent = { text: "", key: "" };
async function write() {
  const field = form.elements.text;
  const text = field.value.trim();
  if (!text) return;
  if (unsent.text !== text) unsent = { text, key: freshKey() };
  if (!(await send(talk.dataset.chat, unsent))) return;
  unsent = { text: "", key: "" };
  if (field.value.trim() === text) field.value = "";
  look();
}

// Lines that are there stay as they are: somebody may be writing a report in one.
function merge(part) {
  const before = theirs();
  const atEnd = body.scrollHeight - body.scrollTop - body.clientHeight < 40;
  const kept = new Map([...list().children].map((line) => [idOf(line), line]));
  const fresh = document.adoptNode(part);
  for (const line of fresh.querySelectorAll("[data-message]")) {
    const old = kept.get(idOf(line));
    if (old) line.replaceWith(old);
  }
  const focus = document.activeElement;
  talk.querySelector('[data-part="chat"]').replaceWith(fresh);
  if (focus !== document.activeElement)
    focus.isConnected ? focus.focus({ preventScroll: true }) : opener.focus();
  if (atEnd) toEnd();
  const news = theirs().some((id) => id > Math.max(0, ...before));
  if (news)
    sayMore(
      panel.hidden
        ? talk.dataset.news
        : list().querySelector(".other:last-of-type p").textContent.replace(/\s+/g, " ").trim(),
    );
  count();
}

if (talk) {
  opener.addEventListener("click", () => toggle(panel.hidden));
  talk.querySelector("[data-talk-close]").addEventListener("click", () => toggle(false));
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    toggle(false);
  });
  talk.addEventListener("submit", async (event) => {
    event.preventDefault();
    const message = event.target.dataset.reportMessage;
    if (!message) return void write();
    const sent = await send(talk.dataset.report, {
      message: Number(message),
      reason: event.target.elements.reason.value,
    });
    if (!sent) return;
    event.target.closest("details").open = false;
    tellHere(talk.dataset.reported);
  });
  talk.addEventListener("click", (event) => {
    const phrase = event.target.closest("[data-phrase]");
    if (!phrase) return;
    form.elements.text.value = phrase.textContent;
    write();
  });
  talk.addEventListener("click", async (event) => {
    const button = event.target.closest('[data-act="mute"]');
    if (!button) return;
    const { on: is, seat } = button.dataset;
    const order = { on: Boolean(is), seat: Number(seat), block: "block" in button.dataset };
    if (await send(talk.dataset.mute, order)) look();
  });
  on("chat", merge);
  count();
}
