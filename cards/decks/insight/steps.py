"""Long work in steps that are each worked out from their number alone, so that it can stop and go on."""

from collections.abc import Callable, Iterable
from typing import Any

from cards.decks.insight.reading import Progress

Step = Any
"""What one step found, as JSON."""


def walk(
    take: Callable[[int], Step],
    total: int,
    so_far: Iterable[Step] = (),
    *,
    most: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Step]:
    """
    The steps so far and those that follow, `most` at most; fewer than `total` when `cancelled` says so.

    `progress` is told after each step. Stored in between, the answer is the next call's `so_far`.
    """
    steps = list(so_far)
    last = total if most is None else min(total, len(steps) + most)
    while len(steps) < last and not (cancelled is not None and cancelled()):
        steps.append(take(len(steps)))
        if progress is not None:
            progress(len(steps), total)
    return steps
