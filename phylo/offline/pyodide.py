"""
Python for browsers: the npm package `pyodide` in the version that scripts/package-lock.json names, whose
digest is checked. It is kept outside git, and fetched once.
"""

import base64
import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "scripts" / "package-lock.json"
REGISTRY = "https://registry.npmjs.org/pyodide/-/pyodide-{version}.tgz"
LIBRARY = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, "pyodide-lock.json")


class Refused(Exception):
    """What was fetched is not what was locked."""


def folder(cache: Path) -> Path:
    """Where its files are, below `cache`; fetched if they are not there. Raises Refused or OSError."""
    locked = json.loads(LOCK.read_text())["packages"]["node_modules/pyodide"]
    version = locked["version"]
    found = cache / f"pyodide-{version}"
    if not all((found / name).exists() for name in FILES):
        address = REGISTRY.format(version=version)
        print(f"fetching {address}", file=sys.stderr)
        with urlopen(address, timeout=60) as answer:
            packed = answer.read()
        _check(packed, locked["integrity"])
        found.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            for name in (*FILES, "package.json"):
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                new = found / f"{name}.new"
                new.write_bytes(member.read())
                new.replace(found / name)
    return found


def _check(packed: bytes, integrity: str) -> None:
    kind, _, digest = integrity.partition("-")
    if base64.b64encode(hashlib.new(kind, packed).digest()).decode() != digest:
        raise Refused(f"pyodide from npm is not what {LOCK.name} names")
