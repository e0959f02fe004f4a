// Begins Python with the site's files. That it has imported the site and shown some pages is kept as the picture of its
// memory, beside the files of the same version, so that later starts go on from there.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import create from "./pyodide/pyodide.asm.mjs";
import { lay } from "./archive.js";
import { kept as inUse } from "./kept.js";

const SITE = "/site";
const SITE_FILES = "/offline/site.zip";
const MEMORY = "/offline/memory";
const FOLDER = { indexURL: "/offline/pyodide/", packages: [] };
const STEP = 8 << 20; // bytes
const UNPACK = `
import lzma, shutil
with lzma.open("/packed") as packed, open("/unpacked", "wb") as unpacked:
    shutil.copyfileobj(packed, unpacked, 1 << 20)
`;

// The files of the version in use.
export async function kept() {
  return caches.open((await inUse()).version);
}

// Python as it was when `remember` was called; null if it was not, or not by this version.
export async function resume(files, name = MEMORY) {
  const found = await files.match(name);
  if (!found) return null;
  try {
    const [memory, site] = await Promise.all([found, await files.match(SITE_FILES)].map(bytes));
    const python = await loadPyodide({
      ...FOLDER,
      _loadSnapshot: memory,
      // Its memory grows only by asking for some; what is asked for is overwritten.
      createPyodideModule: async (settings) => {
        const module = await create(settings);
        while (module.HEAP8.length < memory.length) module._malloc(STEP);
        return module;
      },
    });
    lay(python.FS, site.buffer, SITE);
    return python;
  } catch (error) {
    console.warn("begins anew:", error);
    await files.delete(name);
    return null;
  }
}

export async function begin(files) {
  const python = await loadPyodide({ ...FOLDER, _makeSnapshot: true });
  const found = await files.match(SITE_FILES);
  const site = found ? await bytes(found) : await unpacked(python, await files.match(`${SITE_FILES}.xz`));
  lay(python.FS, site.buffer, SITE);
  python.pyimport("sys").path.insert(0, SITE);
  if (!found) await put(files, SITE_FILES, site);
  return python;
}

export async function remember(python, files, name = MEMORY) {
  await put(files, name, python.makeMemorySnapshot());
}

// What Python has packed (phylo/offline/build.py).
export async function unpacked(python, answer) {
  const { FS } = python;
  FS.writeFile("/packed", await bytes(answer), { canOwn: true });
  python.runPython(UNPACK);
  const content = FS.readFile("/unpacked");
  for (const path of ["/packed", "/unpacked"]) FS.unlink(path);
  return content;
}

const bytes = async (answer) => new Uint8Array(await answer.arrayBuffer());

// Where there is no room, each start is as long as the first.
async function put(files, name, content) {
  try {
    await files.put(name, new Response(content));
  } catch (error) {
    console.warn(name, error);
  }
}
