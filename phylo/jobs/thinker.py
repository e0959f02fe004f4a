"""
The child process that computes for this one (engine/bots/thinker.py): a turn of the computer, an analysis.

It imports the engine alone, and only there is compiled code loaded, so this process stays small and its
threads are not held up. The child does one thing at a time; who asks waits.
"""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache

import engine
from engine.bots.thinker import Answer, Call
from phylo.http import metrics

logger = logging.getLogger(__name__)

R = TypeVar("R")

SPARE = 10.0
"""Seconds by which an answer may be late, on a busy machine, until the child counts as hung."""
LOOK_UP = 1.0
"""Seconds after which who waits for the child does something else for a moment."""
LOADED = 2.5
"""Seconds in which the child loads compiled code that is there; to make it takes a minute."""
STARTED = 60.0
"""Seconds in which a child without compiled code has started on the busiest machine."""
REMEMBERED = 3600.0
"""Seconds for which losses are counted."""


class Lost(Exception):
    """The child ended, or hung, before it had answered. Asking again may help."""


class Failed(Exception):
    """The function has raised an exception; the message is the child's traceback."""


elsewhere: Callable[[Callable[..., object], tuple[object, ...]], Any] | None = None
"""What computes instead on a device (phylo/offline/thoughts.py)."""


def losses(what: str) -> int:
    """Count that this has been lost once more, and return how many times it was within REMEMBERED."""
    name = f"thinking-lost:{what}"
    cache.add(name, 0, timeout=REMEMBERED)
    return cache.incr(name)


def compute(
    function: Callable[..., R],
    *arguments: object,
    seconds: float,
    meanwhile: Callable[[], object] = lambda: None,
) -> R:
    """
    What the function of the engine returns for these arguments, computed in the child; it, they and the
    result are pickled. It should take `seconds` at most, and is ended if it takes much longer; `meanwhile` is
    called about once a second, and what it raises is raised once the answer has come. Raises Lost or Failed.
    """
    if elsewhere is not None:
        answer: R = elsewhere(function, arguments)
        return answer
    if not settings.THINKING_APART:
        return function(*arguments)
    result: R = child.ask(Call(function, arguments, seconds + SPARE), meanwhile)
    return result


class Process:
    """One process of `engine.bots.thinker`. It is ready once it has loaded, or made, its compiled code."""

    def __init__(self, *, compiled: bool) -> None:
        self.compiled, self.ready, self.since = compiled, False, monotonic()
        self._connection, theirs = Pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"from engine.bots import thinker; thinker.main({theirs.fileno()})"],
                stdin=subprocess.DEVNULL,
                env=_environment(compiled),
                pass_fds=[theirs.fileno()],
            )
        finally:
            theirs.close()
        self.pid = self._process.pid

    @property
    def status(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    def is_ready(self, *, within: float, meanwhile: Callable[[], object]) -> bool:
        """Wait so many seconds at most; False also if it has ended."""
        until = monotonic() + within
        while not self.ready:
            try:
                if self._connection.poll(max(0.0, min(LOOK_UP, until - monotonic()))):
                    self._connection.recv()
                    self.ready = True
                    break
            except (EOFError, OSError):
                self.end()
                break
            if monotonic() >= until:
                break
            meanwhile()
        return self.ready

    def ask(self, call: Call, meanwhile: Callable[[], object]) -> Answer:
        """
        Raises Lost, and has ended then. An exception of `meanwhile`, such as that nobody wants the answer any
        more, is raised once the answer has come, so that the next question need not wait for another process.
        """
        given_up: list[Exception] = []

        def look_up() -> None:
            if not given_up:
                try:
                    meanwhile()
                except Exception as error:
                    given_up.append(error)

        try:
            self._connection.send(call)
            answer = self._answer(self._connection, call.seconds, look_up)
        except (EOFError, OSError) as error:
            self.end()
            raise Lost("the thinking process has ended before it had answered") from error
        except BaseException:
            # Its answer must not be taken for that to the next question.
            self.end()
            raise
        if given_up:
            raise given_up[0]
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _answer(self, connection: Connection, seconds: float, meanwhile: Callable[[], object]) -> Answer:
        # The child ends itself in time, unless it has been stopped.
        late = monotonic() + seconds + SPARE
        while not connection.poll(LOOK_UP):
            if monotonic() > late:
                raise Lost("the thinking process hangs")
            meanwhile()
        answer: Answer = connection.recv()
        return answer


class Child:
    """
    A child process, started again whenever it has ended. Until it has made its compiled code, another one
    without answers.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._process: Process | None = None
        self._meanwhile: Process | None = None

    @property
    def pid(self) -> int | None:
        """None while there is no process."""
        process = self._process
        return None if process is None or process.status is not None else process.pid

    def start(self) -> None:
        """Start it now, so that the first who asks need not wait for that."""
        with self._asking:
            self._started()

    def ask(self, call: Call, meanwhile: Callable[[], object]) -> Any:
        """The call's result. Raises Lost or Failed."""
        while not self._asking.acquire(timeout=LOOK_UP):
            meanwhile()
        try:
            answer = self._who_answers(meanwhile).ask(call, meanwhile)
        finally:
            self._asking.release()
        if answer.failure is not None:
            raise Failed(answer.failure)
        return answer.result

    def stop(self) -> None:
        """End it, also in the middle of a thought. Who waits for it gets Lost."""
        for process in (self._process, self._meanwhile):
            if process is not None:
                process.end()

    def _started(self) -> Process:
        process = self._process
        if process is None:
            self._process = process = Process(compiled=settings.COMPILED)
        elif process.status is not None:
            logger.warning("the thinking process has ended (%s) and is started again", process.status)
            metrics.THINKER_RESTARTS.inc()
            # What ends while it is compiled would do so again.
            self._process = process = Process(compiled=process.compiled and process.ready)
        return process

    def _who_answers(self, meanwhile: Callable[[], object]) -> Process:
        process = self._started()
        patience = process.since + LOADED - monotonic() if process.compiled else STARTED
        if process.is_ready(within=max(0.0, patience), meanwhile=meanwhile):
            if self._meanwhile is not None:
                self._meanwhile.end()
                self._meanwhile = None
            return process
        if self._meanwhile is None or self._meanwhile.status is not None:
            self._meanwhile = Process(compiled=False)
        if not self._meanwhile.is_ready(within=STARTED, meanwhile=meanwhile):
            raise Lost("the thinking process does not start")
        return self._meanwhile


def _environment(compiled: bool) -> dict[str, str]:
    """Of a child, which finds the engine whatever folder this process was started in."""
    paths = [str(Path(engine.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PHYLO_PLAIN": "0" if compiled else "1",
        "PHYLO_COMPILED": settings.COMPILED_IN,
    }


child = Child()
