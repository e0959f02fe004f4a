"""
The child process that computes for this one (engine/bots/thinker.py): a turn of the computer, an analysis.

It imports the engine alone, and only there may compiled code be loaded, so this process stays small and its
threads are not held up. There is one child, which does one thing at a time; who asks waits.
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
from typing import Any, ParamSpec, TypeVar

from django.conf import settings

import engine
from engine.bots.thinker import Answer, Call
from phylo.http import metrics

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

SPARE = 10.0
"""Seconds by which an answer may be late, on a busy machine, until the child counts as hung."""
LOOK_UP = 1.0
"""Seconds after which who waits for the child does something else for a moment."""


class Lost(Exception):
    """The child ended, or hung, before it had answered. Asking again may help."""


class Failed(Exception):
    """The function has raised an exception; the message is the child's traceback."""


def compute(
    function: Callable[..., R],
    *arguments: Any,
    seconds: float,
    meanwhile: Callable[[], object] = lambda: None,
) -> R:
    """
    What the function of the engine returns for these arguments, computed in the child; it, they and the
    result are pickled. It should take `seconds` at most, and is ended if it takes much longer; `meanwhile` is
    called about once a second. Raises Lost or Failed.
    """
    if not settings.THINKING_APART:
        return function(*arguments)
    result: R = child.ask(Call(function, arguments, seconds + SPARE), meanwhile)
    return result


class Child:
    """A child process, started when it is first needed, and again when it has ended."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    @property
    def pid(self) -> int | None:
        """None while there is no process."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def start(self) -> None:
        """Start it now, so that the first who asks need not wait for that."""
        with self._asking:
            self._ready()

    def ask(self, call: Call, meanwhile: Callable[[], object]) -> Any:
        """The call's result. Raises Lost or Failed."""
        with self._asking:
            connection = self._ready()
            try:
                connection.send(call)
                answer = self._answer(connection, call.seconds, meanwhile)
            except (EOFError, OSError) as error:
                self._end()
                raise Lost("the thinking process has ended before it had answered") from error
            except BaseException:
                # Its answer must not be taken for that to the next question.
                self._end()
                raise
        if answer.failure is not None:
            raise Failed(answer.failure)
        return answer.result

    def stop(self) -> None:
        """End it, also in the middle of a thought. Who waits for it gets Lost."""
        if (process := self._process) is not None:
            process.kill()
            process.wait()

    def _ready(self) -> Connection:
        if self._connection is not None and self.pid is not None:
            return self._connection
        if self._process is not None:
            logger.warning("the thinking process has ended (%s) and is started again", self._process.poll())
            metrics.THINKER_RESTARTS.inc()
        self._end()
        ours, theirs = Pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"from engine.bots import thinker; thinker.main({theirs.fileno()})"],
                stdin=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(_import_path())},
                pass_fds=[theirs.fileno()],
            )
        finally:
            theirs.close()
        self._connection = ours
        return ours

    def _answer(self, connection: Connection, seconds: float, meanwhile: Callable[[], object]) -> Answer:
        # The child ends itself in time, unless it has been stopped.
        late = monotonic() + seconds + SPARE
        while not connection.poll(LOOK_UP):
            if monotonic() > late:
                raise Lost("the thinking process hangs")
            meanwhile()
        answer: Answer = connection.recv()
        return answer

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self.stop()


def _import_path() -> list[str]:
    """Where the child finds the engine, whatever folder this process was started in."""
    found = os.environ.get("PYTHONPATH")
    return [str(Path(engine.__file__).parent.parent), *([found] if found else [])]


child = Child()
