"""The words of cards, and the nearest to a misspelt one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.search.bitmaps import BitMap

SHORTEST_BEGINNING = 4
"""From this many letters on, typing errors are forgiven in unfinished words."""
MOST_NEAR = 3


def slips(word: str) -> int:
    """How many typing errors are forgiven: letters missing, added, wrong or swapped."""
    return 0 if len(word) < 3 else 1 if len(word) < 6 else 2


def nearest(word: str, known: Collection[str]) -> list[str]:
    """
    The known words with the fewest typing errors, at most three; none if all are too far.

    Among equals, words with the same letters come first, then words with the same first letter.
    """
    found = process.extract(word, list(known), scorer=OSA.distance, score_cutoff=slips(word), limit=None)
    if not found:
        return []
    letters = sorted(word)
    ranked = sorted(
        (distance, sorted(each) != letters, each[0] != word[0], each) for each, distance, _place in found
    )
    return [each for *rank, each in ranked if tuple(rank) == ranked[0][:3]][:MOST_NEAR]


@dataclass(frozen=True)
class Words:
    """
    Different words, with the sets of those that have a letter: a slip takes away one letter at most, so that
    few of many words need be compared. Places in `words` that are not in `present` have no meaning.
    """

    words: Sequence[str]
    present: BitMap
    lengths: dict[int, BitMap]
    letters: dict[str, BitMap]

    @classmethod
    def of(cls, found: Iterable[str]) -> "Words":
        words = tuple(found)
        lengths: defaultdict[int, list[int]] = defaultdict(list)
        letters: defaultdict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(words):
            lengths[len(word)].append(place)
            for letter in set(word):
                letters[letter].append(place)
        return cls(
            words,
            BitMap(range(len(words))),
            {length: BitMap(places) for length, places in lengths.items()},
            {letter: BitMap(places) for letter, places in letters.items()},
        )

    def changed(self, gone: Collection[str], new: Collection[str]) -> "Words":
        """Without some words, and with others."""
        left = BitMap(place for place, word in enumerate(self.words) if word in gone) if gone else BitMap()
        more, first = Words.of(new), len(self.words)
        return Words(
            (*self.words, *more.words),
            self.present - left | more.present.shift(first),
            _joined(self.lengths, more.lengths, first),
            _joined(self.letters, more.letters, first),
        )

    def near(self, word: str) -> list[str]:
        """The nearest words; none if all are too far."""
        far = slips(word)
        lengths = (
            self.lengths.get(length, BitMap()) for length in range(len(word) - far, len(word) + far + 1)
        )
        among = self._with_letters(word, BitMap.union(BitMap(), *lengths))
        return nearest(word, [self.words[place] for place in among])

    def begun(self, word: str) -> list[str]:
        """The nearest beginnings of longer words."""
        lengths = (places for length, places in self.lengths.items() if length > len(word))
        among = self._with_letters(word, BitMap.union(BitMap(), *lengths))
        return nearest(word, {self.words[place][: len(word)] for place in among})

    def _with_letters(self, word: str, among: BitMap) -> BitMap:
        """Those that lack no more of the word's letters than it may have slips."""
        lacking = [among & self.present] + [BitMap()] * slips(word)
        for letter in set(word):
            having = self.letters.get(letter, BitMap())
            for number in range(len(lacking) - 1, 0, -1):
                lacking[number] = lacking[number] & having | lacking[number - 1] - having
            lacking[0] = lacking[0] & having
        return BitMap.union(*lacking)


Value = TypeVar("Value", int, str)


def _joined(known: Mapping[Value, BitMap], more: Mapping[Value, BitMap], first: int) -> dict[Value, BitMap]:
    """With more places, which begin at `first`."""
    return {
        **known,
        **{value: known.get(value, BitMap()) | places.shift(first) for value, places in more.items()},
    }
