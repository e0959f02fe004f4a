// Pyodide in Node with what `make static` wrote laid into its memory, as the web worker of a device does.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const UNPACK = `
import lzma, sys, zipfile
zipfile.ZipFile(lzma.open("/site.zip.xz")).extractall("/site")
open("/data/phylo.sqlite3", "wb").write(lzma.open("/data.sqlite3.xz").read())
`;

// `options` are those of loadPyodide.
export async function begin(folder, pyodide, options = {}) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const stdout = (line) => console.error(line);
  const python = await loadPyodide({ indexURL: `${pyodide}/`, stdout, ...options });
  for (const path of ["/site", "/data"]) python.FS.mkdirTree(path);
  python.FS.chmod("/data", 0o700);
  for (const name of ["site.zip", "data.sqlite3"])
    python.FS.writeFile(`/${name}.xz`, new Uint8Array(fs.readFileSync(`${folder}/offline/${name}.xz`)));
  python.runPython(UNPACK);
  return python;
}
