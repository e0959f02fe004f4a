"""
What the main process and another web process tell each other, through a pair of sockets that nobody else has:
a line of JSON each time. A process that does not read holds up nobody for longer than LIMIT.
"""

import json
import logging
import os
import socket
import struct
import threading
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Any

from phylo.slices import Extension

logger = logging.getLogger(__name__)

LIMIT = 1.0
"""Seconds that the main process has to answer, and that either has to read when much was not read yet."""
PAUSE = 2.0
"""Seconds without a try after it did not read."""

WAKES = Extension[Callable[[uuid.UUID], None]]("wakes")
"""Wakes what waits in this process for news of a match or player."""


@dataclass(frozen=True)
class Woken:
    subject: str


@dataclass(frozen=True)
class Queued:
    """A task for the worker, as in `phylo.jobs.queue.queue`, and the request that wants it done."""

    name: str
    details: list[str | int]
    expires: float | None
    to: str | None
    request: str | None


@dataclass(frozen=True)
class Asked:
    number: int
    what: str
    arguments: list[Any]
    named: dict[str, Any]


@dataclass(frozen=True)
class Answered:
    number: int
    found: Any
    refused: str | None
    """What a ValueError said."""


@dataclass(frozen=True)
class Ready:
    """The other one accepts requests."""


Message = Woken | Queued | Asked | Answered | Ready
KINDS: dict[str, type[Message]] = {kind.__name__: kind for kind in (Woken, Queued, Asked, Answered, Ready)}


class Link:
    """An end of the pair."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        seconds, parts = divmod(LIMIT, 1)
        limit = struct.pack("@ll", int(seconds), int(parts * 1_000_000))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        self._writing = threading.Lock()
        # What is still to be sent of a message that has been begun.
        self._rest = b""
        self._next_try = 0.0

    def send(self, message: Message) -> None:
        """From any thread. Raises OSError, for a moment also without trying."""
        line = json.dumps([type(message).__name__, vars(message)], default=list).encode() + b"\n"
        with self._writing:
            if monotonic() < self._next_try:
                raise TimeoutError("what was said before has not been read")
            unsent = self._rest + line
            try:
                while unsent:
                    unsent = unsent[self._sock.send(unsent) :]
            except BlockingIOError as error:
                self._next_try = monotonic() + PAUSE
                if len(unsent) >= len(line):
                    self._rest = unsent[: len(unsent) - len(line)]
                    raise TimeoutError("what was said has not been read") from error
            self._rest = unsent

    def listen(self, hear: Callable[[Message], object]) -> None:
        """Hear what the other end says until it has gone."""
        with self._sock, self._sock.makefile("rb") as lines:
            try:
                for line in lines:
                    self._hear_line(line, hear)
            except ConnectionError:
                # It has gone without reading what it was told.
                return

    def _hear_line(self, line: bytes, hear: Callable[[Message], object]) -> None:
        try:
            kind, fields = json.loads(line)
            hear(KINDS[kind](**fields))
        except Exception:
            # A mistake of ours. Whoever has asked goes on without an answer.
            logger.exception("what another web process says leads to a failure")


class Main:
    """The main process, for another one."""

    def __init__(self, sock: socket.socket) -> None:
        self._link = Link(sock)
        self._numbers = count()
        self._asked: dict[int, Future[Any]] = {}

    def tell(self, message: Message) -> None:
        """Nothing waits for it, so it is lost if the main process does not read."""
        try:
            self._link.send(message)
        except OSError as error:
            logger.warning("The main process was not told: %s", error)

    def ask(self, what: str, *arguments: object, **named: object) -> Any:
        """Raises OSError if there is no answer within LIMIT, and ValueError if it is that one."""
        number, answer = next(self._numbers), Future[Any]()
        self._asked[number] = answer
        try:
            self._link.send(Asked(number, what, list(arguments), named))
            return answer.result(LIMIT)
        except TimeoutError as error:
            raise TimeoutError(str(error) or f"nothing within {LIMIT:g} seconds") from error
        finally:
            del self._asked[number]

    def hear_all(self) -> None:
        """Until the main process has gone."""
        self._link.listen(self._hear)

    def _hear(self, message: Message) -> None:
        match message:
            case Woken(subject):
                wake(subject)
            case Answered(number, found, refused) if answer := self._asked.get(number):
                if refused is None:
                    answer.set_result(found)
                else:
                    answer.set_exception(ValueError(refused))


class Other:
    """Another web process, for the main one. `answers`: what it may ask for; `queue` takes its tasks."""

    def __init__(
        self,
        sock: socket.socket,
        *,
        answers: Mapping[str, Callable[..., Any]],
        queue: Callable[[Queued], None],
        ready: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self._link = Link(sock)
        self._answers, self._queue, self._ready, self._lost = answers, queue, ready, lost

    def tell(self, message: Message) -> None:
        """One that does not read hangs, and is `lost`."""
        try:
            self._link.send(message)
        except OSError:
            self._lost()

    def hear_all(self) -> None:
        """Until the process has gone."""
        others.append(self)
        try:
            self._link.listen(self._hear)
        finally:
            others.remove(self)

    def _hear(self, message: Message) -> None:
        match message:
            case Woken(subject):
                wake(subject)
                pass_on(message, but=self)
            case Queued():
                self._queue(message)
            case Asked():
                self.tell(self._answer(message))
            case Ready():
                self._ready()

    def _answer(self, asked: Asked) -> Answered:
        try:
            return Answered(asked.number, self._answers[asked.what](*asked.arguments, **asked.named), None)
        except ValueError as error:
            return Answered(asked.number, None, str(error))


main: Main | None = None
"""None in the main process, and where there is no other."""
others: list[Other] = []
"""In the main process."""


def join(sock: socket.socket) -> Main:
    """Be another process of the main one, which has the other end of `sock`."""
    global main
    main = Main(sock)
    threading.Thread(target=_end_with, args=[main], name="main process", daemon=True).start()
    return main


def _end_with(main: Main) -> None:
    """At once, as its next start needs the address."""
    try:
        main.hear_all()
    finally:
        os._exit(0)


def tell_others(message: Message) -> None:
    """From any process to every other."""
    if main is not None:
        main.tell(message)
    else:
        pass_on(message)


def pass_on(message: Message, *, but: Other | None = None) -> None:
    for other in others.copy():
        if other is not but:
            other.tell(message)


def wake(subject: str) -> None:
    for each in WAKES:
        each(uuid.UUID(subject))
