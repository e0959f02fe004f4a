"""Streams that stay open as long as a match is played, and what they have told so far."""

import contextlib
import select
import time
from http import HTTPStatus

from tests.soak.cluster import PATIENCE, Browser

MOST = 1 << 20  # bytes that are read at once


class Held:
    """Reads without waiting, so that it costs nothing while nothing is told."""

    def __init__(self, port: int, headers: dict[str, str], path: str) -> None:
        self.path = path
        self.browser = Browser(port)
        self.browser.headers = headers
        self.stream = self.browser.listen(path)
        self.opened = self.stream.status == HTTPStatus.OK
        self.told = ""
        # The answer may have taken the connection over.
        self.sock = self.browser.connection.sock or self.stream.fp.raw._sock
        if self.opened:
            self.sock.settimeout(0)

    def more(self) -> str:
        """What has been told since the last call."""
        new = ""
        # Chunks as they are sent, their lengths between them.
        while part := self.stream.fp.read1(MOST):
            new += part.decode()
        self.told += new
        return new

    def wait(self, expected: str) -> str:
        """The same until all of it has told so much, or too long has passed."""
        new, end = self.more(), time.monotonic() + PATIENCE
        while self.opened and expected not in self.told and time.monotonic() < end:
            ready, _writable, _failed = select.select([self.sock], [], [], 1)
            part = self.more()
            if ready and not part:
                # The other side has hung up.
                break
            new += part
        return new

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.stream.close()
            self.browser.close()
