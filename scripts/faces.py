"""Draws the species of the card set beside each other: docs/faces.webp.

python scripts/faces.py [CLASS …]     # after a change of a drawing; only some classes to look closer
"""

import csv
import os
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

from cards.art.subject import load_subject

ROOT = Path(__file__).resolve().parents[1]
SHEET = ROOT / "docs" / "faces.webp"
FONT = ROOT / "cards" / "art" / "fonts" / "text-600.ttf"
ACROSS, WIDE, HIGH, DRAWN = 20, 92, 116, 78
GROUND, PAPER, INK = "#CFE0D6", "#F4F6F1", "#26332C"


def main() -> None:
    with (ROOT / "engine" / "data" / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == "species"]
    rows = [row for row in rows if not sys.argv[1:] or row["class"] in sys.argv[1:]]
    rows.sort(key=lambda row: (row["kingdom"], row["phylum"], row["class"], row["subject"]))
    sheet = Image.new("RGB", (ACROSS * WIDE, -(-len(rows) // ACROSS) * HIGH), PAPER)
    brush, font = ImageDraw.Draw(sheet), ImageFont.truetype(FONT, 10)
    for place, row in enumerate(rows):
        left, top = place % ACROSS * WIDE, place // ACROSS * HIGH
        brush.rounded_rectangle((left + 2, top + 2, left + WIDE - 3, top + HIGH - 3), 6, GROUND)
        face = picture(row["subject"])
        sheet.paste(face, (left + (WIDE - DRAWN) // 2, top + 6), face)
        brush.multiline_text(
            (left + WIDE / 2, top + HIGH - 17), lines(row["name"], font), INK, font, "mm", 0, "center"
        )
    sheet.save(SHEET, quality=80, method=6)


def lines(name: str, font: ImageFont.FreeTypeFont) -> str:
    """The name in one or two lines that fit."""
    if font.getlength(name) <= WIDE - 6:
        return name
    words = name.split(" ")
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))] or [(name, "")]
    return "\n".join(min(splits, key=lambda split: max(font.getlength(line) for line in split)))


def picture(reference: str) -> Image.Image:
    """The drawing in a square, on its ground."""
    subject = load_subject(reference)
    if subject is None:
        raise SystemExit(f"there is no drawing {reference}")
    left, top, width, height = subject.box
    longer = max(width, height)
    box = f"{left - (longer - width) / 2:g} {top - (longer - height):g} {longer:g} {longer:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{subject.markup}</svg>'
    png = svg_to_bytes(svg_string=svg, width=DRAWN * 2, skip_system_fonts=True)
    return Image.open(BytesIO(png)).convert("RGBA").resize((DRAWN, DRAWN), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
