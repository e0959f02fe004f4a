"""A reading once somebody has said what was meant by its lines."""

from collections import Counter
from collections.abc import Iterator, Mapping

from cards.deck_contents import Contents
from cards.decks.exchange.gathering import Role
from cards.decks.exchange.reading import Line, Reading
from cards.models import Card, Kind


def chosen(reading: Reading, choices: Mapping[int, str | None]) -> Contents:
    """
    What the deck holds then. `choices`: place of a line in `reading.lines` -> the key of the card that is
    meant, None to leave the line out; lines that are not in it stay as they were read.
    """
    if not choices:
        return reading.contents
    lines = [(choices[place], line) if place in choices else (_key(line), line)
             for place, line in enumerate(reading.lines)]  # fmt: skip
    cards: Counter[str] = Counter()
    for key, copies in _of(lines, Role.CARD):
        cards[key] += copies
    starter = next((key for key, _copies in _of(lines, Role.STARTER)), "")
    hand = [key for key, copies in _of(lines, Role.HAND) for _copy in range(copies)]
    if starter and Card.objects.filter(key=starter, kind=Kind.HOME).exists():
        starter = ""
    return Contents.of(cards, reading.contents.rules, starter, hand)


def _key(line: Line) -> str | None:
    return line.card.key if line.card else None


def _of(lines: list[tuple[str | None, Line]], role: Role) -> Iterator[tuple[str, int]]:
    """Keys and copies of the lines of that role, in their order."""
    for key, line in lines:
        if key is not None and line.role == role:
            yield key, line.wished
