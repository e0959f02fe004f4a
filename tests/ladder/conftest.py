"""Programs of Ada's and Ben's, connected, with ready decks to play."""

from collections.abc import Callable

import pytest
from django.core.cache import cache

from games.ladder.models import Program
from games.ladder.services import programs
from games.matches.presence import Presence
from phylo.accounts.models import User
from tests.accounts.conftest import post_office  # noqa: F401
from tests.factories import DeckFactory
from tests.matches.conftest import _nothing_remembered  # noqa: F401
from tests.members import person

Make = Callable[..., Program]


@pytest.fixture
def decks(db: None) -> None:
    for rules in ("phylo-1.4a", "phylo-1.3"):
        DeckFactory(slug=f"ready-{rules}", rules=rules)


@pytest.fixture
def make(decks: None) -> Make:
    """`make("Wolf", owner)`: a program that is connected; without an owner, one with an owner of its own."""
    cache.clear()

    def made(name: str, owner: User | None = None, *, plays=("phylo-1.4a",), here: bool = True) -> Program:
        owner = owner or person(f"{name}s-owner")
        terms = {"about": f"{name} plays.", "source": "", "plays": list(plays)}
        program, _secret = programs.make(owner=owner, name=name, **terms)
        if here:
            Presence(program.player_id).note()
        return program

    return made
