"""Static instances of the vendored fonts, for card pictures and print.

Each is one weight and width, Latin and Latin extended in one TrueType file, with only kerning and ligatures.
The OFL reserves some names for the original fonts, so these have names of their own.
"""

import shutil
import tempfile
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

CUTS: dict[str, tuple[str, str, dict[str, float]]] = {
    "display-800-76": ("bricolage-grotesque", "wdth-normal", {"wght": 800, "wdth": 76}),
    "display-800-88": ("bricolage-grotesque", "wdth-normal", {"wght": 800, "wdth": 88}),
    "display-800-100": ("bricolage-grotesque", "wdth-normal", {"wght": 800, "wdth": 100}),
    "display-700-82": ("bricolage-grotesque", "wdth-normal", {"wght": 700, "wdth": 82}),
    "text-400": ("source-sans-3", "wght-normal", {"wght": 400}),
    "text-600": ("source-sans-3", "wght-normal", {"wght": 600}),
    "latin-400-italic": ("newsreader", "400-italic", {}),
}
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 0, 1, 2, 3, 4, 6
KEPT_NAMES = (COPYRIGHT, 5, 13, 14)


def cut_fonts(vendor: Path, into: Path) -> None:
    """Write every font of CUTS to `into`, from the woff2 files in `vendor`, with each family's licence."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for name, (family, suffix, place) in CUTS.items():
        with tempfile.TemporaryDirectory() as folder:
            parts = []
            for script in ("latin", "latin-ext"):
                part = Path(folder) / f"{script}.ttf"
                _cut(vendor / family / f"{family}-{script}-{suffix}.woff2", place).save(part)
                parts.append(str(part))
            font = merge.Merger().merge(parts)
            stamp = TTFont(parts[0])["head"]
        _rename(font, name)
        # Reproducible: the same sources give the same bytes.
        font.recalcTimestamp = False
        font["head"].created, font["head"].modified = stamp.created, stamp.created
        font.save(into / f"{name}.ttf")
        shutil.copy(vendor / family / "LICENSE", into / f"LICENSE-{family}")


def _cut(source: Path, place: dict[str, float]) -> TTFont:
    font = TTFont(source, recalcTimestamp=False)
    font.flavor = None
    if place:
        font = instancer.instantiateVariableFont(font, place)
    options = subset.Options(layout_features=["kern", "liga"], hinting=False, notdef_outline=True)
    options.name_IDs = list(KEPT_NAMES)
    options.drop_tables += ["STAT", "DSIG", "meta", "gasp"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=font.getBestCmap())
    cutter.subset(font)
    return font


def _rename(font: TTFont, name: str) -> None:
    family, _, style = f"phylo-{name}".partition("-")[2].partition("-")
    names = {
        FAMILY: f"Phylo {family.title()} {style}",
        STYLE: "Regular",
        UNIQUE: f"phylo-{name}",
        FULL: f"Phylo {family.title()} {style}",
        POSTSCRIPT: f"Phylo-{name}",
    }
    for place, text in names.items():
        font["name"].setName(text, place, 3, 1, 0x409)
