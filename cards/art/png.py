"""Pictures of cards as PNG."""

import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore

from cards.art.back_svg import back_svg
from cards.art.face_svg import PRINT_SIZE, face_svg
from cards.art.preview import WIDE, preview_svg
from cards.art.table_picture import TablePicture, table_svg
from phylo.http.missing import need

WIDTHS = (375, 750, 1500)
RASTERISER = Path(__file__).with_name("rasteriser.py")
AT_ONCE = BoundedSemaphore(2)
LONGEST = 60


def png_of(svg: str, width: int) -> bytes:
    """
    The picture `svg`, `width` pixels wide. Raises NeedsServer without resvg, and `subprocess.SubprocessError`
    if it cannot be drawn.
    """
    need("resvg_py")
    with AT_ONCE:
        done = subprocess.run(
            [sys.executable, "-I", str(RASTERISER), str(width)],
            # Without millimetres, which would be rounded to pixels before scaling.
            input=svg.replace(PRINT_SIZE, "", 1).encode(),
            capture_output=True,
            check=True,
            timeout=LONGEST,
        )
    return done.stdout


def face_png(face: dict, key: str, width: int) -> bytes:
    """The card's face, `width` pixels wide and 88/63 times as high, rounded up, with transparent corners."""
    return png_of(face_svg(face, key), width)


def back_png(width: int) -> bytes:
    return png_of(back_svg(), width)


def preview_png(face: dict, key: str) -> bytes:
    """A link preview of 1200 by 630 pixels for other sites."""
    return png_of(preview_svg(face, key), WIDE)


def table_png(picture: TablePicture, width: int = WIDE) -> bytes:
    """A position, `width` pixels wide; as a link preview for other sites 1200 by 630."""
    return png_of(table_svg(picture), width)
