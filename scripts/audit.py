"""Known faults of the locked versions: of Python's packages by pip-audit, of npm's by their registry's list.

    python scripts/audit.py        # `make audit`: status 1 if a fault is known

A list that cannot be reached is told in a line and fails nothing: a build must not depend
on somebody's server.
"""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ("base", "test", "uv")
PACKAGES = ROOT / "scripts" / "package-lock.json"
NPM = "https://registry.npmjs.org/-/npm/v1/security/advisories/bulk"
SECONDS = 15


class Unreachable(Exception):
    """A list cannot be reached. The message is for people."""


def main() -> int:
    found: list[str] = []
    for name, faults in (
        *(
            (f"requirements/{each}.txt", python_faults(ROOT / "requirements" / f"{each}.txt"))
            for each in PYTHON
        ),
        ("scripts/package-lock.json", npm_faults(pinned(PACKAGES))),
    ):
        try:
            known = list(faults)
        except Unreachable as error:
            print(f"{name}: not audited: {error}")
            continue
        print(f"{name}: {len(known)} known faults")
        found += known
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


def python_faults(requirements: Path) -> Iterator[str]:
    """A line for each fault. Raises Unreachable."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(requirements), "--require-hashes"]
    command += ["--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError as error:
        raise Unreachable((done.stderr.strip() or "pip-audit says nothing").splitlines()[-1]) from error
    skipped = [package for package in packages if "skip_reason" in package]
    if len(skipped) == len(packages):
        raise Unreachable(skipped[0]["skip_reason"] if skipped else "nothing was looked at")
    for package in packages:
        for fault in package.get("vulns", []):
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {fault['id']}, mended in {mended}"


def pinned(lock: Path) -> dict[str, list[str]]:
    """The versions of every npm package in a lock file."""
    versions: dict[str, list[str]] = {}
    for place, package in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
        if place:
            versions.setdefault(place.rpartition("node_modules/")[2], []).append(package["version"])
    return versions


def npm_faults(versions: dict[str, list[str]]) -> Iterator[str]:
    """A line for each fault, as `npm audit` asks for them. Raises Unreachable."""
    asked = urllib.request.Request(
        NPM, json.dumps(versions).encode(), {"Content-Type": "application/json", "Accept": "application/json"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            known = json.load(answer)
    except (OSError, ValueError) as error:
        raise Unreachable(f"{NPM}: {error}") from error
    for name, faults in sorted(known.items()):
        for fault in faults:
            said = f"{fault['severity']}, {fault['title']}, {fault['url']}"
            yield f"{name} {fault['vulnerable_versions']}: {said}"


if __name__ == "__main__":
    sys.exit(main())
