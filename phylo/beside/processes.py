"""The other web processes, which serve on the main one's address, each started again when it has ended."""

import ctypes
import logging
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from django.conf import settings

from phylo.beside.link import Other, Queued

logger = logging.getLogger(__name__)

PAUSES = 1.0, 60.0
"""Seconds until one that has ended is started again: at first, and at most when it ends again and again."""
LASTED = 60.0
"""Seconds after which it was no failure to start."""
STARTED = 10.0
"""Seconds for which the main process waits for it until it says that the site is ready."""
PR_SET_PDEATHSIG = 1


class WebProcess:
    def __init__(
        self,
        number: int,
        listening: socket.socket,
        *,
        answers: Mapping[str, Callable[..., Any]],
        queue: Callable[[Queued], None],
    ) -> None:
        self.number = number
        self._listening = listening
        self._answers, self._queue = answers, queue
        self._process: subprocess.Popen[bytes] | None = None
        self._ready, self._stopping = threading.Event(), threading.Event()
        # This thread starts it, and Linux ends it when the thread has ended (`end_with_parent`).
        self._keeper = threading.Thread(target=self._keep, name=f"web process {number}", daemon=True)

    def start(self) -> None:
        self._keeper.start()

    def await_ready(self) -> None:
        """Until it serves, or does not after a while, or has ended."""
        self._ready.wait(STARTED)

    def ask_to_stop(self) -> None:
        self._stopping.set()
        if self._process is not None:
            self._process.terminate()

    def ended(self, *, within: float) -> None:
        """Wait so many seconds until it has ended, and end it otherwise."""
        self._keeper.join(within)
        if self._process is not None:
            self._process.kill()

    def _keep(self) -> None:
        soon, late = PAUSES
        pause = soon
        # When this process ends it closes the address.
        while not self._stopping.is_set() and self._listening.fileno() >= 0:
            began = monotonic()
            try:
                how: object = self._run()
            except OSError as error:
                how = error
            # Nobody need wait for it any longer.
            self._ready.set()
            if self._stopping.is_set():
                return
            if monotonic() - began > LASTED:
                pause = soon
            logger.warning("A web process has ended (%s); another starts in %g s", how, pause)
            self._stopping.wait(pause)
            pause = min(2 * pause, late)

    def _run(self) -> int:
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                process = self._process = self._started(theirs.fileno(), self._listening.fileno())
            if self._stopping.is_set():
                process.terminate()
            other = Other(
                ours, answers=self._answers, queue=self._queue, ready=self._ready.set, lost=process.kill
            )
            other.hear_all()
        process.kill()
        return process.wait()

    def _started(self, *handed: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "--beside"]
        return subprocess.Popen(
            [*command, *map(str, handed), str(self.number)],
            stdin=subprocess.DEVNULL,
            pass_fds=handed,
            # A terminal interrupts the main process alone, which then stops this one.
            process_group=0,
        )


def end_with_parent() -> None:
    """Be killed when whoever started this process has ended. But for Linux, its socket alone tells that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
