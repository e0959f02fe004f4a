"""Chips for what a card can do: an icon, a number and a few words each."""

from dataclasses import dataclass

from cards.words import all_of


@dataclass(frozen=True, slots=True)
class Chip:
    """`icon` is an id in marks.svg; `number` stands beside it if there is no room for `words`."""

    icon: str
    words: str
    number: str = ""
    spoken: str = ""

    @property
    def said(self) -> str:
        """The text for screen readers, in the middle of a sentence."""
        first, _blank, rest = self.words.partition(" ")
        return self.spoken or f"{first.lower()} {rest}".strip()


def spoken(chips: list[Chip]) -> str:
    """All chips in one sentence."""
    return all_of([chip.said for chip in chips])
