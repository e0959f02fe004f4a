"""The queue of a device: what is queued waits here until the worker has nothing to answer."""

import logging
from collections import deque
from functools import cache
from time import monotonic

from phylo import celery_app
from phylo.beside.link import Queued
from phylo.offline.thoughts import Thoughts, Wanted

logger = logging.getLogger(__name__)

SWEEPS = ("jobs.sweep", "games.tasks.sweep")
"""The regular tasks that a device needs; the others are about other people."""
EVERY = 60.0
"""Seconds between two rounds of them: rarely, as nothing is lost between processes here."""


class Tasks:
    def __init__(self) -> None:
        self._waiting: deque[tuple[float | None, Queued]] = deque()
        # At once, as work may have been under way when the site was closed.
        self._sweep_at = monotonic()
        self.thoughts = Thoughts()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, task: Queued) -> None:
        late = None if task.expires is None else monotonic() + task.expires
        self._waiting.append((late, task))

    def wants(self) -> float:
        """In how many seconds there is something to do."""
        return 0.0 if self._waiting else max(0.0, self._sweep_at - monotonic())

    def work(self) -> bool:
        """Do one task, or else sweep if it is time. Whether it was a task."""
        if self._waiting:
            late, task = self._waiting.popleft()
            if late is None or monotonic() <= late:
                self._do(task)
            return True
        if monotonic() >= self._sweep_at:
            for name in SWEEPS:
                _do(name)
            self._sweep_at = monotonic() + EVERY
        return False

    def answered(self, answer: bytes | None) -> None:
        """What the second worker has thought; None if it has ended."""
        if answer is not None:
            self._do(self.thoughts.answered(answer))
        else:
            self._waiting.extendleft((None, task) for task in self.thoughts.give_up())

    def _do(self, task: Queued) -> None:
        self.thoughts.do(task, lambda: _do(task.name, *task.details))


@cache
def import_tasks() -> None:
    """As Celery's own worker does, but without Django's checks."""
    celery_app.autodiscover_tasks(force=True)


def _do(name: str, *details: object) -> None:
    import_tasks()
    try:
        celery_app.tasks[name](*details)
    except Wanted:
        raise
    except Exception:
        logger.exception("%s failed", name)
