"""Where the values of a card come from: how each came about, its data set or page, when and by whom."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from cards.models.attributes import Kind

ESTIMATE = "estimate"
"""The `source` of a card whose values are our own estimate, unless they have a source of their own."""
PLAYED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        Kind.SPECIES: ("scale", "food_chain", "diet", "terrains", "climates", "points", "abilities"),
        Kind.EVENT: ("target", "duration", "effects"),
        Kind.HABITAT: ("terrains", "climates", "points"),
        Kind.HOME: (),
    }
)
"""Kind of card -> the columns that decide play. Where such a value has no source, it is an estimate."""


class How(TextChoices):
    """How a value came about."""

    PRINTED = "printed", _("Printed on the published card")
    MEASURED = "measured", _("Given by a data set")
    DERIVED = "derived", _("Follows from a stated rule")
    STATED = "stated", _("Read on a page or in a book")
    ESTIMATED = "estimated", _("Our own estimate")


@dataclass(frozen=True, slots=True)
class ValueSource:
    """
    The source of one value. `data_set` is the key of a DataSet, `rule` that of a rule by
    which it follows; `address` is that of a page and `title` its title, or a citation; `value` is what
    is said there, such as "14.4 g"; `differs` what follows in place of a printed value, joined by commas;
    `date` is an ISO date, `by` whoever looked. Unknown ones are empty.
    """

    how: How
    data_set: str = ""
    address: str = ""
    title: str = ""
    value: str = ""
    rule: str = ""
    differs: str = ""
    date: str = ""
    by: str = ""

    @classmethod
    def read(cls, said: object) -> "ValueSource":
        """
        From JSON: an object with the fields that are not empty, or only the address or citation. Raises
        ValueError for anything else.
        """
        if isinstance(said, str):
            return cls.of_text(said)
        if not isinstance(said, dict) or not all(isinstance(each, str) for each in said.values()):
            raise ValueError(said)
        if set(said) - set(FIELDS):
            raise ValueError(said)
        return cls(**{name: text.strip() for name, text in said.items()} | {"how": How(said.get("how", ""))})

    @classmethod
    def of_text(cls, text: str) -> "ValueSource":
        """The meaning of a card's `source`."""
        text = text.strip()
        if text in ("", ESTIMATE):
            return ESTIMATED
        return cls(How.STATED, **{"address" if text.startswith(("http://", "https://")) else "title": text})

    def data(self) -> dict[str, str]:
        """As JSON."""
        said = {each.name: str(getattr(self, each.name)) for each in fields(self)}
        return {name: text for name, text in said.items() if text}


def undated(stored: object) -> dict[str, str]:
    """What a stored source says, without when and by whom it was looked up; empty if there is none."""
    said = ValueSource.read(stored).data() if stored else {}
    return {name: text for name, text in said.items() if name not in LOOKED_UP}


LOOKED_UP = ("date", "by")
FIELDS = tuple(each.name for each in fields(ValueSource))
ESTIMATED = ValueSource(How.ESTIMATED)
