"""What is wrong with a deck from outside, in sentences that a site can translate."""

from typing import Self

LONGEST_QUOTED = 80
"""Letters of what somebody wrote, in a sentence about it."""


class Sentence(str):
    """A sentence in English that knows its template and the fields in it."""

    template: str
    fields: dict[str, str | int]

    def __new__(cls, template: str, **fields: str | int) -> Self:
        sentence = super().__new__(cls, template % fields)
        sentence.template, sentence.fields = template, fields
        return sentence


NOTHING = Sentence("")


class FormError(ValueError):
    """Nothing in a text can be read as a deck, or a form cannot hold one; `sentence` says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class CodeError(FormError):
    """Not a valid deck code, or a deck that has no code."""


def quoted(text: str) -> str:
    """What somebody wrote, cut where it is long."""
    return text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"
