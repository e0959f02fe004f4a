"""Places for the nodes of a web in rows, with few lines that cross."""

from bisect import bisect_right, insort
from collections.abc import Collection, Mapping, Sequence
from statistics import fmean

Line = tuple[str, str]
Places = dict[str, tuple[float, float]]

SWEEPS = 8


def laid_out(
    rows: Mapping[int, Sequence[str]], lines: Sequence[Line], *, last: Collection[str] = ()
) -> Places:
    """
    (x, y) of every node in the unit square, the first row at the bottom (y near 1).

    Nodes go again and again over the middle of those that they are joined with, from below and from above;
    the best order that was seen is kept. `last` stand at the right end of their row. Always the same for the
    same web.
    """
    joined: dict[str, list[str]] = {key: [] for keys in rows.values() for key in keys}
    for start, end in lines:
        joined[start].append(end)
        joined[end].append(start)
    order = [sorted(keys, key=lambda key: (key in last, key)) for keys in rows.values()]
    places = _places(order)
    best, fewest = dict(places), tangles(places, lines)
    for sweep in range(SWEEPS):
        upward = sweep % 2 == 0
        for number in range(len(order)) if upward else reversed(range(len(order))):
            order[number] = _sorted(order[number], places, joined, last)
            places |= _row(order[number], number, len(order))
        tangled = tangles(places, lines)
        if tangled < fewest:
            best, fewest = dict(places), tangled
    return best


def tangles(places: Mapping[str, tuple[float, float]], lines: Sequence[Line]) -> int:
    """How many pairs of lines between the same two rows cross; lines within a row are left out."""
    between: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for line in lines:
        (x, y), (to_x, to_y) = sorted((places[end] for end in line), key=lambda place: -place[1])
        if y != to_y:
            between.setdefault((y, to_y), []).append((x, to_x))
    crossing = 0
    for drawn in between.values():
        seen: list[float] = []
        for _x, to_x in sorted(drawn):
            crossing += len(seen) - bisect_right(seen, to_x)
            insort(seen, to_x)
    return crossing


def _sorted(
    keys: Sequence[str], places: Places, joined: Mapping[str, Sequence[str]], last: Collection[str]
) -> list[str]:
    def middle(key: str) -> float:
        return fmean(places[other][0] for other in joined[key]) if joined[key] else places[key][0]

    return sorted(keys, key=lambda key: (key in last, middle(key), places[key][0]))


def _places(order: Sequence[Sequence[str]]) -> Places:
    places: Places = {}
    for number, keys in enumerate(order):
        places |= _row(keys, number, len(order))
    return places


def _row(keys: Sequence[str], number: int, high: int) -> Places:
    return {key: ((column + 0.5) / len(keys), 1 - (number + 0.5) / high) for column, key in enumerate(keys)}
