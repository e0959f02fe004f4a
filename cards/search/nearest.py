"""The nearest known words to one that nobody knows."""

from collections.abc import Iterable, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

MOST = 3


def slips(word: str) -> int:
    """How many slips of the finger are forgiven: letters missing, too many, wrong or changed over."""
    return 0 if len(word) < 3 else 1 if len(word) < 6 else 2


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """
    The known words that are the fewest slips away, three at most; none if all are too far.

    Among equals those made of the same letters come first, then those that begin alike.
    """
    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips(word), limit=None)
    if not found:
        return []
    letters = sorted(word)
    ranked = sorted(
        (distance, sorted(each) != letters, each[0] != word[0], each) for each, distance, _place in found
    )
    return [each for *rank, each in ranked if tuple(rank) == ranked[0][:3]][:MOST]


def suggestion(word: str, known: Iterable[str]) -> str | None:
    """The word that was probably meant: one that goes on from there, or the nearest."""
    words = sorted(set(known))
    if not word:
        return None
    ahead = [each for each in words if each.startswith(word)]
    if ahead:
        return min(ahead, key=len)
    return next(iter(nearest(word, words)), None)
