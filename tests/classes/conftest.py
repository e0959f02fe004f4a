import pytest

from games.matches.models import Player
from games.matches.services import positions
from tests.classes.pond import Class
from tests.factories import DeckFactory, PlayerFactory


@pytest.fixture
def pond(db) -> Class:
    positions.forget_all()
    DeckFactory(slug="meadow")
    return Class()


@pytest.fixture
def sam(db) -> Player:
    """A stranger without an account."""
    return PlayerFactory(name="Sam")
