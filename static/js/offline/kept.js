// The files of a version, kept in the browser's Cache Storage. The manifest says them all, with size and digest.

const KEPT = "phylo-kept";
export const DATA = "phylo-data"; // the browser's database of what was done
export const OWNER = "phylo-owner"; // the lock of the tab whose worker answers; the next takes over when it is closed
const MANIFEST = "/offline/manifest.json";
const AT_ONCE = 6;
const TRIES = 5;
const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  woff2: "font/woff2",
};

export const isSupported = () =>
  "serviceWorker" in navigator &&
  "locks" in navigator &&
  "caches" in self &&
  "DecompressionStream" in self &&
  "withResolvers" in Promise;

export const megabytes = (bytes) =>
  (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

// What is in use: its version, its size in bytes and the time when it was fetched; null if nothing is.
export async function kept() {
  const found = await caches.match("/version", { cacheName: KEPT });
  if (!found) return null;
  const { headers } = found;
  return { version: await found.text(), size: Number(headers.get("X-Size")), when: Number(headers.get("X-When")) };
}

// What the server offers, or null without a network.
export async function offered() {
  try {
    const answer = await fetch(MANIFEST, { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// Fetches and checks all files, those that are there already excepted; then they are in use, and others removed.
// `signal` ends it before; a site that offers the copy has the files below an address of their own, `base`.
export async function keep(manifest, progress, signal) {
  const { version, size: whole, base = "/" } = manifest;
  const files = await caches.open(version);
  const left = Object.entries(manifest.files);
  let done = 0;
  const arrived = (bytes) => progress((done += bytes));
  const one = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [path, { size, sha256 }] = next;
      const name = `/${path.replace(/\.gz$/, "")}`;
      if (await there(files, name, sha256)) arrived(size);
      else await fetched(files, `${base}${path}`, name, sha256, arrived, signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  } finally {
    left.length = 0; // after a failure nothing more is fetched
  }
  const headers = { "X-Size": whole, "X-When": Date.now() };
  await (await caches.open(KEPT)).put("/version", new Response(version, { headers }));
  for (const name of await caches.keys()) if (name !== KEPT && name !== version) await caches.delete(name);
  navigator.serviceWorker.controller?.postMessage({ version });
}

// Whether a tab has the site of the copy open: its worker has the lock.
export const isOpen = async () => (await navigator.locks.query()).held.some(({ name }) => name === OWNER);

// Whether anything was done in the copy, as far as the browser says it.
export async function hasData() {
  return (await indexedDB.databases?.())?.some(({ name }) => name === DATA) ?? true;
}

// All that is kept, with what was done in it.
export async function remove() {
  const registered = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registered.map((each) => each.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await new Promise((resolve, reject) => {
    const asked = indexedDB.deleteDatabase(DATA);
    asked.onsuccess = resolve;
    asked.onerror = asked.onblocked = () => reject(asked.error ?? new Error("it is open"));
  });
}

async function there(files, name, sha256) {
  const has = (found) => found?.headers.get("X-SHA256") === sha256;
  if (has(await files.match(name))) return true;
  const found = await caches.match(name);
  if (!has(found)) return false;
  await files.put(name, found);
  return true;
}

async function fetched(files, address, name, sha256, arrived, signal) {
  const answer = await asked(address, signal);
  const chunks = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    arrived(value.length);
  }
  const blob = new Blob(chunks);
  if ((await digest(blob)) !== sha256) throw new Error(`${address}: not what the manifest says`);
  const body = address.endsWith(".gz") ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob;
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  await files.put(name, new Response(body, { headers: { "Content-Type": type, "X-SHA256": sha256 } }));
}

// A site that is busy says when to ask again.
async function asked(address, signal) {
  for (let left = TRIES; ; left--) {
    const answer = await fetch(address, { cache: "no-store", signal });
    if (answer.ok) return answer;
    const again = answer.headers.get("Retry-After");
    if (!again || left === 0) throw new Error(`${address}: ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, Number(again) * 1000));
  }
}

async function digest(blob) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
