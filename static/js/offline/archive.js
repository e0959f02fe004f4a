// Lays the files of a zip archive without compression into Pyodide's memory, without copying them.

const END = 0x06054b50;
const ENTRY = 0x02014b50;

export function lay(fs, archive, folder) {
  const view = new DataView(archive);
  const bytes = new Uint8Array(archive);
  const text = new TextDecoder();
  let end = archive.byteLength - 22;
  while (view.getUint32(end, true) !== END) end--;
  let at = view.getUint32(end + 16, true);
  const made = new Set();
  for (let left = view.getUint16(end + 10, true); left; left--) {
    if (view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true)) throw new Error("not a stored archive");
    const size = view.getUint32(at + 24, true);
    const names = view.getUint16(at + 28, true);
    const path = `${folder}/${text.decode(bytes.subarray(at + 46, at + 46 + names))}`;
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    at += 46 + names + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (path.endsWith("/")) continue;
    const cut = path.lastIndexOf("/");
    const parent = path.slice(0, cut);
    if (!made.has(parent)) {
      fs.mkdirTree(parent);
      made.add(parent);
    }
    fs.createDataFile(parent, path.slice(cut + 1), bytes.subarray(start, start + size), true, true, true);
  }
}
