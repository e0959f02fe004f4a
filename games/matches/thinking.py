"""
The computer's thoughts. They are computed in the child process of the worker that asks; so ask in tasks of
the queue THINKING alone, never in a request.
"""

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import structlog
from django.core.cache import cache

from engine.bots import thinking
from engine.bots.thought import Thought
from phylo.http import metrics
from phylo.jobs import thinker

logger = structlog.stdlib.get_logger(__name__)

LEAST = 0.03
"""Seconds that it may take however much waits."""
ROUND = 6.0
"""Seconds in which one thinker has made one turn in each of the matches that wait."""
ACTIONS = 4
"""Thoughts in a turn, with that of ending it."""
CLAIM = 6.0
"""Seconds after which a thought is somebody else's, unless its worker is heard of."""
LOSSES = 2
"""So many times a thought may be lost until a simpler level chooses instead."""
INSTEAD = "greedy"
"""The level that chooses where another one's thought has failed; all rule sets have it."""
QUEUED_AGAIN = 30.0
"""Seconds in which a turn is queued again once at most."""


def ceiling(waiting: int) -> float:
    """How many seconds a thought may take while that many matches wait for one."""
    return max(LEAST, ROUND / (ACTIONS * max(1, waiting)))


@contextmanager
def claimed(match: uuid.UUID, version: int) -> Iterator[Callable[[], None] | None]:
    """
    The right to think about this turn, as a function to be called once a second; None while another worker
    has it. It is noted in the cache, as it only saves work: two who think about a turn make one move.
    """
    name, own = _claim(match, version), uuid.uuid4().hex
    if not cache.add(name, own, timeout=CLAIM):
        # This was perhaps the last task of the turn, which may be lost with the other worker.
        cache.delete(_queued(match, version))
        yield None
        return

    def keep() -> None:
        if cache.get(name) in (None, own):
            cache.set(name, own, timeout=CLAIM)

    try:
        yield keep
    finally:
        # If this worker was not heard of for too long, another one may have it now.
        if cache.get(name) in (None, own):
            cache.delete(name)
            cache.delete(_queued(match, version))


def to_queue_again(turns: Iterable[tuple[uuid.UUID, int]]) -> list[tuple[uuid.UUID, int]]:
    """
    Of matches and versions in which the computer is to act, those that nobody thinks about and that have not
    been queued again lately. They count as queued now.
    """
    return [
        (match, version)
        for match, version in turns
        if cache.get(_claim(match, version)) is None
        and cache.add(_queued(match, version), True, timeout=QUEUED_AGAIN)
    ]


def _claim(match: uuid.UUID, version: int) -> str:
    return f"thinking:{match}:{version}"


def _queued(match: uuid.UUID, version: int) -> str:
    return f"thinking-queued:{match}:{version}"


def think(
    *,
    match: uuid.UUID,
    version: int,
    rules: str,
    level: str,
    view: Mapping[str, Any],
    legal: Sequence[Mapping[str, Any]],
    seed: bytes,
    seconds: float,
    meanwhile: Callable[[], object] = lambda: None,
) -> Thought[Mapping[str, Any]]:
    """
    What a level thinks of what its seat sees. The seed is its only chance: the same one gives the same
    thought, unless it was hurried. If it fails, or is lost LOSSES times at that version of the match, the
    level INSTEAD chooses, and the thought counts as hurried. Raises thinker.Lost.
    """
    try:
        with metrics.THINKING.labels(level).time():
            return thinker.compute(
                thinking.think, rules, level, view, legal, seed, seconds, seconds=seconds, meanwhile=meanwhile
            )
    except thinker.Failed:
        logger.exception("thought failed", match=str(match), version=version, level=level)
    except thinker.Lost:
        if thinker.losses(f"{match}:{version}") < LOSSES:
            raise
        logger.exception("thought lost", match=str(match), version=version, level=level)
    # In this process: the child may be what does not work. It looks one action ahead, which takes no time.
    return replace(thinking.think(rules, INSTEAD, view, legal, seed, None), hurried=True)
