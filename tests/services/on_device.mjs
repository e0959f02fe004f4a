// node on_device.mjs FOLDER PYODIDE: what `make static` wrote, in Pyodide, does what on_device.py says.
// Prints what was found as JSON.
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";

const [folder, pyodide] = process.argv.slice(2);
const unpacked = (name) => new Uint8Array(zlib.gunzipSync(fs.readFileSync(`${folder}/offline/${name}.gz`)));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const started = performance.now();
const python = await loadPyodide({ indexURL: `${pyodide}/`, stdout: (line) => console.error(line) });
python.FS.mkdirTree("/site");
python.FS.mkdirTree("/data");
python.FS.chmod("/data", 0o700);
python.unpackArchive(unpacked("site.zip").buffer, "zip", { extractDir: "/site" });
python.FS.writeFile("/data/phylo.sqlite3", unpacked("data.sqlite3"));
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
sys.path[:0] = ["/site", "/tests"]
from tests.services import on_device
json.dumps(await on_device.main("/data", note))
`);
console.log(found);
process.exit(0);
