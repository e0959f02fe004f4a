"""Numbers as a line of an SVG."""

from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 320, 88, 8


def polyline(numbers: Sequence[int], *, low: int, high: int) -> str:
    """
    The points of a polyline in a box of WIDTH by HEIGHT, which `low` to `high` fill; "" for a single number.
    """
    if len(numbers) < 2:
        return ""
    return " ".join(
        f"{across(place, len(numbers)):.1f},{up(number, low, high):.1f}"
        for place, number in enumerate(numbers)
    )


def across(place: int, count: int) -> float:
    """The x of one of so many numbers."""
    return MARGIN + place * (WIDTH - 2 * MARGIN) / max(count - 1, 1)


def up(number: int, low: int, high: int) -> float:
    """The y of a number in the box."""
    return MARGIN + (HEIGHT - 2 * MARGIN) * (high - number) / max(high - low, 1)
