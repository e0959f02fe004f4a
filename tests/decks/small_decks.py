"""Decks for tests of insight: the ready ones as contents, and small ones of made cards."""

from typing import Any

from cards.decks.models.contents import Contents
from tests.engine.build import V13, V14, event, habitat, species
from tests.ready_decks import deck_starters, ready_decks

CARDS = ready_decks()[0]


def _ready(rules: str) -> dict[str, Contents]:
    starters = deck_starters(rules)
    return {
        slug: Contents.of(
            {key: keys.count(key) for key in keys}, rules, starters[slug].replace("home", "")
        )
        for slug, keys in ready_decks(rules)[1].items()
    }  # fmt: skip


READY = {slug: contents for rules in (V14, V13) for slug, contents in _ready(rules).items()}

# A chain of three, a second plant eater, and one of each kind of misfit.
MADE: dict[str, dict[str, Any]] = {
    "oak": species(name="Oak", scale=8),
    "clover": species(name="Clover", scale=2, terrains="grassland"),
    "hare": species(2, name="Hare", scale=5, points=5),
    "horse": species(2, name="Horse", scale=8, terrains="grassland", points=7),
    "fox": species(3, name="Fox", scale=6, points=6),
    "stoat": species(3, name="Stoat", scale=4, points=6),
    "lynx": species(4, name="Lynx", scale=7, points=8),
    "owl": species(3, name="Owl", scale=7, terrains="tundra", climates="cold", points=8),
    "heron": species(3, name="Heron", scale=7, climates="hot"),
    "hawk": species(3, name="Hawk", scale=7, terrains="urban", climates="cool warm"),
    "koala": species(2, name="Koala", feeds_only={"name": "Eucalyptus"}),
    "clownfish": species(1, name="Clownfish", beside={"name": "Anemone"}),
    "anemone": species(2, name="Anemone"),
    "mistletoe": species(name="Mistletoe", parasitic={"host": {"name": "Oak"}, "needs_host": True}),
    "grazer": species(3, "herbivore", name="Grazer"),
    "foxglove": species(name="Foxglove", spread={"count": 2, "needs": ["pollinator"]}),
    "bee": species(2, name="Bee", scale=3, pollinator=True),
    "fire": event("discard", name="Fire"),
    "blight": event("discard", name="Blight", target={"diet": "omnivore"}),
    "wood": habitat(),
    "dune": habitat("desert", "hot", 1),
}  # fmt: skip


def deck(cards: str, rules: str = V14, **more: Any) -> Contents:
    """The contents of `"oak oak hare"`."""
    keys = cards.split()
    return Contents.of({key: keys.count(key) for key in keys}, rules, **more)


def full(cards: str, rules: str = V14, **more: Any) -> Contents:
    """The same, filled up with the first card to the size of a deck."""
    first = cards.split()[0]
    missing = {V14: 24, V13: 30}[rules] - len(cards.split())
    return deck(f"{cards} {' '.join([first] * missing)}", rules, **more)
