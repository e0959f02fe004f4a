import pytest

from tests.factories import DeckFactory, PlayerFactory
from tests.matches.conftest import (  # noqa: F401
    _nothing_remembered,
    ada,
    ada_client,
    ben,
    ben_client,
    match,
    outsiders,
)
from tests.sets.conftest import pond  # noqa: F401


@pytest.fixture
def deck(db):
    return DeckFactory(slug="meadow", ready=True)


@pytest.fixture
def host(db):
    return PlayerFactory(name="Host")
