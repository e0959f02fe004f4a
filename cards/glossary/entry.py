"""The parts of an explanation."""

from dataclasses import dataclass

from cards.models import Card


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One attribute of a card.

    `sign` is its kind of symbol: "diet", "scale", "terrain", "climate" or "icon"; `name` the diet, the
    terrain, the climate or the icon, `number` the number in the symbol. `clauses` refer to the rules.
    `search` finds the cards that share the attribute or, for a criterion, meet it; `search_label` describes
    it. `estimated`: the value is our own estimate.
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
    """Entries under one heading, and a `note` with its own `clauses`. `brief`: the entries are short."""

    title: str
    entries: list[Entry]
    note: str = ""
    clauses: tuple[str, ...] = ()
    brief: bool = False


def is_estimated(card: Card, *columns: str) -> bool:
    """Whether one of these columns of the card file is marked as an estimate."""
    return bool(set(columns) & set(card.estimated))
