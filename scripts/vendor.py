"""Copies the pinned front-end files and the subjects' icons out of npm packages.

    python scripts/vendor.py            # after a change of scripts/package.json or of a card's subject

Runs `npm ci` in a temporary directory, keeps only the files that the site uses, with their licences, and
writes the icons that engine/data/cards.csv has ever named, cropped to their drawings, to cards/art/subjects/.
The fonts of card pictures go to cards/art/fonts/, the accessibility checker of the browser tests to
tests/browser/vendor/.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fonts import cut_fonts
from outline import bounds, rounded

ROOT = Path(__file__).resolve().parents[1]
VENDOR = ROOT / "static" / "vendor"
CHECKS = ROOT / "tests" / "browser" / "vendor"
FONTS = ROOT / "cards" / "art" / "fonts"
SUBJECTS = ROOT / "cards" / "art" / "subjects"
SHAPES = ROOT / "cards" / "art" / "shapes"
CARDS = ROOT / "engine" / "data" / "cards.csv"
FINE, LARGEST = 12_000, 40_000
SCENES = ("noto:nest-with-eggs",)
KEEP = {
    "htmx.org": ("dist/htmx.min.js", "LICENSE"),
    "@fontsource-variable/bricolage-grotesque": (
        "files/bricolage-grotesque-latin-wdth-normal.woff2",
        "files/bricolage-grotesque-latin-ext-wdth-normal.woff2",
        "LICENSE",
    ),
    "@fontsource-variable/source-sans-3": (
        "files/source-sans-3-latin-wght-normal.woff2",
        "files/source-sans-3-latin-ext-wght-normal.woff2",
        "LICENSE",
    ),
    "@fontsource/newsreader": (
        "files/newsreader-latin-400-italic.woff2",
        "files/newsreader-latin-ext-400-italic.woff2",
        "LICENSE",
    ),
}
KEEP_FOR_TESTS = {"axe-core": ("axe.min.js", "LICENSE", "LICENSE-3RD-PARTY.txt")}
LICENCES = ROOT / "scripts" / "licences"


def install(into: Path) -> Path:
    """Install the locked packages without running their scripts; return node_modules."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / "scripts" / name, into)
    subprocess.run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], cwd=into, check=True
    )
    return into / "node_modules"


def copy_files(modules: Path, keep: dict[str, tuple[str, ...]], into: Path) -> None:
    for package, files in keep.items():
        folder = into / package.rpartition("/")[2]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in files:
            shutil.copy(modules / package / name, folder / Path(name).name)
        version = json.loads((modules / package / "package.json").read_text(encoding="utf-8"))["version"]
        (folder / "VERSION").write_text(f"{package} {version}\n", encoding="utf-8")


def named_subjects() -> dict[str, set[str]]:
    """Icons by set: those that cards name, and those that are here, which cards of other sets may have."""
    references = {*SCENES, *(f"{file.parent.name}:{file.stem}" for file in SUBJECTS.glob("*/*.svg"))}
    with CARDS.open(encoding="utf-8", newline="") as file:
        references |= {row["subject"] for row in csv.DictReader(file) if row["subject"]}
    sets: dict[str, set[str]] = {}
    for reference in references:
        family, _, name = reference.split()[0].partition(":")
        if family not in ("shape", "figure"):
            sets.setdefault(family, set()).add(name)
    return sets


def resolve(data: dict, name: str) -> dict | None:
    """The icon `name` of an Iconify set, through its aliases."""
    if name in data["icons"]:
        return data["icons"][name]
    alias = data.get("aliases", {}).get(name)
    return resolve(data, alias["parent"]) if alias else None


def trim(body: str, width: float, height: float) -> str:
    """The view box around the drawing in `body`; the whole canvas if its bounds are unknown."""
    found = bounds(body)
    if found is None:
        return f"0 0 {width:g} {height:g}"
    left, top, right, bottom = max(found[0], 0), max(found[1], 0), min(found[2], width), min(found[3], height)
    return f"{left:g} {top:g} {right - left:g} {bottom - top:g}"


def write_subjects(modules: Path) -> list[str]:
    """Write every named icon, except large ones for which we have a drawing of that name.

    Returns the names that no set has.
    """
    missing = []
    for family, names in sorted(named_subjects().items()):
        folder = SUBJECTS / family
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        data = json.loads((modules / "@iconify-json" / family / "icons.json").read_text(encoding="utf-8"))
        for name in sorted(names):
            icon = resolve(data, name)
            if icon is None:
                missing.append(f"{family}:{name}")
                continue
            width = icon.get("width", data.get("width", 16))
            height = icon.get("height", data.get("height", 16))
            body = re.sub(r"\s*\n\s*", "", icon["body"])
            if len(body) > LARGEST and (SHAPES / f"{name}.svg").is_file():
                continue
            if len(body) > FINE:
                body = re.sub(r'\sd="([^"]+)"', lambda found: f' d="{rounded(found[1])}"', body)
            opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{trim(body, width, height)}">'
            (folder / f"{name}.svg").write_text(f"{opening}{body}</svg>\n", encoding="utf-8")
        info = json.loads((modules / "@iconify-json" / family / "info.json").read_text(encoding="utf-8"))
        credit = f"{info['name']} by {info['author']['name']}, {info['author'].get('url', '')}\n"
        credit += f"Licence: {info['license']['title']}, {info['license']['url']}\n"
        (folder / "LICENSE").write_text(
            credit + (LICENCES / f"{family}.txt").read_text(encoding="utf-8"), encoding="utf-8"
        )
    return missing


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        modules = install(Path(folder))
        copy_files(modules, KEEP, VENDOR)
        copy_files(modules, KEEP_FOR_TESTS, CHECKS)
        cut_fonts(VENDOR, FONTS)
        missing = write_subjects(modules)
    for name in missing:
        print(f"no such icon: {name}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
