"""
When the request that is being answered was there as a whole: what it waits then is the site's own time.

Who is told to come back later gets a receipt. It holds for the same body at the same address alone, so nobody
can get one first and think afterwards.
"""

import hashlib
import time
from contextvars import ContextVar

from django.core.signing import BadSignature, Signer

RECEIPT = "X-Arrived"
HOLDS = 20.0
"""Seconds from the first time that it was refused."""
LARGEST = 4096
"""Bytes of a body that gets a receipt."""

_arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


def arrival() -> float | None:
    """By `time.monotonic`; None outside requests."""
    return _arrived.get()


def note_arrival(earlier: float = 0.0) -> None:
    """`earlier`: seconds before now."""
    _arrived.set(time.monotonic() - earlier)


def receipt_for(path: str, body: bytes, waited: float) -> str:
    return _signer().sign(f"{time.time() - waited:.3f} {_digest(path, body)}")


def waited_by(receipt: str, path: str, body: bytes) -> float:
    """Seconds since this request was first refused; 0 if it never was, or too long ago."""
    try:
        when, digest = _signer().unsign(receipt).split()
    except (BadSignature, ValueError):
        return 0.0
    waited = time.time() - float(when)
    return waited if digest == _digest(path, body) and 0 < waited <= HOLDS else 0.0


def _signer() -> Signer:
    return Signer(salt="arrival")


def _digest(path: str, body: bytes) -> str:
    return hashlib.blake2b(path.encode() + b" " + body, digest_size=16).hexdigest()
