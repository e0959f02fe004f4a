"""Draws one figure: its default, or what the text of a card's `subject` says.

.venv/bin/python scripts/figure.py "figure:kelp form=bull colour=7A5A2E" kelp.png
"""

import os
import sys
from pathlib import Path

from resvg_py import svg_to_bytes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

from cards.art.figures import BadFigure, draw

WIDTH = 768


def main(reference: str, target: str) -> None:
    try:
        figure = draw(reference)
    except BadFigure as error:
        raise SystemExit(str(error)) from error
    box = " ".join(f"{each:g}" for each in figure.box)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{figure.markup}</svg>'
    picture = svg_to_bytes(svg_string=svg, width=WIDTH, background="#CFE0D6", skip_system_fonts=True)
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_bytes(picture)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
