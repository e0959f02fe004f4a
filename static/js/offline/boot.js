// The boot page: fetches the site once, starts Python in a worker, and shows the pages in a frame that fills the
// window. It stays while people go from page to page, so that Python has to start only once.

import "./speak.js";

import { showBar, takeFrom } from "./beside.js";
import { follow, here } from "./frame.js";
import { isSupported, keep, kept, megabytes, offered } from "./kept.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const frame = document.querySelector("iframe");
const bar = document.querySelector("progress");
const label = document.querySelector("label");
const amount = document.querySelector("[data-amount]");
const said = document.querySelector("[data-words]").dataset;

function show(name) {
  for (const each of document.querySelectorAll("[data-part]")) each.hidden = each.dataset.part !== name;
}

function progress(text, done, total) {
  show("progress");
  label.textContent = text;
  amount.textContent = "";
  if (total) {
    bar.max = total;
    bar.value = done;
  } else bar.removeAttribute("value");
}

function fail(reason) {
  part("failed").querySelector("[data-reason]").textContent = reason;
  show("failed");
  frame.hidden = true;
  document.body.classList.remove("running");
}

async function begin() {
  if (!isSupported()) return show("unsupported");
  try {
    if (await kept()) return await start();
    const manifest = await offered();
    if (!manifest) return fail(said.network);
    part("offer").querySelector("[data-size]").textContent = megabytes(manifest.size);
    show("offer");
    part("offer").querySelector("button").addEventListener("click", () => fetchAll(manifest, start), { once: true });
  } catch (error) {
    fail(error.message);
  }
}

// `then` is for the first time: of a new version every tab is told, and begins anew.
async function fetchAll(manifest, then) {
  try {
    progress(said.fetch, 0, manifest.size);
    const whole = megabytes(manifest.size);
    await keep(manifest, (done) => {
      bar.value = done;
      amount.textContent = said.fetched.replace("{done}", megabytes(done)).replace("{whole}", whole);
    });
    navigator.storage?.persist?.();
    await then?.();
  } catch (error) {
    fail(error.message);
  }
}

async function start() {
  progress(said.python);
  await controlled();
  const running = new Worker("/offline/worker.js", { type: "module" });
  let isReady = false;
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    running.postMessage({ port: port1 }, [port1]);
    navigator.serviceWorker.controller.postMessage({ port: port2 }, [port2]);
  };
  running.addEventListener("message", ({ data: { step, waiting, ready, failed, kept } }) => {
    if (step && !document.body.classList.contains("running")) progress(said[step]);
    if (failed) fail(failed);
    if (kept !== undefined) document.querySelector("[data-unkept]").hidden = kept;
    if (ready) {
      isReady = true;
      connect();
    }
    // While it waits, another tab's worker answers.
    if ((ready || waiting) && !frame.src) open();
  });
  running.addEventListener("error", (event) => fail(event.message ?? said.failed));
  // A service worker that was stopped and begins again asks for its way to Python.
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.wanted === "port" && isReady) connect();
    if (data.renewed) location.reload();
  });
}

async function controlled() {
  const { serviceWorker } = navigator;
  // On the site that the copy is of, there is one already: it has answered with this page.
  if (here && serviceWorker.controller) return;
  await serviceWorker.register(here ? "/sw.js?site" : "/sw.js");
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller) return;
  const claimed = new Promise((resolve) =>
    serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
  );
  active.postMessage({ claim: true });
  await claimed;
}

function open() {
  progress(said.page);
  // Behind what is said here, but with its size: pages measure themselves.
  frame.hidden = false;
  follow(frame, ({ location: { pathname } }) => {
    show("");
    document.body.classList.add("running");
    if (here) takeFrom(frame);
    if (!pathname.startsWith("/matches/")) offer();
  });
}

// A newer version is offered, never forced, and not at a table.
let isOffered = false;
async function offer() {
  if (isOffered) return;
  isOffered = true;
  const [found, manifest] = await Promise.all([kept(), offered()]);
  if (!manifest || manifest.version === found?.version) return;
  const news = document.querySelector("[data-news]");
  news.querySelector("[data-size]").textContent = megabytes(manifest.size);
  news.hidden = false;
  news.querySelector("[data-later]").addEventListener("click", () => (news.hidden = true));
  news.querySelector("[data-now]").addEventListener("click", () => {
    news.hidden = true;
    document.body.classList.remove("running");
    frame.hidden = true;
    fetchAll(manifest);
  });
}

if (here) {
  document.body.classList.add("of-site");
  showBar();
}
part("failed").querySelector("button").addEventListener("click", () => location.reload());
begin();
