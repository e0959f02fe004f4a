"""
`make static`: python -m phylo.offline.build [folder], by default var/static-copy.

The whole site for one device, as files that any web server can give out (docs/static.md).
"""

import gzip
import hashlib
import json
import lzma
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from phylo.offline import bundle, pyodide

ROOT = bundle.ROOT
SCRIPTS = ROOT / "static" / "js" / "offline"
OF_SITE = ("former.js", "page.js")
"""Scripts of a site that offers the copy, or has taken the place of one."""
MANIFEST = "staticfiles.json"
ON_SERVERS = ("admin/", "drf_spectacular_sidecar/", "img/app/")
"""Static files of pages that a device has not."""
TEXT = (".css", ".js", ".svg")
WINDOW = 16 << 20
"""Bytes in which what is alike is found."""


def main() -> None:
    var = Path(os.environ.get("PHYLO_DATA") or ROOT / "var")
    target = Path(sys.argv[1] if len(sys.argv) > 1 else var / "static-copy").absolute()
    new = target.with_name(f"{target.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    build(new, cache=var / "pyodide")
    shutil.rmtree(target, ignore_errors=True)
    new.replace(target)
    told = json.loads((target / "offline" / "manifest.json").read_text())
    print(f"{target}: {len(told['files'])} files, {told['size'] / 1e6:.1f} MB to load")
    print(f"python -m http.server --directory {target}")


def build(target: Path, *, cache: Path) -> None:
    python = pyodide.folder(cache)
    offline = target / "offline"
    (offline / "pyodide").mkdir(parents=True)
    with TemporaryDirectory() as made:
        work = Path(made)
        prepare(work, target)
        names = (work / "static" / MANIFEST).read_bytes()
        write_static(work / "static", target / "static")
        write_site(work, offline, python, names)
        packed_small(offline / "data.sqlite3.xz", (work / "phylo.sqlite3").read_bytes())
        library = (work / pyodide.LIBRARY).read_bytes()
    for name in pyodide.FILES:
        content = library if name == pyodide.LIBRARY else (python / name).read_bytes()
        if name == "pyodide-lock.json":
            # The packages that it names are not here.
            content = json.dumps({"info": json.loads(content)["info"], "packages": {}}).encode()
        packed(offline / "pyodide" / f"{name}.gz", content)
    for script in sorted(SCRIPTS.glob("*.js")):
        if script.name in OF_SITE:
            continue
        shutil.copy(script, target / "sw.js" if script.name == "sw.js" else offline / script.name)
    write_manifest(target)


def prepare(work: Path, target: Path) -> None:
    """The database, the static files and the first page, by the site itself with the settings of a device."""
    command = [sys.executable, "-m", "phylo.offline.preparing", str(target)]
    subprocess.run(command, env=environment(work), cwd=ROOT, check=True)


def environment(work: Path) -> dict[str, str]:
    """That of a device, with its data in `work`."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    return kept | {
        "DJANGO_SETTINGS_MODULE": "phylo.offline.settings",
        "OWN_DEVICE": "1",
        # Django writes some statements from sets, and the database keeps them.
        "PYTHONHASHSEED": "0",
        "PHYLO_DATA": str(work),
        "PHYLO_STATIC": str(work / "static"),
        # What a server has of its own.
        "DEBUG": "",
        "HTTPS": "",
        "STATIC_HOST": "",
    }


def write_static(made: Path, target: Path) -> None:
    """Those that pages name, which is by their digests; text also packed, for the device to keep."""
    for plain, name in sorted(json.loads((made / MANIFEST).read_text())["paths"].items()):
        if plain.startswith(ON_SERVERS):
            continue
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made / name, target / name)
        if name.endswith(TEXT):
            packed(target / f"{name}.gz", (made / name).read_bytes())


def write_site(work: Path, offline: Path, python: Path, names: bytes) -> None:
    languages = (work / "languages").read_text().split()
    source, site = work / "source.zip", work / "site.zip"
    plain, library = work / "library.zip", work / pyodide.LIBRARY
    bundle.write_python(plain, python / pyodide.LIBRARY)
    bundle.write(source, languages, {f"static/{MANIFEST}": names})
    # A number that SQLite has room for; 0 is that of a database that was never brought up to date.
    version = 1 + int(hashlib.sha256(source.read_bytes()).hexdigest()[:7], 16)
    mark(work / "phylo.sqlite3", version)
    bundle.write(source, languages, {f"static/{MANIFEST}": names, "bundle-version": str(version).encode()})
    if node := find_node():
        archives = (source, plain, site, library)
        subprocess.run([node, Path(__file__).with_name("compile.mjs"), python, *archives], check=True)
    else:
        print("without Node: the device compiles the site itself", file=sys.stderr)
        site, _library = source, plain.rename(library)
    packed_small(offline / "site.zip.xz", site.read_bytes())


def mark(database: Path, version: int) -> None:
    """It was made for this version, so a device need not bring it up to date (phylo/offline/database.py)."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version={version}")


def find_node() -> str | None:
    """The one in the path, or else that of the browsers' tests."""
    if found := shutil.which("node"):
        return found
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        return None
    return str(compute_driver_executable()[0])


def packed(path: Path, content: bytes) -> None:
    """Web servers that pack nothing are the usual case here."""
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def packed_small(path: Path, content: bytes) -> None:
    """A third smaller; Python unpacks it (static/js/offline/python.js), with WINDOW bytes of memory."""
    how = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": WINDOW, "lc": 4, "pb": 0}
    path.write_bytes(lzma.compress(content, filters=[how]))


def write_manifest(target: Path) -> None:
    """What a device keeps: every file, its size and digest, and what they come to."""
    files = {
        path.relative_to(target).as_posix(): {
            "size": path.stat().st_size,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
        for path in kept(target)
    }
    version = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]
    size = sum(int(str(each["size"])) for each in files.values())
    told = {"version": version, "size": size, "files": files}
    (target / "offline" / "manifest.json").write_text(json.dumps(told, separators=(",", ":")) + "\n")


def kept(target: Path) -> Iterator[Path]:
    for path in sorted(target.rglob("*")):
        if path.is_file() and path.name != "sw.js" and not path.with_name(f"{path.name}.gz").exists():
            yield path


if __name__ == "__main__":
    main()
