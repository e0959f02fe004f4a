// Python, in the one worker of this device: answers the requests that the service worker hands over, one after another,
// and keeps the data whenever one has changed it.

import { Disk } from "./disk.js";
import { DATA as NAME, OWNER } from "./kept.js";
import { begin, kept, remember, resume, unpacked } from "./python.js";

const DATA = "/data";
const DATABASE = `${DATA}/phylo.sqlite3`;

let entry;
let bytes;
let disk;
const streams = new Map(); // number of the request: how to end it

// `held` is null if another tab has it.
async function own(held) {
  if (!held) {
    postMessage({ waiting: true });
    return navigator.locks.request(OWNER, own);
  }
  try {
    await start();
  } catch (error) {
    postMessage({ failed: String(error?.message ?? error) });
  }
  return new Promise(() => {});
}

navigator.locks.request(OWNER, { ifAvailable: true }, own);

async function start() {
  tell("python");
  const files = await kept();
  // What Python remembers is of the data that are kept.
  const resumed = (await Disk.has(NAME)) ? await resume(files) : null;
  const python = resumed ?? (await begin(files));
  tell("data");
  disk = await Disk.open(NAME, python.FS, DATA);
  if (disk.isNew) python.FS.writeFile(DATABASE, await unpacked(python, await files.match("/offline/data.sqlite3.xz")));
  tell("site");
  entry = python.pyimport("phylo.offline.entry");
  if (!resumed) {
    entry.warm_up(DATA, navigator.languages.join(","));
    await remember(python, files);
  }
  bytes = python.globals.get("bytes");
  toPython = (value) => python.toPy(value);
  entry.start(DATA);
  entry.think_elsewhere(think);
  await disk.store();
  postMessage({ ready: true });
  work();
}

let toPython;
const tell = (step) => postMessage({ step });

addEventListener("message", ({ data: { port } }) => {
  port.onmessage = ({ data }) => {
    if (data.left) leave(data.id);
    else if (data.flows) flow(port, data);
    else answer(port, data);
  };
});

async function answer(port, request) {
  const message = answered(request);
  await keep();
  port.postMessage(message, [message.body.buffer]);
  soon(0);
}

// Python may break down for good, as where its memory is full: then that is the answer, and no page waits for ever.
function answered({ id, method, url, headers, body }) {
  try {
    const [given, said] = [toPython(headers), bytes(toPython(body ?? new Uint8Array()))];
    const found = entry.answer(method, url, given, said);
    const message = { id, status: found.status, headers: pairs(found.headers), body: found.body.toJs() };
    for (const proxy of [given, said, found]) proxy.destroy();
    return message;
  } catch (error) {
    const text = [["content-type", "text/plain; charset=utf-8"]];
    return { id, status: 500, headers: text, body: new TextEncoder().encode(String(error)) };
  }
}

function pairs(proxy) {
  const found = proxy.toJs().map((pair) => [...pair]);
  proxy.destroy();
  return found;
}

// A service worker that answers for longer than five minutes is stopped: streams end before that, and pages open
// them again.
const LONGEST = 4 * 60 * 1000; // ms

function flow(port, { id, url, headers }) {
  const given = toPython(headers);
  // Python ends a stream by an empty piece.
  const send = (piece) => {
    const chunk = piece.toJs?.() ?? piece;
    if (chunk.length) port.postMessage({ id, chunk });
    else end();
  };
  const end = () => {
    port.postMessage({ id, ended: true });
    leave(id);
  };
  const found = entry.stream(url, given, send);
  const { status } = found;
  const body = status === 200 ? null : found.body.toJs();
  port.postMessage({ id, status, headers: pairs(found.headers), body, flows: status === 200 });
  given.destroy();
  if (status !== 200) return found.destroy();
  const timer = setTimeout(end, LONGEST);
  streams.set(id, () => {
    clearTimeout(timer);
    found.cancel();
    found.destroy();
  });
}

// The second worker is there while there is something to think about, and some time after that.
const IDLE = 5 * 60 * 1000; // ms
let thinker = null;
let idle = 0;

function think(call) {
  const content = call.toJs?.() ?? call;
  thinker ??= secondWorker();
  clearTimeout(idle);
  idle = setTimeout(endThinker, IDLE);
  thinker.postMessage(content);
}

function secondWorker() {
  const made = new Worker("/offline/thinker.js", { type: "module" });
  made.onmessage = ({ data: { answer, failed } }) => {
    if (failed) console.warn(failed);
    thought(answer);
  };
  made.onerror = () => thought();
  return made;
}

// Without an answer it has ended: from then on this worker thinks itself.
async function thought(answer) {
  if (!answer) endThinker();
  const given = answer && toPython(answer);
  const next = entry.thought(given);
  given?.destroy();
  await keep();
  soon(next);
}

function endThinker() {
  thinker?.terminate();
  thinker = null;
}

function leave(id) {
  streams.get(id)?.();
  streams.delete(id);
}

let timer = 0;
function soon(seconds) {
  clearTimeout(timer);
  timer = setTimeout(work, seconds * 1000);
}

// One task that waits in Python, such as a turn of the computer.
async function work() {
  const next = entry.work();
  await keep();
  if (next !== undefined && next !== null) soon(next);
}

// What could not be stored is tried again with the next change.
async function keep() {
  try {
    if (!entry.changed()) return;
    await disk.store();
    postMessage({ kept: true });
  } catch (error) {
    postMessage({ kept: false, reason: String(error) });
  }
}
