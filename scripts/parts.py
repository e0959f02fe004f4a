"""The parts of the site by others, with their licences, as CycloneDX: what `make release` puts beside it."""

import base64
import json
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

LOCKED = Path("requirements", "base.txt")
LICENCES = Path("requirements", "licences.toml")
VENDORED = Path("scripts", "package-lock.json")
PINNED = re.compile(r"^([\w.-]+)==([^\s;\\]+)(?: ; ([^\\\n]+?))?(?: \\)?$", re.MULTILINE)
Part = dict[str, Any]
"""A component, as CycloneDX 1.6 has it in JSON."""


def listed(tree: Path, *, version: str, when: int) -> bytes:
    """JSON of the parts of the site in this folder; the same for the same site."""
    found = sorted([*python_packages(tree), *npm_packages(tree)], key=lambda each: each["bom-ref"])
    site = {"type": "application", "name": "phylo-online", "version": version}
    site |= {"bom-ref": f"phylo-online@{version}", "licenses": [{"license": {"id": "BSD-3-Clause"}}]}
    names = [each["bom-ref"] for each in found]
    told = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid5(NAMESPACE_URL, f"phylo-online {version} {when} {names}").urn,
        "version": 1,
        "metadata": {"timestamp": datetime.fromtimestamp(when, UTC).isoformat(), "component": site},
        "components": found,
        "dependencies": [{"ref": site["bom-ref"], "dependsOn": names}],
    }
    return (json.dumps(told, indent=1) + "\n").encode()


def python_packages(tree: Path) -> Iterator[Part]:
    """Those that the site is locked to. Raises KeyError for one whose licence is not known."""
    licences = tomllib.loads((tree / LICENCES).read_text(encoding="utf-8"))
    for name, version, marker in PINNED.findall((tree / LOCKED).read_text(encoding="utf-8")):
        part = described("pypi", name, version, licences[name])
        if marker:
            part["properties"] = [{"name": "phylo:installed-if", "value": marker}]
        yield part


def npm_packages(tree: Path) -> Iterator[Part]:
    """Those of which files are in the site, in its tests or in the static copy."""
    for path, locked in json.loads((tree / VENDORED).read_text(encoding="utf-8"))["packages"].items():
        if path:
            name = path.removeprefix("node_modules/")
            part = described("npm", name, locked["version"], locked["license"])
            digest = base64.b64decode(locked["integrity"].removeprefix("sha512-"))
            yield part | {"hashes": [{"alg": "SHA-512", "content": digest.hex()}]}


def described(kind: str, name: str, version: str, licence: str) -> Part:
    """`licence` is an SPDX expression."""
    address = f"pkg:{kind}/{quote(name)}@{quote(version)}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "licenses": [{"expression": licence}],
    }
