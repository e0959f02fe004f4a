"""
Hidden cards at a drafting table change nothing that others are shown: every address of a match answers the
same whatever the others hold and have chosen.
"""

import json
import re

import pytest
from django.test import Client

from games.matches.models import Match
from games.matches.services import positions
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play
from games.matches.services.positions import legal_at
from phylo.accounts.models import User
from tests.factories import PlayerFactory, client_of, shown_of_seed, text_seed
from tests.soak.looks import match_routes

pytestmark = pytest.mark.once

EACH_TIME = re.compile(r'(csrfmiddlewaretoken" value|data-csrf|nonce)="[^"]+"|\d{4}-\d\d-\d\dT[0-9:.+Z]+')
QUERIES = ("", "?version=1", "?part=live", "?part=ways&card=RABBIT&at=0,1", "?seat=0", "?action={}")
AHEAD = 4
"""Turns that are played before the pages are compared."""


@pytest.fixture
def table(db):
    """Ada, Ben and a computer; everybody may watch."""
    user = User.objects.create_user("ben")
    players = PlayerFactory(name="Ada"), PlayerFactory(user=user)
    sides = [*(Side(player=player) for player in players), Side(bot="greedy")]
    match = create_match(sides=sides, rules="ecosystem", seed=text_seed(7), public=True)
    for turn in range(AHEAD):
        for seat in range(3):
            choose(match, seat, f"k{turn}")
    ben = Client()
    ben.force_login(user)
    lookers = {"Ada": client_of(players[0]), "Ben": ben, "a watcher": client_of(PlayerFactory(name="Carl"))}
    # All are at the table, and have been from the first of the answers that are compared.
    for client in lookers.values():
        client.get(f"/api/v1/matches/{match.pk}/view/")
    return match, lookers


def choose(match, seat, key, which=0):
    match.refresh_from_db()
    action = legal_at(match, seat)[which]
    play(match_id=match.pk, seat=seat, action=action, version=match.version, key=key)


def seen(match, lookers):
    """Person -> address -> the response, without what differs between any two requests."""
    positions.forget_all()
    return {
        who: {
            f"{route}{query}": plain(client, match, route.format(match.pk) + query)
            for route in match_routes()
            for query in QUERIES
        }
        for who, client in lookers.items()
    }


def plain(client, match, address):
    answer = client.get(address)
    assert answer.status_code < 500
    assert shown_of_seed(match, answer) == [], address
    return answer.status_code, EACH_TIME.sub("", answer.content.decode())


def test_nobody_is_shown_what_another_has_chosen(table):
    match, lookers = table
    assert match.snapshot["chance"].startswith(f"{match.seed}/")
    match.refresh_from_db()
    before = {field.name: getattr(match, field.name) for field in Match._meta.concrete_fields}
    choose(match, 0, "choice", 0)
    one = seen(match, lookers)
    match.moves.filter(key="choice").delete()
    Match.objects.filter(pk=match.pk).update(**before)
    choose(match, 0, "choice", -1)
    moved = match.moves.get(key="choice").created
    Match.objects.filter(pk=match.pk).update(updated=moved)
    assert different(one, seen(match, lookers)) == {"Ada"}


def test_nobody_is_shown_what_the_others_hold(table):
    match, lookers = table
    one = seen(match, lookers)
    match.refresh_from_db()
    kept = match.snapshot
    other = json.loads(json.dumps(kept))
    for hidden in ("hands", "held"):
        other[hidden][0], other[hidden][2] = kept[hidden][2], kept[hidden][0]
    other["deck"], other["chance"] = kept["deck"][::-1], f"{'0' * 64}/9"
    assert other["hands"] != kept["hands"]
    Match.objects.filter(pk=match.pk).update(snapshot=other)
    assert different(one, seen(match, lookers)) == {"Ada"}


def different(one, two):
    """The people who are shown something different."""
    return {who for who in one if one[who] != two[who]}
