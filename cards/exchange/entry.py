"""What every format is read into: one entry for each card, not yet validated."""

from dataclasses import dataclass

from cards.services.card_file import Contents
from phylo.http.input import BadJson, read_json

Sheet = Contents
"""
Column of the card file -> its value: texts, whole numbers, lists of words, and what the record format has for
`abilities`, `target` and `effects`. Missing columns are not given.
"""


class ExchangeError(Exception):
    """The file as a whole cannot be read, in one line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One card of a file. `place` names where it stands; `notes` tell what was left out; `problem` is the field
    and what is wrong with it when the entry cannot be read at all.

    `named`: the key was made from the name, so another card may have it.
    """

    place: str
    sheet: Sheet
    notes: tuple[str, ...] = ()
    problem: tuple[str, str] | None = None
    named: bool = False


def loads(text: str) -> object:
    """The value of a JSON text; raises ExchangeError, also for an object that names a field twice."""
    try:
        return read_json(text)
    except BadJson as error:
        raise ExchangeError(str(error)) from error
