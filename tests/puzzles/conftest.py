"""Ada and Ben, and a match of theirs."""

from tests.matches.conftest import (  # noqa: F401
    _nothing_remembered,
    ada,
    ada_client,
    ben,
    ben_client,
    match,
    outsiders,
)
