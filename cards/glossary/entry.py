"""What an explanation is made of."""

from dataclasses import dataclass

from cards.models import Card


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One thing that a card says.

    `sign` is how it is drawn: "diet", "scale", "terrain", "climate" or "icon"; `name` the diet, the terrain,
    the climate or the icon, `number` what stands in the sign. `clauses` are those of the rules that say more.
    `search` finds the cards that share it or, for a criterion, that meet it; `search_label` says so.
    `estimated`: the value is our own estimate.
    """

    sign: str
    title: str
    text: str
    name: str = ""
    number: str = ""
    clauses: tuple[str, ...] = ()
    search: str = ""
    search_label: str = ""
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under one heading; `note` with its own `clauses` closes them. `brief`: each takes few words."""

    title: str
    entries: list[Entry]
    note: str = ""
    clauses: tuple[str, ...] = ()
    brief: bool = False


def is_estimated(card: Card, *columns: str) -> bool:
    """Whether one of these columns of the card file is named as an estimate."""
    return bool(set(columns) & set(card.estimated))
