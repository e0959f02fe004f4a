// node tests_on_device.mjs FOLDER PYODIDE TESTS.zip DATABASE: the chosen tests (tests_on_device.py), in Pyodide with
// what `make static` wrote. Prints how they ended as JSON.
import fs from "node:fs";
import { begin } from "./pyodide.mjs";

const [folder, pyodide, tests, database] = process.argv.slice(2);
const python = await begin(folder, pyodide);
python.unpackArchive(new Uint8Array(fs.readFileSync(tests)).buffer, "zip", { extractDir: "/site" });
python.FS.writeFile("/data/migrated.sqlite3", new Uint8Array(fs.readFileSync(database)));
const ended = await python.runPythonAsync(`
import json, sys
sys.path.insert(0, "/site")
from tests.services import tests_on_device
json.dumps(tests_on_device.run("/data"))
`).catch((error) => error.message);
console.log(ended);
process.exit(0);
