"""The PDF of a folder's `print.typ` on standard output: python typesetter.py FOLDER FONTS SECONDS

A separate program because the library uses a hundred megabytes while it works and keeps its caches. It
imports nothing from the project, so it starts fast. SECONDS is the file's timestamp, since 1970.
"""

import sys
from pathlib import Path

import typst


def main(folder: str, fonts: str, seconds: str) -> None:
    pdf = typst.compile(
        str(Path(folder) / "print.typ"),
        root=folder,
        font_paths=[fonts],
        ignore_system_fonts=True,
        format="pdf",
        timestamp=int(seconds),
        pdf_tags=False,
    )
    sys.stdout.buffer.write(pdf)


if __name__ == "__main__":
    main(*sys.argv[1:])
