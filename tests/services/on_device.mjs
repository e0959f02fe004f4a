// node on_device.mjs FOLDER PYODIDE DATABASE: what `make static` wrote, in Pyodide, does what on_device.py says, at last
// with the database of an earlier version. Prints what was found as JSON.
import fs from "node:fs";
import os from "node:os";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";
import { begin } from "./pyodide.mjs";

const [folder, pyodide, database] = process.argv.slice(2);
const { default: create } = await import(pathToFileURL(`${pyodide}/pyodide.asm.mjs`));
const started = performance.now();

const made = fs.mkdtempSync(`${os.tmpdir()}/on-device-`);
process.on("exit", () => fs.rmSync(made, { recursive: true }));
const stdLibURL = `${made}/python_stdlib.zip`;
fs.writeFileSync(stdLibURL, zlib.gunzipSync(fs.readFileSync(`${folder}/offline/pyodide/python_stdlib.zip.gz`)));

// As the web worker does (static/js/offline/python.js): the memory of a first start is what the next one goes on from.
const first = await begin(folder, pyodide, { stdLibURL, _makeSnapshot: true });
first.runPython(`
sys.path.insert(0, "/site")
from phylo.offline import entry
entry.warm_up("/data", "en")
`);
const memory = first.makeMemorySnapshot();
const python = await begin(folder, pyodide, {
  stdLibURL,
  _loadSnapshot: memory,
  createPyodideModule: async (settings) => {
    const module = await create(settings);
    while (module.HEAP8.length < memory.length) module._malloc(8 << 20);
    return module;
  },
});
python.FS.mkdirTree("/tests/tests/services");
for (const name of ["__init__.py", "services/__init__.py", "services/on_device.py"]) {
  python.FS.writeFile(`/tests/tests/${name}`, "");
}
python.FS.writeFile(
  "/tests/tests/services/on_device.py",
  fs.readFileSync(new URL("./on_device.py", import.meta.url)),
);
python.FS.writeFile("/older.sqlite3", new Uint8Array(fs.readFileSync(database)));
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
