"""Errors in a search, shown within its text, and completions of unfinished ones."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from cards.pages.addresses import search_address
from cards.search.services.search import FIELDS, CardSearch, QueryError, completions

AROUND = 60
"""The most characters shown on either side of an error."""
MOST_COMPLETIONS = 20
TERM_AT_END = re.compile(
    r"""(?:^|[\s(|])-*([a-z][a-z-]*)\s*(?::|!?=|[<>]=?)\s*"""
    r"""(?:(?:"[^"]*"|[^\s"(),|]+)[,|])*-?("[^"]*|[^\s"(),|/-][^\s"(),|]*|)$""",
    re.IGNORECASE,
)
WORD_AT_END = re.compile(r"(?:^|[\s(])-?([a-z]{2,}[a-z-]*)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand at the end, and the whole text with it."""

    words: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """The text in three pieces: before, at and after the error. `mended_url` may be empty."""

    message: str = ""
    column: int = 1
    before: str = ""
    at: str = ""
    behind: str = ""
    expected: list[str] = field(default_factory=list)
    mended: str = ""
    mended_url: str = ""
    unfinished: bool = False
    completions: list[Completion] = field(default_factory=list)


def complaint(text: str, error: QueryError, *, at: str = "") -> Complaint:
    """`at` is the path of the page with the search, if it is not the card browser."""
    start, end = error.column - 1, error.column - 1 + error.length
    before, wrong, behind = text[:start], text[start:end], text[end:]
    return Complaint(
        message=error.message,
        column=error.column,
        before="…" + before[-AROUND:] if len(before) > AROUND else before,
        at=wrong[:AROUND] + "…" if len(wrong) > AROUND else wrong,
        behind=behind[:AROUND] + "…" if len(behind) > AROUND else behind,
        expected=error.expected[:MOST_COMPLETIONS],
        mended=error.mended or "",
        mended_url=search_address(error.mended, at=at) if error.mended else "",
        unfinished=error.unfinished,
        completions=going_on(text, at=at) if error.unfinished else [],
    )


def half_a_field(text: str, search: CardSearch, *, at: str = "") -> Complaint | None:
    """For a search that finds nothing for its last word, which may become the name of a field."""
    found = WORD_AT_END.search(text)
    if found is None:
        return None
    word = found[1].lower()
    if search.count and all(each.word.lower() != word for each in search.corrections):
        return None
    names = [f"{each.name}:" for each in FIELDS if each.name.startswith(word)]
    if not names:
        return None
    return Complaint(unfinished=True, completions=_completions(text[: found.start(1)], names, at))


def going_on(text: str, *, at: str = "") -> list[Completion]:
    """The values that the last term of a text may become."""
    found = TERM_AT_END.search(text)
    if found is None:
        return []
    name, begun = found[1].lower(), found[2].removeprefix('"')
    values = [completions(each, begun) for each in FIELDS if name == each.name or name in each.aliases]
    return _completions(text[: found.start(2)], values[0] if values else (), at)


def _completions(before: str, words: Iterable[str], at: str) -> list[Completion]:
    texts = [(word, before + word) for word in words]
    return [Completion(word, text, search_address(text, at=at)) for word, text in texts[:MOST_COMPLETIONS]]
