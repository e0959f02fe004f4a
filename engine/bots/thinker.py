"""
A process that thinks for another one.

It reads calls of functions from a socket and sends what they return, one after another, at a lower priority
than the process that asks. It ends with that process, and if a call takes too long.
"""

import faulthandler
import os
import pickle
import select
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import process_time

NICE = 10
READY = "ready"
LONGEST_START = 1800.0  # seconds
LOADING = 8.0
"""Seconds of a core that a process has used which has compiled."""
AGAIN = "PHYLO_THINKER_AGAIN"
"""Set in a process that has begun again."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a module that this process can import, and how many seconds it may take."""

    function: Callable[..., object]
    arguments: tuple[object, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call has returned, or the traceback of what it raised."""

    result: object
    failure: str | None = None


def answered(call: Call) -> Answer:
    """The call's answer; the process ends, with a traceback on stderr, if it takes too long."""
    # In C, with a thread of its own: it ends a loop that never returns to Python too.
    faulthandler.dump_traceback_later(call.seconds, exit=True)
    try:
        return Answer(call.function(*call.arguments))
    except Exception:
        return Answer(None, traceback.format_exc())
    finally:
        faulthandler.cancel_dump_traceback_later()


def answer_to(call: bytes) -> bytes:
    """
    The same where it is the browser that ends what takes too long, in a worker of its own: a function and its
    arguments, and the Answer, pickled.
    """
    try:
        function, arguments = pickle.loads(call)
        answer = Answer(function(*arguments))
    except Exception:
        answer = Answer(None, traceback.format_exc())
    return pickle.dumps(answer)


def end_with(connection: Connection) -> None:
    """End this process once the other end is closed, whatever it is computing."""
    closed = select.poll()
    # No events are asked for: it waits for the hang-up alone.
    closed.register(connection.fileno(), 0)
    closed.poll()
    os._exit(0)


def serve(connection: Connection) -> None:
    """Say READY, then answer calls until the other end is closed."""
    threading.Thread(target=end_with, args=[connection], daemon=True).start()
    get_ready()
    # Whoever asked may be gone before the thread above has heard of it.
    with suppress(EOFError, OSError):
        connection.send(READY)
        while True:
            connection.send(answered(connection.recv()))


def get_ready() -> None:
    """
    Import what thinks, and load its compiled code, or make it. The compiler takes 450 MB, so a process that
    has made code begins again and loads it, which takes two seconds and less than half of that.
    """
    # Not by whoever asks, who imports this module too.
    from engine.bots import thinking

    faulthandler.dump_traceback_later(LONGEST_START, exit=True)
    thinking.warm_up()
    faulthandler.cancel_dump_traceback_later()
    if process_time() > LOADING and AGAIN not in os.environ:
        os.environ[AGAIN] = "1"
        os.execv(sys.executable, sys.orig_argv)


def main(descriptor: int) -> None:
    """The whole life of the process, which was given this file descriptor of a socket."""
    # Ctrl-C goes to all processes of a terminal, and SIGTERM to all of a service, whose worker may still wait
    # for an answer; the one that asks ends this one.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    if AGAIN not in os.environ:
        os.nice(NICE)
    serve(Connection(descriptor))
