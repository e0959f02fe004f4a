// The service worker of a copy (docs/static.md): answers with a kept file, with the boot page, or with what Python
// says in the worker of one of the open tabs. Without a server, every request of this origin; on the site that the copy
// is of (`?site`), what belongs to the copy, and pages when there is no network. It stands alone: classic service
// workers import no modules.

const KEPT = "phylo-kept"; // the cache that says which version is in use
const FOLDERS = ["/static/", "/offline/"];
const WORKERS = new Set(["/offline/worker.js", "/offline/thinker.js"]);
const IS_SITE = new URL(location).searchParams.has("site");
const HERE = "/offline/here"; // on the site, before the addresses of the copy's pages
const FILES = "/offline/files/"; // on the site, before the paths of files for a new version
const PYTHON = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("message", (event) => {
  const { port, version, claim } = event.data;
  if (port) serve(port);
  if (version) event.waitUntil(renew(version));
  if (claim) event.waitUntil(clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || url.pathname === "/sw.js") return;
  if (IS_SITE) besideSite(event, url);
  else if (event.request.destination === "document") event.respondWith(file("/index.html", event.request));
  else copy(event, url);
});

function copy(event, { pathname }) {
  if (!isFile(pathname)) event.respondWith(python(event));
  // "no-store": a new version is fetched.
  else if (event.request.cache !== "no-store") event.respondWith(file(pathname, event.request));
}

const isFile = (path) => FOLDERS.some((folder) => path.startsWith(folder)) && path !== "/offline/";

// What belongs to the copy is told by its address, or by being in a frame: pages of the site are never in one. So a
// page of either stays what it is, whether there is a network or not.
const ofSite = new Set(); // ids of clients that are pages of the site: their requests are left alone

function besideSite(event, url) {
  const { request, clientId, resultingClientId } = event;
  const { pathname } = url;
  if (request.destination === "document") {
    if (pathname.startsWith(`${HERE}/`)) {
      ofSite.delete(resultingClientId);
      event.respondWith(file("/index.html", request));
    } else if (request.method === "GET") {
      ofSite.add(resultingClientId);
      event.respondWith(network(request, url));
    }
  } else if (request.destination === "iframe") copy(event, url);
  else if (pathname.startsWith("/offline/")) {
    if (isFile(pathname) && !pathname.startsWith(FILES)) copy(event, url);
  } else if (!ofSite.has(clientId)) event.respondWith(byClient(event));
}

async function network(request, { pathname, search }) {
  try {
    return await fetch(request);
  } catch (error) {
    if (!(await inUse())) throw error;
    return Response.redirect(`${HERE}${pathname}${search}`);
  }
}

async function byClient(event) {
  const { request, clientId } = event;
  const client = await clients.get(clientId);
  const { pathname } = new URL(request.url);
  if (client?.frameType === "nested") return isFile(pathname) ? file(pathname, request) : python(event);
  if (client && new URL(client.url).pathname.startsWith(`${HERE}/`))
    return pathname.startsWith("/static/") ? file(pathname, request) : fetch(request);
  ofSite.add(clientId);
  return fetch(request);
}

let files = null;

// A new version is in use: every tab begins anew with it.
async function renew(version) {
  files = caches.open(version);
  for (const tab of await clients.matchAll({ type: "window" })) tab.postMessage({ renewed: true });
}

async function inUse() {
  const kept = await caches.match("/version", { cacheName: KEPT });
  return kept ? caches.open(await kept.text()) : null;
}

async function file(path, request) {
  const kept = await (await (files ??= inUse()))?.match(path);
  if (!kept) {
    files = null; // asked again: nothing may have been kept yet
    // The site says itself where there is no copy any more.
    return fetch(path === "/index.html" && !IS_SITE ? path : request);
  }
  if (!WORKERS.has(path)) return kept;
  const headers = new Headers(kept.headers);
  headers.set("Content-Security-Policy", PYTHON);
  return new Response(kept.body, { headers });
}

// What was sent to the worker and waits for its answer, by number; `sent` is what it takes to send it again.
const waiting = new Map();
let last = 0;
let toPython = null;
let found = Promise.withResolvers();

function serve(port) {
  toPython?.close();
  toPython = port;
  port.onmessage = ({ data }) => waiting.get(data.id)?.heard(data);
  // The tab with the last worker was closed: what only reads is asked again, what writes may have been done.
  for (const { sent, heard } of waiting.values()) {
    if (sent.method === "GET") port.postMessage(sent);
    else heard({ status: 503, headers: [["Retry-After", "1"]], body: null });
  }
  found.resolve();
}

async function python(event) {
  if (!toPython) {
    for (const tab of await clients.matchAll({ type: "window", includeUncontrolled: true }))
      tab.postMessage({ wanted: "port" });
    await found.promise;
  }
  const sent = await described(event);
  const { promise, resolve } = Promise.withResolvers();
  let flow = null;
  const heard = (said) => {
    if (said.status) {
      if (!said.flows) waiting.delete(sent.id);
      else flow ??= stream(sent.id, event);
      resolve(response(said, flow?.body));
    } else if (said.chunk) flow?.write(said.chunk);
    else flow?.end();
  };
  waiting.set(sent.id, { sent, heard });
  toPython.postMessage(sent);
  return promise;
}

function stream(id, event) {
  let pen;
  const over = Promise.withResolvers();
  const end = (isLeft) => {
    if (!waiting.delete(id)) return;
    if (isLeft) toPython.postMessage({ id, left: true });
    else pen.close();
    over.resolve();
  };
  event.waitUntil(over.promise);
  event.request.signal.addEventListener("abort", () => end(true));
  const body = new ReadableStream({ start: (controller) => (pen = controller), cancel: () => end(true) });
  return { body, write: (chunk) => pen.enqueue(chunk), end };
}

const EMPTY = new Set([204, 205, 304]);
const response = ({ status, headers, body }, flow) =>
  new Response(flow ?? (EMPTY.has(status) ? null : body), { status, headers });

// With what a service worker does not see among the headers, and Django asks for.
async function described({ request }) {
  const { method, url } = request;
  const headers = [...request.headers].filter(([name]) => name !== "cookie");
  headers.push(
    ["host", location.host],
    ["accept-language", navigator.languages.join(",")],
    ["sec-fetch-site", "same-origin"],
    ["sec-fetch-mode", request.mode],
    ["sec-fetch-dest", request.destination || "empty"],
  );
  if (method !== "GET" && method !== "HEAD") headers.push(["origin", location.origin]);
  if (request.referrer.startsWith(location.origin)) headers.push(["referer", request.referrer]);
  const cookies = (await self.cookieStore?.getAll()) ?? [];
  if (cookies.length) headers.push(["cookie", cookies.map(({ name, value }) => `${name}=${value}`).join("; ")]);
  const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(await request.arrayBuffer());
  return { id: ++last, method, url, headers, body, flows: request.headers.get("accept") === "text/event-stream" };
}
