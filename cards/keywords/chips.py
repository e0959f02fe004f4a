"""Chips for what a card can do: an icon, a number and a few words each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chip:
    """`icon` is an id in marks.svg; `number` stands beside it if there is no room for `words`."""

    icon: str
    words: str
    number: str = ""
    spoken: str = ""

    @property
    def said(self) -> str:
        """The text for screen readers: keywords without their capitals."""
        first, _blank, rest = self.words.partition(" ")
        return self.spoken or (f"{first.lower()} {rest}".strip() if first.isupper() else self.words)


def spoken(chips: list[Chip]) -> str:
    """All chips, within the sentence that describes the card."""
    return ", ".join(chip.said for chip in chips)
