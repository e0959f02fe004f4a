"""What is asked of a print. Lengths are millimetres."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}
MOST_COPIES = 9


@dataclass(frozen=True, slots=True)
class Options:
    """`paper` is a key of PAPERS; `copies` are those of each card."""

    paper: str = "a4"
    marks: bool = True
    bleed: bool = False
    backs: bool = False
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Imprint:
    """
    What the page of credits says of the whole, and when it was made.

    `site` is the address where the cards are found. `author` and `code` are a deck's and may be empty.
    """

    title: str
    site: str
    day: date
    subtitle: str = ""
    author: str = ""
    code: str = ""
    language: str = "en"
