"""
The computer's thoughts on a device: a second worker computes them (static/js/offline/thinker.js), so that
pages are answered meanwhile. Nobody can wait for it here, so the task that asks ends, and is done again when
the answer has come.
"""

import pickle
from collections import deque
from collections.abc import Callable

from engine.bots.thinker import Answer
from phylo.beside.link import Queued
from phylo.jobs import thinker

ALONE = frozenset({"games.tasks.play_bot_turn"})
"""The tasks that ask once, and for the same whenever they are done; others compute in this worker."""


class Wanted(Exception):
    """A task needs the answer to `call`, which is pickled."""

    def __init__(self, call: bytes) -> None:
        self.call = call


class Thoughts:
    def __init__(self) -> None:
        self.send: Callable[[bytes], object] | None = None
        """Gives a call to the second worker, which answers one after another; None where there is none."""
        self._asked: deque[tuple[Queued, bytes]] = deque()
        self._task: Queued | None = None
        self._answer: bytes | None = None

    def do(self, task: Queued, work: Callable[[], object]) -> None:
        """Do `work` for the task; what it asks the second worker for is asked, and the task not done then."""
        self._task = task
        try:
            work()
        except Wanted as wanted:
            self._asked.append((task, wanted.call))
            if len(self._asked) == 1:
                self._ask()
        finally:
            self._task = self._answer = None

    def compute(self, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        """For phylo/jobs/thinker.py. Raises Wanted."""
        if self._answer is not None:
            answer: Answer = pickle.loads(self._answer)
            self._answer = None
            if answer.failure is not None:
                raise thinker.Failed(answer.failure)
            return answer.result
        if self.send is None or self._task is None or self._task.name not in ALONE:
            return function(*arguments)
        raise Wanted(pickle.dumps((function, arguments)))

    def answered(self, answer: bytes) -> Queued:
        """The task that asked; it is to be done again, at once."""
        task, _call = self._asked.popleft()
        self._answer = answer
        if self._asked:
            self._ask()
        return task

    def give_up(self) -> list[Queued]:
        """The second worker is no more. The tasks that have waited for it."""
        self.send = None
        waited = [task for task, _call in self._asked]
        self._asked.clear()
        return waited

    def _ask(self) -> None:
        assert self.send is not None
        self.send(self._asked[0][1])
