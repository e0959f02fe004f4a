"""Cards for people to come in by: a name, a picture, a code and its QR picture, for `badges.typ`."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from django.utils.translation import get_language

from cards.printing.document import HERE, typeset
from cards.printing.sheets import PAPERS

EIGHT = 8


@dataclass(frozen=True, slots=True)
class Badge:
    """`says` stands above the code; `picture` and `qr` are SVG."""

    name: str
    animal: str
    says: str
    code: str
    picture: str
    qr: str


def print_badges(badges: Sequence[Badge], *, title: str, day: date, paper: str = "a4") -> bytes:
    """A PDF of the badges, EIGHT to a sheet of `paper`, one of PAPERS. Raises CannotPrint."""
    with TemporaryDirectory(prefix="phylo-badges-") as folder:
        printed = []
        for number, each in enumerate(badges):
            names = {"picture": f"picture-{number}.svg", "qr": f"qr-{number}.svg"}
            for column, name in names.items():
                (Path(folder) / name).write_text(getattr(each, column), encoding="utf-8")
            words = {"name": each.name, "animal": each.animal, "says": each.says, "code": each.code}
            printed.append(words | names)
        document = {
            "title": title,
            "language": (get_language() or "en").partition("-")[0],
            "day": [day.year, day.month, day.day],
            "paper": [PAPERS[paper].width, PAPERS[paper].height],
            "sheets": [printed[first : first + EIGHT] for first in range(0, len(printed), EIGHT)],
        }
        (Path(folder) / "print.json").write_text(json.dumps(document), encoding="utf-8")
        copy(HERE / "badges.typ", Path(folder) / "print.typ")
        return typeset(folder, day)
