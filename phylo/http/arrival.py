"""When the request that is being answered was there as a whole: what it waits then is the site's own time."""

import time
from contextvars import ContextVar

_arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


def note_arrival() -> None:
    _arrived.set(time.monotonic())


def arrival() -> float | None:
    """By `time.monotonic`; None outside requests."""
    return _arrived.get()
