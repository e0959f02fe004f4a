// node disk.mjs DISK: static/js/offline/disk.js keeps a file while the browser finds no room for one of two changes.
// Prints what is kept of its two blocks.
import { pathToFileURL } from "node:url";

const BLOCK = 65536; // bytes
const FILE = "/data/a";

// IndexedDB, as far as the disk asks for it; the next `failing` transactions find no room.
const kept = { files: new Map(), blocks: new Map() };
let failing = 0;
const soon = (request) => {
  setTimeout(() => request.onsuccess());
  return request;
};

function transaction(_names, mode) {
  const work = {};
  const steps = [];
  work.objectStore = (name) => ({
    getAllKeys: () => soon({ result: [] }),
    getAll: () => soon({ result: [] }),
    put: (value, key) => steps.push(() => kept[name].set(String(key), value)),
    delete: () => {},
  });
  if (mode !== "readwrite") return work;
  const fails = failing-- > 0;
  setTimeout(() => {
    if (fails) return work.onabort();
    for (const step of steps) step();
    work.oncomplete();
  });
  return work;
}

globalThis.IDBKeyRange = { bound: () => null };
globalThis.indexedDB = { open: () => soon({ result: { transaction } }) };

// Emscripten's memory with one file.
const stream_ops = {
  write({ node }, bytes, _offset, length, position) {
    node.contents.set(bytes, position);
    node.usedBytes = Math.max(node.usedBytes, position + length);
    return length;
  },
};
const nodes = new Map();
const memory = {
  mkdirTree() {},
  chmod() {},
  writeFile: (path) =>
    nodes.set(path, { contents: new Uint8Array(2 * BLOCK), usedBytes: 0, stream_ops, node_ops: { setattr() {} } }),
  unlink: (path) => nodes.delete(path),
  lookupPath: (path) => ({ node: nodes.get(path) }),
  readdir: (folder) => [...nodes.keys()].map((path) => path.slice(folder.length + 1)),
  isDir: () => false,
  isFile: () => true,
};

const { Disk } = await import(pathToFileURL(process.argv[2]));
const disk = await Disk.open("phylo-data", memory, "/data");
memory.writeFile(FILE);
const write = (block, value) =>
  stream_ops.write({ node: nodes.get(FILE) }, new Uint8Array(BLOCK).fill(value), 0, BLOCK, block * BLOCK);
for (const block of [0, 1]) write(block, 1);
await disk.store();
failing = 1;
write(0, 2);
const first = disk.store();
write(1, 2);
const second = disk.store();
const ends = await Promise.allSettled([first, second]);
const blocks = [0, 1].map((block) => kept.blocks.get(String([FILE, block]))[0]);
console.log(JSON.stringify({ ends: ends.map(({ status }) => status), blocks }));
