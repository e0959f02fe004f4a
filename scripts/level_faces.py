"""Draws the animals that stand for the levels of the computer, as static/img/levels/*.svg.

python scripts/level_faces.py     # after a change of a drawing
"""

import os
import sys
from pathlib import Path
from textwrap import fill

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

from cards.art.figures import draw

FACES = Path(__file__).resolve().parents[1] / "static" / "img" / "levels"
WIDE = 110
GROUND, SEA = "CFE0D6", "BFD9E6"
FIGURES = {
    "mouse": """
        mammal build=mouse plump=.82 headsize=1.05 length=.88 body=9A8A7A belly=C8BAA8 ears=mouse earsize=1.25
        tail=B09A8E tailsize=1.15 snout=1.05 foot=D8B0A0 eyesize=1.2 inner=D8A8A0""",
    "hedgehog": """
        mammal build=mouse plump=1.35 legsize=.7 length=.8 body=7A5C44 face=D8BE9C cheek=D8BE9C
        muzzle=D8BE9C belly=D8BE9C quills=5A4030 quillsize=1.6 tailshape=none ears=small foot=C8A088
        snout=1.25 eyesize=1.2 pattern=dapple ink=D8C0A0""",
    "fox": """
        mammal build=dog plump=.92 body=D9702C face=FBF3E4 bib=FBF3E4 throat=FBF3E4 socks=3A2822 legs=D9702C
        tailtip=FBF3E4 tailsize=1.15 tailshape=plume ear=4A2E22 inner=FBF3E4 snout=.92""",
    "owl": """
        owl body=8E5E38 breast=D8B088 face=C89868 brow=F0DCBC ring=5E3A20 pattern=streaks ink=5E3A20
        eye=1E1A18 spots=F0DCBC plump=1.02 bill=D8C890 legs=C8A070""",
    "orca": """
        swimmer build=orca body=1E2228 belly=F8F7F3 eyepatch=F8F7F3 side=F8F7F3 saddle=8A9098
        flipper=1E2228""",
}
WINDOWS = {
    "mouse": (65, 88, 92),
    "hedgehog": (65, 82, 104),
    "fox": (84, 62, 92),
    "owl": (64, 46, 92),
    "orca": (66, 52, 118),
}
"""The middle and the side of the square that is shown, in the units of the drawing."""


def face(key: str) -> str:
    """The animal in a square, as a whole SVG."""
    figure = draw(f"figure:{' '.join(FIGURES[key].split())}")
    across, down, side = WINDOWS[key]
    x, y = across - side / 2, down - side / 2
    ground = SEA if figure.where == "below" else GROUND
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {side} {side}">'
        f'<rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" fill="#{ground}"/>{figure.markup}</svg>'
    )
    # White space between numbers and between elements says nothing.
    elements = whole.replace("><", ">\n<").splitlines()
    lines = (fill(each, WIDE, break_long_words=False, break_on_hyphens=False) for each in elements)
    return "\n".join(lines) + "\n"


def main() -> None:
    FACES.mkdir(exist_ok=True)
    for key in FIGURES:
        (FACES / f"{key}.svg").write_text(face(key), encoding="utf-8")


if __name__ == "__main__":
    main()
