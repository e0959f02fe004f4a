import pytest

from tests.factories import DeckFactory, PlayerFactory


@pytest.fixture
def deck(db):
    return DeckFactory(slug="meadow", ready=True)


@pytest.fixture
def host(db):
    return PlayerFactory(name="Host")
