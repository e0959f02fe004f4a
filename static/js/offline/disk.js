// Keeps the files below a folder of Pyodide's memory in IndexedDB: the blocks that were written since the last time, in
// one transaction. Whoever calls `store` between two requests keeps whole transactions of SQLite only.

const BLOCK = 65536; // bytes
const PASSING = /-(journal|shm)$/;

export class Disk {
  #database;
  #fs;
  #folder;
  #files = new Map(); // path: { node, size } as they were stored
  #written = new Map(); // node: Set of blocks
  #storing = Promise.resolve();

  // Whether anything was kept.
  static async has(name) {
    const database = await opened(name);
    const count = await asked(database.transaction("files").objectStore("files").count());
    database.close();
    return count > 0;
  }

  // Restores what was kept; `isNew` says that nothing was.
  static async open(name, fs, folder) {
    const disk = new Disk();
    disk.#database = await opened(name);
    disk.#fs = fs;
    disk.#folder = folder;
    fs.mkdirTree(folder);
    fs.chmod(folder, 0o700);
    await disk.#restore();
    disk.#watch();
    return disk;
  }

  get isNew() {
    return this.#files.size === 0;
  }

  // Raises what IndexedDB says, as when there is no room; then all of it is stored the next time. One after another:
  // later blocks are of no use without earlier ones that found no room.
  store() {
    const stored = this.#storing.then(() => this.#store());
    this.#storing = stored.catch(() => this.#files.clear());
    return stored;
  }

  async #store() {
    const found = this.#walk(this.#folder);
    const changed = [];
    for (const [path, node] of found) {
      const before = this.#files.get(path);
      const size = node.usedBytes;
      const isSame = before?.node === node;
      const blocks = isSame ? (this.#written.get(node) ?? []) : range(0, Math.ceil(size / BLOCK));
      if (isSame && before.size === size && !this.#written.has(node)) continue;
      const bytes = [...blocks]
        .filter((number) => number * BLOCK < size)
        .map((number) => [number, node.contents.slice(number * BLOCK, Math.min(size, (number + 1) * BLOCK))]);
      changed.push({ path, size, bytes });
      this.#files.set(path, { node, size });
    }
    const gone = [...this.#files.keys()].filter((path) => !found.has(path));
    for (const path of gone) this.#files.delete(path);
    this.#written.clear();
    if (!changed.length && !gone.length) return;
    const work = this.#database.transaction(["files", "blocks"], "readwrite");
    const [files, kept] = [work.objectStore("files"), work.objectStore("blocks")];
    for (const { path, size, bytes } of changed) {
      files.put(size, path);
      for (const [number, block] of bytes) kept.put(block, [path, number]);
      kept.delete(IDBKeyRange.bound([path, Math.ceil(size / BLOCK)], [path, Infinity]));
    }
    for (const path of gone) {
      files.delete(path);
      kept.delete(IDBKeyRange.bound([path, 0], [path, Infinity]));
    }
    await done(work);
  }

  async #restore() {
    const work = this.#database.transaction(["files", "blocks"]);
    const files = work.objectStore("files");
    const [paths, sizes] = await Promise.all([asked(files.getAllKeys()), asked(files.getAll())]);
    for (const [index, path] of paths.entries()) {
      const contents = new Uint8Array(sizes[index]);
      const near = IDBKeyRange.bound([path, 0], [path, Infinity]);
      const kept = work.objectStore("blocks");
      const [keys, blocks] = await Promise.all([asked(kept.getAllKeys(near)), asked(kept.getAll(near))]);
      keys.forEach(([, number], each) => contents.set(blocks[each], number * BLOCK));
      this.#fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.#fs.writeFile(path, contents, { mode: 0o600 });
      this.#files.set(path, { node: this.#fs.lookupPath(path).node, size: sizes[index] });
    }
  }

  // All files of Emscripten's memory share their operations.
  #watch() {
    const probe = `${this.#folder}/probe-journal`;
    this.#fs.writeFile(probe, "");
    const { stream_ops: streams, node_ops: nodes } = this.#fs.lookupPath(probe).node;
    this.#fs.unlink(probe);
    const { write } = streams;
    const { setattr } = nodes;
    streams.write = (stream, buffer, offset, length, position, mayOwn) => {
      const written = write(stream, buffer, offset, length, position, mayOwn);
      this.#note(stream.node, position, position + written);
      return written;
    };
    nodes.setattr = (node, attributes) => {
      const before = node.usedBytes;
      setattr(node, attributes);
      if (attributes.size !== undefined) this.#note(node, Math.min(before, attributes.size), attributes.size);
    };
  }

  #note(node, from, to) {
    let blocks = this.#written.get(node);
    if (!blocks) this.#written.set(node, (blocks = new Set()));
    for (const block of range(Math.floor(from / BLOCK), Math.ceil(to / BLOCK))) blocks.add(block);
  }

  #walk(folder, found = new Map()) {
    for (const name of this.#fs.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = `${folder}/${name}`;
      const { node } = this.#fs.lookupPath(path, { follow: false });
      if (this.#fs.isDir(node.mode)) this.#walk(path, found);
      else if (this.#fs.isFile(node.mode) && !PASSING.test(name)) found.set(path, node);
    }
    return found;
  }
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const done = (work) =>
  new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = work.onerror = () => reject(work.error);
  });

function opened(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("files");
    request.result.createObjectStore("blocks");
  };
  return asked(request);
}
