"""Draws the icons of the installed app, static/img/app/*.png, from static/img/icon.svg.

python scripts/app_icons.py         # after a change of the drawing
"""

import re
from pathlib import Path

from resvg_py import svg_to_bytes

IMG = Path(__file__).resolve().parents[1] / "static" / "img"


def main() -> None:
    drawn = (IMG / "icon.svg").read_text()
    for width in (192, 512):
        write(f"{width}", drawn, width)
    write("maskable-512", maskable(drawn), 512)


def maskable(drawn: str) -> str:
    """Without corners, and the leaves within the inner four fifths: systems cut it to a shape of theirs."""
    whole = re.sub(r' rx="\d+"', "", drawn)
    return re.sub(r"<path ", '<path transform="translate(12 12) scale(.8) translate(-12 -12)" ', whole)


def write(name: str, drawn: str, width: int) -> None:
    (IMG / "app").mkdir(exist_ok=True)
    (IMG / "app" / f"{name}.png").write_bytes(
        svg_to_bytes(svg_string=drawn, width=width, skip_system_fonts=True)
    )


if __name__ == "__main__":
    main()
