"""
Names of cards in other languages than English: those of the reader's language are searched like English ones;
those of all others too, where neither language has a word.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_

from cards.models import Card
from cards.models.derived import plain
from cards.search.bitmaps import BitMap, FrozenBitMap
from cards.search.patterns import Lines
from cards.search.words import Words
from cards.texts import ENGLISH, Texts, languages, texts

MOST_KEPT = 16
SHORTEST = 3
"""Fewer letters are part of some name in nearly every language."""


@dataclass(frozen=True, eq=False)
class LocalNames:
    """Of one language."""

    lines: Lines
    """Each plain name after a blank, so that a blank stands before every word."""
    words: Words

    def holding(self, text: str, *, exactly: bool = False) -> BitMap:
        """The ids of the cards whose name has a plain text, or is it."""
        return self.lines.holding(f" {text}" if exactly else text, exactly=exactly)

    def begun(self, word: str) -> BitMap:
        """Of those with a word that begins so."""
        return self.lines.holding(f" {word}")


@lru_cache(maxsize=MOST_KEPT)
def _names(known: Texts) -> LocalNames:
    names = known.plain
    words = {word for name in names.values() for word in name.split()}
    return LocalNames(Lines((card, f" {name}") for card, name in names.items()), Words.of(words))


@lru_cache(maxsize=MOST_KEPT)
def _english(known: Texts) -> Mapping[str, list[str]]:
    """The plain English names by those of the language."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for english, name in known.names.items():
        found[plain(name)].add(plain(english))
    return {name: sorted(each) for name, each in found.items()}


def english_by_own_names() -> Mapping[str, list[str]]:
    """The plain English names of cards by the plain ones of the reader's language."""
    return _english(texts())


def english_of(name: str) -> list[str]:
    """The plain English names of the cards with this plain name in the reader's language, else in any."""
    own = english_by_own_names().get(name)
    if own is not None:
        return own
    every = (_english(texts(language)).get(name, []) for language in languages())
    return sorted({english for found in every for english in found})


def own_names() -> LocalNames:
    """Those of the reader's language."""
    return _names(texts())


def names_of_all() -> list[LocalNames]:
    return [_names(texts(language)) for language in languages()]


def called(wanted: Iterable[str], others: Iterable[str], *, exactly: bool) -> BitMap:
    """
    The ids of the cards with a name in the reader's language that has one of the plain texts (`exactly`: is
    it); those of `others` may be of any language.
    """
    own = own_names()
    found = BitMap.union(BitMap(), *(own.holding(text, exactly=exactly) for text in wanted))
    long = [text for text in others if len(text) >= SHORTEST]
    every = names_of_all() if long else []
    return BitMap.union(found, *(each.holding(text, exactly=exactly) for text in long for each in every))


def begun(words: Iterable[Iterable[str]]) -> FrozenBitMap:
    """
    The ids of the cards in whose name in the reader's language each of the plain words, of which there are
    alternatives, begins a word.
    """
    own = own_names()
    found = [BitMap.union(BitMap(), *map(own.begun, choices)) for choices in words]
    return FrozenBitMap(reduce(and_, found))


def named(text: str) -> BitMap:
    """The ids of the cards with this plain name in the reader's language, else of those with it within."""
    own = own_names()
    return own.holding(text, exactly=True) or own.holding(text)


def is_part_of_one(text: str) -> bool:
    """Whether some language has a name with this plain text."""
    return len(text) >= SHORTEST and any(each.holding(text) for each in names_of_all())


def near(word: str) -> list[str]:
    """The nearest words of the reader's language, else of any."""
    return next((found for each in (own_names(), *names_of_all()) if (found := each.words.near(word))), [])


@dataclass(frozen=True, slots=True)
class OtherName:
    """A name of a card in another language than the one that is shown."""

    language: str
    name: str


def other_name(card: Card, words: Iterable[Iterable[str]]) -> OtherName | None:
    """The name by which these plain words, each with alternatives, find a card, if it is not shown."""
    shown = f"{plain(card.local_name)}|{plain(card.latin_name)}"
    left = [choices for choices in map(tuple, words) if not any(word in shown for word in choices)]
    if not left:
        return None
    names = {ENGLISH: card.name} | {
        language: name for language in languages() if (name := texts(language).names.get(card.name))
    }
    for language, name in names.items():
        if all(any(word in plain(name) for word in choices) for choices in left):
            return OtherName(language, name)
    return None
