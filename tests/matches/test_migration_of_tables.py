"""The challenges and gatherings of an older database become open tables, and its matches stay as dealt."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.drafting.state import new_game as new_draft
from engine.phylo.start import new_game
from games.lobby.models import OpenTable
from games.matches.models import Match
from games.matches.services.positions import opening
from tests.engine.build import cards_for
from tests.migrated import before

SEED = 2**53 - 1
BEFORE = ("games", "0012_guests")
MADE = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def dealt_before(model, rules):
    """A match that is being played, with the seed and the state of the generator as numbers."""
    cards, decks = cards_for(rules), [["oak"] * 12 + ["hare"] * 12] * 2
    drafting = rules == "ecosystem"
    state = new_draft(rules, 2, SEED) if drafting else new_game(rules, cards, decks, SEED)
    assert isinstance(state.snapshot()["chance"], int)
    match = model("games", "Match").objects.create(
        rules=rules, seed=SEED, cards=cards, decks=decks, snapshot=state.snapshot(), scores=[0, 0]
    )
    return match.pk


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_challenges_and_gatherings_become_open_tables():
    with before(BEFORE) as model:
        ada, ben, carl = (model("games", "Player").objects.create(name=name) for name in ("A", "B", "C"))
        expires = MADE + timedelta(days=14)
        challenge = {"maker": ada, "rules": "phylo-1.4a", "deck": ["clover"], "deck_name": "Meadow"}
        challenge |= {"expires": expires, "starter": "pond", "seat": "1", "options": {"home_gap": 1}}
        made = model("games", "Challenge").objects
        match = model("games", "Match").objects.create(
            rules="phylo-1.4a", seed=1, version=0, cards={}, decks=[[], []], snapshot={}, scores=[0, 0]
        )
        played = [dealt_before(model, rules) for rules in ("phylo-1.4a", "ecosystem")]
        for number, player in enumerate((ben, ada)):
            model("games", "Seat").objects.create(match=match, number=number, player=player)
        made.create(**challenge, key="one", code="open")
        made.create(**challenge, key="two", code="to-ben", to=ben)
        made.create(**challenge, key="three", code="no", to=ben, status="declined", listed=False)
        made.create(**challenge, key="four", code="begun", status="accepted", match=match)
        made.update(created=MADE)
        gathering = model("games", "Gathering").objects.create(
            maker=ada, rules="ecosystem", seats=4, bots=["random"], key="one", code="four", expires=expires
        )
        for player, state in ((ada, "taken"), (ben, "invited"), (carl, "declined")):
            model("games", "Place").objects.create(gathering=gathering, player=player, state=state)
    for pk in played:
        stored = Match.objects.get(pk=pk)
        assert (stored.dealt_from, opening(stored).snapshot()) == (SEED, stored.snapshot)
    tables = {each.code: each for each in OpenTable.objects.all()}
    people = {
        code: [(each.player.name, each.state) for each in table.participants.all()]
        for code, table in tables.items()
    }
    assert people == {
        "open": [("A", "waiting")],
        "to-ben": [("A", "waiting"), ("B", "invited")],
        "no": [("A", "waiting"), ("B", "declined")],
        "begun": [("A", "waiting"), ("B", "waiting")],
        "four": [("A", "waiting"), ("B", "invited"), ("C", "declined")],
    }
    assert {code: (each.status, each.listed, each.invited_only) for code, each in tables.items()} == {
        "open": ("open", True, False),
        "to-ben": ("open", False, True),
        "no": ("declined", False, True),
        "begun": ("begun", True, False),
        "four": ("open", True, False),
    }
    first = tables["open"]
    assert (first.created, first.expires, first.side, first.options) == (MADE, expires, "1", {"home_gap": 1})
    maker = first.participants.get()
    assert (maker.deck_name, maker.deck, maker.starter) == ("Meadow", ["clover"], "pond")
    assert (tables["four"].seats, tables["four"].bots) == (4, ["random"])
    assert tables["begun"].match_id == match.pk
    assert (first.key, tables["four"].key) == ("one", str(gathering.pk)), "no key twice for one maker"
