"""Ada plays against Ben; Carl plays elsewhere; Dora has never played."""

import pytest
from django.test import Client

from games.matches.models import Match, Player
from games.matches.services import positions
from tests.factories import PlayerFactory, client_of, client_of_guest, deal
from tests.sets.conftest import pond  # noqa: F401


@pytest.fixture(autouse=True)
def _nothing_remembered():
    positions.forget_all()


@pytest.fixture
def ada(db) -> Player:
    return PlayerFactory(name="Ada")


@pytest.fixture
def ben(db) -> Player:
    return PlayerFactory(name="Ben")


@pytest.fixture
def match(ada: Player, ben: Player) -> Match:
    """Ada in seat 0 begins against Ben in seat 1."""
    return next(
        dealt for seed in range(100) if (dealt := deal(ada, opponent=ben, seed=seed)) and starts(dealt) == 0
    )


def starts(match: Match) -> int:
    return positions.state_at(match).to_act[0]


@pytest.fixture
def outsiders(match: Match) -> dict[str, Client]:
    """Everybody who has no seat in the match."""
    carl = PlayerFactory(name="Carl")
    deal(carl)
    stray = client_of_guest("no uuid")
    gone = PlayerFactory(name="Gone")
    of_gone = client_of(gone)
    gone.delete()
    return {"carl": client_of(carl), "dora": Client(), "stray": stray, "gone": of_gone}


@pytest.fixture
def ada_client(ada: Player) -> Client:
    return client_of(ada)


@pytest.fixture
def ben_client(ben: Player) -> Client:
    return client_of(ben)
