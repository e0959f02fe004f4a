"""Ada, Ben, Carl and Dora with programs, and a match."""

from tests.matches.api.conftest import (  # noqa: F401
    _nothing_remembered,
    ada,
    ben,
    carl,
    dora,
    match,
)
