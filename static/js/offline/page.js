// The page from which a device keeps the copy, sees what is kept, and removes it.

import { hasData, isOpen, isSupported, keep, kept, megabytes, offered, remove } from "./kept.js";

const place = document.querySelector("[data-offline]");
const find = (name) => place.querySelector(`[data-${name}]`);
const said = find("words").dataset;
const { lang } = document.documentElement;
const bar = place.querySelector("progress");

function show(name) {
  for (const each of place.querySelectorAll("[data-part]")) each.hidden = each.dataset.part !== name;
}

function refuse(text) {
  const failed = find("failed");
  failed.textContent = text;
  failed.hidden = !text;
}

async function look() {
  if (!isSupported()) return show("unsupported");
  const found = await kept();
  if (!found) return show("offer");
  // Unpacked, and with what was done in it.
  const { usage } = await navigator.storage.estimate();
  find("size").textContent = said.size.replace("{size}", megabytes(usage || found.size));
  find("when").textContent = new Date(found.when).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
  find("kept-version").textContent = found.version;
  const { version } = place.dataset;
  find("newer").hidden = !version || version === found.version;
  show("kept");
  // One that was removed by the browser, or is of another version of the site.
  await navigator.serviceWorker.register(place.dataset.worker, { scope: "/" });
}

async function fetchAll() {
  refuse("");
  if (await isOpen()) return refuse(said.open);
  const manifest = await offered();
  if (!manifest) return refuse(said.network);
  const leaving = new AbortController();
  find("cancel").onclick = () => leaving.abort();
  const whole = megabytes(manifest.size);
  const told = (done) => {
    bar.value = done;
    find("amount").textContent = said.fetched.replace("{done}", megabytes(done)).replace("{whole}", whole);
  };
  bar.max = manifest.size;
  told(0);
  show("progress");
  find("cancel").focus();
  try {
    await keep(manifest, told, leaving.signal);
    navigator.storage?.persist?.();
  } catch {
    // Another tab may have kept it meanwhile.
    const isKept = (await kept())?.version === manifest.version;
    if (leaving.signal.aborted) await (isKept || caches.delete(manifest.version));
    else refuse(said.lost);
  }
  await look();
  place.querySelector("[data-part]:not([hidden]) :is(h2[tabindex], button)").focus();
}

async function removeAll() {
  refuse("");
  if (await isOpen()) return refuse(said.open);
  if ((await hasData()) && !(await isSure())) return;
  await remove();
  await look();
  place.querySelector("[data-part]:not([hidden]) button")?.focus();
}

function isSure() {
  const dialog = find("sure");
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }),
  );
}

for (const button of place.querySelectorAll("[data-keep]")) button.addEventListener("click", fetchAll);
find("remove").addEventListener("click", removeAll);
// Where the browser keeps nothing of sites, it says so only when asked.
look().catch(() => show("unsupported"));
