// node compile.mjs PYODIDE SITE.zip OUT.zip: the same archive with compiled code in place of Python's source,
// made by the very Python that will read it.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile("/in.zip", new Uint8Array(fs.readFileSync(source)));
python.runPython(`
import importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from types import CodeType

OURS = ("engine/", "phylo/", "cards/", "games/")

def without_lines(code):
    # A fifth of what is to be loaded; of libraries the names of functions are enough.
    consts = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    # Entries of "no line", each for eight instructions at most (InternalDocs/code_objects.md of CPython).
    eights, rest = divmod(len(code.co_code) // 2, 8)
    lines = b"\\xff" * eights + (bytes([0xF7 + rest]) if rest else b"")
    return code.replace(co_linetable=lines, co_consts=consts)

with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as made:
    for info in given.infolist():
        content, name = given.read(info), info.filename
        if name.endswith(".py"):
            code = compile(content, "/site/" + name, "exec", dont_inherit=True, optimize=2)
            if not name.startswith(OURS):
                code = without_lines(code)
            content = bytes(_code_to_hash_pyc(code, importlib.util.source_hash(content), False))
            name += "c"
        made.writestr(zipfile.ZipInfo(name, info.date_time), content)
`);
fs.writeFileSync(target, python.FS.readFile("/out.zip"));
