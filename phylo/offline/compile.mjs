// node compile.mjs PYODIDE SITE.zip LIBRARY.zip OUT_SITE.zip OUT_LIBRARY.zip: the same archives with compiled code in
// place of Python's source, made by the very Python that will read them. What Python needs of its library only when it
// has unpacked the site goes along with that, where it is packed smaller.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...paths] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
const [site, library, outSite, outLibrary] = paths;
python.FS.writeFile("/site.zip", new Uint8Array(fs.readFileSync(site)));
python.FS.writeFile("/library.zip", new Uint8Array(fs.readFileSync(library)));
python.runPython(`
import lzma, shutil, sys  # what unpacks the site (static/js/offline/python.js)

BEGIN = {name.partition(".")[0] for name in sys.modules}

from importlib._bootstrap_external import _code_to_hash_pyc
from types import CodeType
from zipfile import ZipFile, ZipInfo

WITH_DOCS = ("pyodide/", "_pyodide/")

def without_lines(code):
    # A fifth of what is to be loaded. Where something goes wrong, functions are named.
    consts = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    # Entries of "no line", each for eight instructions at most (InternalDocs/code_objects.md of CPython).
    eights, rest = divmod(len(code.co_code) // 2, 8)
    lines = b"\\xff" * eights + (bytes([0xF7 + rest]) if rest else b"")
    return code.replace(co_linetable=lines, co_consts=consts)

def compiled(name, content):
    code = compile(content, "/site/" + name, "exec", dont_inherit=True, optimize=0 if name.startswith(WITH_DOCS) else 2)
    # There is no source that could have changed.
    return bytes(_code_to_hash_pyc(without_lines(code), bytes(8), False))

def put(target, source, info):
    name, content = info.filename, source.read(info)
    if name.endswith(".py"):
        name, content = name + "c", compiled(name, content)
    target.writestr(ZipInfo(name, info.date_time), content)

with (
    ZipFile("/site.zip") as site, ZipFile("/library.zip") as library,
    ZipFile("/out-site.zip", "w") as out_site, ZipFile("/out-library.zip", "w") as out_library,
):
    for info in site.infolist():
        put(out_site, site, info)
    for info in library.infolist():
        top = info.filename.partition("/")[0].removesuffix(".py")
        put(out_library if top in BEGIN else out_site, library, info)
`);
fs.writeFileSync(outSite, python.FS.readFile("/out-site.zip"));
fs.writeFileSync(outLibrary, python.FS.readFile("/out-library.zip"));
