"""The table in words: what is in danger, where the own cards fit, what lies where and lives on what."""

import pytest
from django.test import Client
from django.urls import reverse

from engine.phylo.state import State
from games.matches.models import Match
from games.matches.services.positions import view_at
from games.table.in_words import InWords, in_words
from games.table.lines import Reader
from tests.table.test_table import CARDS, context, position

pytestmark = pytest.mark.once


def told(state: State) -> InWords:
    return in_words(context(state), Reader(state, CARDS, ["You", "Mira"], 0))


def test_dangers_and_rows():
    words = told(position((-2, 0, 0, "bee"), (-1, 0, 0, "moss"), (2, 0, 1, "clover"), hand=[]))
    assert words.at_risk == ["Western Honeybee, yours, 4 points, at risk: no terrain"]
    [(number, row)] = words.rows
    assert number == 2
    assert [(each.column, each.label) for each in row] == [
        (2, "Western Honeybee, yours, 4 points, at risk: no terrain"),
        (3, "Bog Moss, yours, 2 points"),
        (4, "HOME, yours"),
        (5, "HOME, Mira"),
        (6, "White Clover, Mira, 2 points"),
    ]
    bee, moss, home = row[:3]
    assert bee.supports == ""
    assert bee.facts[0].startswith("It will go at the end of your turn: it shares no terrain")
    assert (moss.supports, moss.dependants) == ("HOME (right)", "")
    assert home.dependants == "Bog Moss (left)"


def test_where_the_own_cards_fit():
    words = told(position((-1, 0, 0, "clover"), hand=["moss", "bee"]))
    assert [(offer.name, offer.source) for offer in words.offers] == [
        ("Bog Moss", "hand:moss"),
        ("Western Honeybee", "hand:bee"),
    ]
    bee = {place.at: (place.label, place.effect) for place in words.offers[1].places}
    assert bee["-2,0"] == ("Space left of White Clover", "+4")
    assert list(bee) == ["-2,0", "-1,-1", "-1,1"]


def test_what_fits_nowhere_comes_last():
    words = told(position(hand=["bee", "clover"]))
    assert [(offer.name, bool(offer.places)) for offer in words.offers] == [
        ("White Clover", True),
        ("Western Honeybee", False),
    ]


def test_it_is_read_by_who_plays(match: Match, ada_client: Client, ben_client: Client):
    address = reverse("match-table", args=[match.pk])
    ada, ben = (
        client.get(address, {"part": "words"}).content.decode() for client in (ada_client, ben_client)
    )
    held = {match.cards[key]["name"] for key in view_at(match, 0)["hands"][0]}
    assert all(name in ada for name in held)
    assert "It is your turn, with 3 actions left." in " ".join(ada.split())
    assert "It is your turn" not in ben
    assert "What your cards can do" not in ben
    assert "What lies where" in ben
