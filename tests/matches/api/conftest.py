"""Ada plays against Ben, both with accounts and tokens; Carl has one too, and Dora has no account."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from games.matches.models import Match, Player
from games.matches.services import positions
from phylo.accounts import tokens
from tests.factories import deal
from tests.matches.conftest import starts
from tests.members import person

API = "/api/v1"


class Program:
    """A bot's client: JSON, with a token or without; CSRF is checked."""

    def __init__(self, secret: str | None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def get(self, path: str, **headers: str):
        return self.client.get(API + path, headers=self.headers | headers)

    def post(self, path: str, body: object = None):
        data = json.dumps({} if body is None else body)
        return self.client.post(API + path, data, content_type="application/json", headers=self.headers)

    def patch(self, path: str, body: object):
        data = json.dumps(body)
        return self.client.patch(API + path, data, content_type="application/json", headers=self.headers)

    def delete(self, path: str):
        return self.client.delete(API + path, headers=self.headers)


def program(name: str) -> Program:
    user = person(name)
    Player.objects.create(user=user)
    made = Program(tokens.create_token(user=user, name="bot"))
    made.player = user.player
    return made


@pytest.fixture(autouse=True)
def _nothing_remembered(settings):
    settings.API_LIMITS = {"visitor": (1_000_000, 60), "account": (2_000_000, 60)}
    cache.clear()
    positions.forget_all()


@pytest.fixture
def ada(db) -> Program:
    return program("Ada")


@pytest.fixture
def ben(db) -> Program:
    return program("Ben")


@pytest.fixture
def carl(db) -> Program:
    return program("Carl")


@pytest.fixture
def dora(db) -> Program:
    return Program(None)


def begun(ada: Program, ben: Program | None, **setup) -> Match:
    """Ada in seat 0 begins."""
    opponent = ben.player if ben else None
    dealt = (deal(ada.player, opponent=opponent, seed=seed, **setup) for seed in range(100))
    return next(match for match in dealt if starts(match) == 0)


@pytest.fixture
def match(ada: Program, ben: Program) -> Match:
    return begun(ada, ben)
