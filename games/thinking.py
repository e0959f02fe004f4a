"""
The computer's thoughts. They are computed in the child process of the worker that asks; so ask in tasks of
the queue THINKING alone, never in a request.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.bots import thinking
from engine.bots.thought import Thought
from phylo.http import metrics
from phylo.jobs import thinker

SECONDS = 2.0
"""How long a thought may take; a level that wants to think longer is hurried."""


def think(
    *,
    rules: str,
    level: str,
    view: Mapping[str, Any],
    legal: Sequence[Mapping[str, Any]],
    seed: bytes,
    seconds: float = SECONDS,
    meanwhile: Callable[[], object] = lambda: None,
) -> Thought[Mapping[str, Any]]:
    """
    What a level thinks of what its seat sees. The seed is its only chance: the same one gives the same
    thought, unless it was hurried. Raises thinker.Lost or thinker.Failed.
    """
    with metrics.THINKING.labels(level).time():
        return thinker.compute(
            thinking.think, rules, level, view, legal, seed, seconds, seconds=seconds, meanwhile=meanwhile
        )
