// node on_device.mjs FOLDER PYODIDE: what `make static` wrote, in Pyodide, does what on_device.py says.
// Prints what was found as JSON.
import fs from "node:fs";
import os from "node:os";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";

const [folder, pyodide] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const { default: create } = await import(pathToFileURL(`${pyodide}/pyodide.asm.mjs`));
const started = performance.now();

const made = fs.mkdtempSync(`${os.tmpdir()}/on-device-`);
process.on("exit", () => fs.rmSync(made, { recursive: true }));
const library = `${made}/python_stdlib.zip`;
fs.writeFileSync(library, zlib.gunzipSync(fs.readFileSync(`${folder}/offline/pyodide/python_stdlib.zip.gz`)));
const options = { indexURL: `${pyodide}/`, stdLibURL: library, stdout: (line) => console.error(line) };

function prepare({ FS }) {
  for (const path of ["/site", "/data"]) FS.mkdirTree(path);
  FS.chmod("/data", 0o700);
  for (const name of ["site.zip", "data.sqlite3"])
    FS.writeFile(`/${name}.xz`, new Uint8Array(fs.readFileSync(`${folder}/offline/${name}.xz`)));
}
const UNPACK = `
import io, lzma, sys, zipfile
zipfile.ZipFile(lzma.open("/site.zip.xz")).extractall("/site")
open("/data/phylo.sqlite3", "wb").write(lzma.open("/data.sqlite3.xz").read())
`;

// As the web worker does (static/js/offline/python.js): the memory of a first start is what the next one goes on from.
const first = await loadPyodide({ ...options, _makeSnapshot: true });
prepare(first);
first.runPython(`${UNPACK}
sys.path.insert(0, "/site")
from phylo.offline import entry
entry.warm_up("/data", "en")
`);
const memory = first.makeMemorySnapshot();
const python = await loadPyodide({
  ...options,
  _loadSnapshot: memory,
  createPyodideModule: async (settings) => {
    const module = await create(settings);
    while (module.HEAP8.length < memory.length) module._malloc(8 << 20);
    return module;
  },
});
prepare(python);
python.runPython(UNPACK);
python.FS.mkdirTree("/tests/tests/services");
for (const name of ["__init__.py", "services/__init__.py", "services/on_device.py"]) {
  python.FS.writeFile(`/tests/tests/${name}`, "");
}
python.FS.writeFile(
  "/tests/tests/services/on_device.py",
  fs.readFileSync(new URL("./on_device.py", import.meta.url)),
);
python.globals.set("note", (what) =>
  console.error(((performance.now() - started) / 1000).toFixed(1), (process.cpuUsage().user / 1e6).toFixed(1), what),
);
const found = await python.runPythonAsync(`
import json, sys
sys.path.insert(0, "/tests")
from tests.services import on_device
json.dumps(await on_device.main("/data", note))
`);
console.log(found);
process.exit(0);
