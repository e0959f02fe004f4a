// The files of a version, kept in the browser's Cache Storage. The manifest says them all, with size and digest.

const KEPT = "phylo-kept";
const MANIFEST = "/offline/manifest.json";
const AT_ONCE = 6;
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

// The version in use, or null.
export async function version() {
  const kept = await caches.match("/version", { cacheName: KEPT });
  return kept ? kept.text() : null;
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
export async function keep(manifest, progress) {
  const files = await caches.open(manifest.version);
  const left = Object.entries(manifest.files);
  let done = 0;
  const arrived = (bytes) => progress((done += bytes));
  const one = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [path, { size, sha256 }] = next;
      const name = `/${path.replace(/\.gz$/, "")}`;
      if (await there(files, name, sha256)) arrived(size);
      else await fetched(files, path, name, sha256, arrived);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await (await caches.open(KEPT)).put("/version", new Response(manifest.version));
  for (const name of await caches.keys())
    if (name !== KEPT && name !== manifest.version) await caches.delete(name);
  navigator.serviceWorker.controller?.postMessage({ version: manifest.version });
}

async function there(files, name, sha256) {
  const has = (found) => found?.headers.get("X-SHA256") === sha256;
  if (has(await files.match(name))) return true;
  const found = await caches.match(name);
  if (!has(found)) return false;
  await files.put(name, found);
  return true;
}

async function fetched(files, path, name, sha256, arrived) {
  const answer = await fetch(`/${path}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const chunks = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    arrived(value.length);
  }
  const blob = new Blob(chunks);
  if ((await digest(blob)) !== sha256) throw new Error(`${path}: not what the manifest says`);
  const body = path.endsWith(".gz") ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob;
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  await files.put(name, new Response(body, { headers: { "Content-Type": type, "X-SHA256": sha256 } }));
}

async function digest(blob) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
