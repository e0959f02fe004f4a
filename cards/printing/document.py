"""Combines sheets and credits: pictures and texts for `print.typ`, which Typst turns into a PDF."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from html import escape, unescape
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from django.utils.translation import gettext as _

from cards.art import back_svg, face_edge, face_svg
from cards.art.face_svg import HEIGHT, WIDTH
from cards.art.lettering import EM, FOLDER
from cards.art.paper import BACK, WHITE
from cards.printing.credits import Face, credits_of
from cards.printing.sheets import NINE, PAPERS, Imprint, Layout, Options
from phylo.http.missing import need

HERE = Path(__file__).parent
LONGEST = 120
"""In seconds, for a whole print."""
OUTLINES = re.compile(
    r'<path fill="([^"]+)" transform="translate\(([-\d.]+) ([-\d.]+)\)scale\(([-\de.]+)\)" '
    r'data-font="(\w+)-(\d+)-?(\w*)" data-text="([^"]*)"(?: data-spacing="([-\de.]+)")? d="[^"]*"/>'
)
STRETCHES = {"76": "condensed", "82": "semi-condensed", "88": "semi-condensed"}


class CannotPrint(Exception):
    """Typst could not set the cards; the message is its own."""


def print_cards(cards: Sequence[tuple[str, Face]], options: Options, imprint: Imprint) -> bytes:
    """
    A PDF of the cards, given as key and face (`Card.as_face`), one entry per copy.

    The same cards, options, imprint and language give the same bytes. Without cards, it has only the credits.
    Raises CannotPrint.
    """
    layout = Layout(PAPERS[options.paper], options)
    different = dict(cards)
    names = {key: f"face-{number}" for number, key in enumerate(different)}
    copies = [names[key] for key, _face in cards for _copy in range(options.copies)]
    sheets, labels = [], []
    for first in range(0, len(copies), NINE):
        on_sheet = copies[first : first + NINE]
        sheets.append(_sheet(layout, on_sheet))
        labels.append(_("Sheet %(number)s") % {"number": first // NINE + 1})
        if options.backs:
            sheets.append(_sheet(layout, ["back"] * len(on_sheet), mirrored=True))
            labels.append(_("Sheet %(number)s, back") % {"number": first // NINE + 1})
    edges = {names[key]: f"#{face_edge(dict(face))}" for key, face in different.items()}
    document = {
        "paper": [layout.paper.width, layout.paper.height],
        "card": [WIDTH, HEIGHT],
        "bleed": layout.bleed,
        "sheets": sheets,
        "edges": edges | {"back": f"#{BACK if options.bleed else WHITE}"},
        **credits_of(different, imprint, layout.paper, count=len(copies), sheets=-(-len(copies) // NINE)),
    }
    with TemporaryDirectory(prefix="phylo-print-") as folder:
        svgs = {names[key]: face_svg(dict(face), key) for key, face in different.items()}
        svgs["back"] = back_svg(rim=not options.bleed)
        for name, svg in svgs.items():
            (Path(folder) / f"{name}.svg").write_text(_with_text(svg), encoding="utf-8")
        (Path(folder) / "print.json").write_text(json.dumps(document), encoding="utf-8")
        copy(HERE / "print.typ", folder)
        pdf = typeset(folder, imprint.day)
    # Imported here because it takes 20 MB, and most processes print nothing.
    from cards.printing.boxes import finished

    return finished(pdf, layout, labels, duplex=options.backs)


def _sheet(layout: Layout, names: Sequence[str], *, mirrored: bool = False) -> dict[str, object]:
    places = layout.places(len(names), mirrored=mirrored)
    cards = [(name, x, y) for name, (x, y) in zip(names, places, strict=True)]
    return {"cards": cards, "marks": layout.marks(places)}


def typeset(folder: str, day: date) -> bytes:
    """The PDF of the folder's `print.typ`, dated on that day. Raises CannotPrint, or NeedsServer."""
    need("typst")
    moment = int(datetime.combine(day, time(), UTC).timestamp())
    command = [sys.executable, "-I", str(HERE / "typesetter.py"), folder, str(FOLDER), str(moment)]
    done = subprocess.run(command, capture_output=True, timeout=LONGEST)
    if done.returncode:
        raise CannotPrint(done.stderr.decode(errors="replace"))
    return done.stdout


def _with_text(svg: str) -> str:
    """The picture with its outlined lines as text, which can be searched and copied in the PDF."""

    def line(found: re.Match[str]) -> str:
        colour, x, y, scale, family, weight, cut, text, spacing = found.groups()
        size = float(scale) * EM
        width = f"-{cut}" if cut.isdigit() else ""
        attributes = {
            "x": x,
            "y": y,
            "fill": colour,
            "font-family": f"'Phylo {family.capitalize()} {weight}{width}'",
            "font-weight": weight,
            "font-stretch": STRETCHES.get(cut, "normal"),
            "font-style": "italic" if cut == "italic" else "normal",
            "font-size": f"{size:.4f}",
            "letter-spacing": f"{float(spacing or 0) * size:.4f}",
            "xml:space": "preserve",
        }
        written = " ".join(f'{name}="{value}"' for name, value in attributes.items())
        return f"<text {written}>{escape(unescape(text))}</text>"

    return OUTLINES.sub(line, svg)
