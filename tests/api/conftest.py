"""A small set of cards, an allowance that no test uses up by mistake, and bulk files of its own."""

from pathlib import Path

import pytest
from django.core.cache import cache

from cards.loading.load import load_card_set
from tests.factories import CardFactory, DeckFactory


@pytest.fixture(autouse=True)
def _allowance(settings):
    """Nothing asked before, and much left."""
    settings.API_LIMITS = {"visitor": (1_000_000, 60), "account": (2_000_000, 60)}
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _bulk_folder(settings, tmp_path: Path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def cards(db) -> None:
    """Plants, two animals, an event and a habitat, in two ready decks."""
    for key, traits in {
        "oak": {}, "daisy": {}, "moss": {}, "horse": {"animal": True}, "hare": {"animal": True},
        "fire": {"event": True}, "pasture": {"habitat": True},
    }.items():  # fmt: skip
        CardFactory(key=key, **traits)
    DeckFactory(slug="meadow")
    DeckFactory(slug="pasture-1-3", rules="phylo-1.3")


@pytest.fixture
def real_set(db) -> None:
    """The cards and decks that come with the site."""
    load_card_set()
