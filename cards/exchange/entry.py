"""The common result of all formats: one entry per card, not yet validated."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from cards.services.card_file import Contents
from phylo.http.input import BadJson, read_json
from phylo.http.refusals import Mistakes

Sheet = Contents
"""
Maps columns of the card file to values: texts, whole numbers, lists of words, and record-format values for
`abilities`, `target` and `effects`. Missing columns are absent.
"""


class ExchangeError(Exception):
    """The file as a whole cannot be read; the message is one line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One card in a file. `place` says where it stands; `notes` what was left out; `mistakes` which columns
    cannot be read, which the sheet lacks. With a mistake "" nothing else of the entry can be judged.

    `sources` are those of single values. `named`: the key was made from the name; another card may have it.
    """

    place: str
    sheet: Sheet
    notes: tuple[str, ...] = ()
    mistakes: Mistakes = field(default_factory=dict)
    named: bool = False
    sources: Contents = field(default_factory=dict)


def loads(text: str) -> object:
    """The value of a JSON text; raises ExchangeError, also for objects with duplicate fields."""
    try:
        return read_json(text)
    except BadJson as error:
        raise ExchangeError(str(error)) from error


def complaint(place: str, key: str, mistakes: Mistakes) -> str:
    """Where and what is wrong, in one line."""
    faults = "; ".join(f"{column}: {says}" if column else says for column, says in mistakes.items())
    return f"{place} ({key or _('no key')}){', ' if next(iter(mistakes)) else ': '}{faults}"
