// What the stream brings of the tables to come: for each version what differs from the one before
// (games/table/open_pages.py).

import { pause } from "./page.js";

const PATIENCE = 2000; // ms after which a version is fetched that the stream has not told of
const MOST = 12; // of a page that is hidden
export const canUnpack = "DecompressionStream" in window;

let open = false;
let announced = 0;
let awaited = [];
const brought = new Map();

export function listening(is) {
  open = is && canUnpack;
  if (!open) wake();
}

export function bring({ version, change }) {
  announced = version;
  if (change) brought.set(version, change);
  if (brought.size > MOST) brought.delete(brought.keys().next().value);
  wake();
}

function wake() {
  for (const go of awaited) go();
  awaited = [];
}

// `parts` as HTML, and the digests of those that the page `kept`; null if they have to be fetched.
export async function changeTo(version) {
  if (open && announced < version)
    await Promise.race([new Promise((resolve) => awaited.push(resolve)), pause(PATIENCE)]);
  const change = brought.get(version);
  brought.delete(version);
  if (!change) return null;
  const packed = Uint8Array.from(atob(change.html), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return { parts: await new Response(stream).text(), kept: change.kept.match(/.{8}/g) ?? [] };
}
