"""
Who sits with whom at drafting tables of three to six, without the database: people of about the same points
together, as few as possible who have sat together before.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

Table = list[int]
REPEATED = 1000
"""What it costs that two meet again, beside one place of distance in the order of points."""
PASSES = 6


def sizes(entries: int, most: int) -> list[int]:
    """As few tables as possible, as equal as possible, the larger ones first; at least two at each."""
    tables = -(-entries // most)
    return [entries // tables + (table < entries % tables) for table in range(tables)]


def tables(ordered: Sequence[int], met: Mapping[frozenset[int], int], most: int) -> list[Table]:
    """
    The tables of a round. `ordered`: the entries, best first; `met`: how often two have sat together.

    Neighbours in the order sit together; then two of different tables change places as long as that makes
    fewer meet again, or brings people nearer to those of their points.
    """
    place = {entry: at for at, entry in enumerate(ordered)}
    found, begin = [], 0
    for size in sizes(len(ordered), most) if ordered else []:
        found.append(list(ordered[begin : begin + size]))
        begin += size
    for _pass in range(PASSES):
        if not _improve(found, met, place):
            break
    return found


def _improve(found: list[Table], met: Mapping[frozenset[int], int], place: Mapping[int, int]) -> bool:
    """One round of exchanges; False if none was of use."""
    better = False
    for one, other in combinations(range(len(found)), 2):
        for table, against in ((found[one], found[other]), (found[other], found[one])):
            for at in range(len(table)):
                # Without a meeting again the order of points is the best already.
                if _again(table[at], table, met):
                    better = _exchange(table, at, against, met, place) or better
    return better


def _exchange(
    table: Table, at: int, other: Table, met: Mapping[frozenset[int], int], place: Mapping[int, int]
) -> bool:
    """Exchange the entry at a table with the one of the other table by which most is won, if any."""
    before, best, chosen = _cost(table, met, place) + _cost(other, met, place), 0, -1
    for their in range(len(other)):
        table[at], other[their] = other[their], table[at]
        won = before - _cost(table, met, place) - _cost(other, met, place)
        table[at], other[their] = other[their], table[at]
        if won > best:
            best, chosen = won, their
    if chosen >= 0:
        table[at], other[chosen] = other[chosen], table[at]
    return chosen >= 0


def _again(entry: int, table: Table, met: Mapping[frozenset[int], int]) -> int:
    return sum(met.get(frozenset((entry, each)), 0) for each in table if each != entry)


def _cost(table: Table, met: Mapping[frozenset[int], int], place: Mapping[int, int]) -> int:
    # Squared, so that three meetings of the same two cost more than three of different ones.
    again = sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))
    at = [place[entry] for entry in table]
    return REPEATED * again + max(at) - min(at)


def times_met(games: Sequence[Sequence[int]]) -> Counter[frozenset[int]]:
    """How often two have sat together in these games."""
    return Counter(frozenset(pair) for game in games for pair in combinations(game, 2))
