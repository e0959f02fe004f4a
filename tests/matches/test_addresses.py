"""Who may read and post at every address of a match, and what no address of the site accepts."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from games.matches.models import Match, Player
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play
from phylo.accounts.models import User
from tests.factories import PlayerFactory, client_of, deal

pytestmark = pytest.mark.once

PLAYERS, WATCHERS = {"player", "opponent"}, {"player", "opponent", "watcher"}
# A match that is not open to somebody is not found: 404, or 401 from the API without any account.
CLOSED = {HTTPStatus.NOT_FOUND, HTTPStatus.UNAUTHORIZED}
READING = {
    "match": WATCHERS,
    "match-table": WATCHERS,
    "match-replay": WATCHERS,
    "match-lesson": WATCHERS,
    "match-watchers": WATCHERS - PLAYERS,  # there is none of a match that is not public
    "api-match": WATCHERS,
    "api-match-view": WATCHERS,
    "api-match-analysis": WATCHERS,
    "api-match-record": WATCHERS,
    "api-match-stream": WATCHERS,
    "api-match-actions": PLAYERS,
    "api-match-why": PLAYERS,
    "api-match-spaces": PLAYERS,
    "api-match-chat": PLAYERS,
    "api-match-watchers": WATCHERS - PLAYERS,
}
POSTING = {
    "match-rematch": PLAYERS,
    "match-share": PLAYERS,
    "match-leave": PLAYERS,
    "match-analysis": WATCHERS,
    "match-play-on": WATCHERS,
    "match-puzzle": WATCHERS,
    "match-coach": PLAYERS,
    "api-match-analysis": WATCHERS,
    "api-match-play-on": WATCHERS,
    "api-match-actions": PLAYERS,
    "api-match-flag": WATCHERS,
    "api-match-resign": PLAYERS,
    "api-match-hint": PLAYERS,
    "api-match-offers": PLAYERS,
    "api-match-chat": PLAYERS,
    "api-match-mute": PLAYERS,
    "api-match-report": PLAYERS,
    "api-match-watchers": WATCHERS - PLAYERS,
}
PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")
# Mail programs post to them by themselves (RFC 8058); the address itself is the secret.
STOPPING_MAILS = {"mails-stop", "proposal-mails-stop"}
ASKED = {
    "api-match-why": {"action": '{"do":"pass"}'},
    "api-match-spaces": {"source": "hand:no-such-card"},
}


def patterns() -> Iterator[tuple[str, URLPattern]]:
    """Every named address of the site but the admin's."""

    def walk(found, route: str) -> Iterator[tuple[str, URLPattern]]:
        for each in found:
            here = route + str(each.pattern)
            if isinstance(each, URLPattern):
                yield here, each
            elif getattr(each, "namespace", None) != "admin":
                yield from walk(each.url_patterns, here)

    yield from walk(get_resolver().url_patterns, "/")


def begun(name: str, ada: Player, ben: Player, *, public: bool) -> Match:
    """A match in which the address exists: only drafting games can be left to a computer."""
    if name == "match-leave":
        sides = [Side(player=ada), Side(player=ben)]
        return create_match(sides=sides, rules="ecosystem", public=public)
    return deal(ada, opponent=ben, public=public)


@pytest.fixture
def people(ada, ben) -> dict[str, Client]:
    return {
        "player": client_of(ada),
        "opponent": client_of(ben),
        "watcher": client_of(PlayerFactory(name="Carl")),
        "stranger": client_of(PlayerFactory(name="Dora")),
        "passer-by": Client(),
    }


def test_every_address_of_a_match_is_in_the_tables():
    names = {pattern.name for route, pattern in patterns() if "match_id" in route}
    names.remove("api-class-game")  # for teachers: in the table of tests/classes/test_api_of_classes.py
    assert names == READING.keys() | POSTING.keys()


@pytest.mark.parametrize("name", READING)
def test_who_reads(people, ada, ben, name):
    matches = {public: begun(name, ada, ben, public=public) for public in (False, True)}
    for match in matches.values():
        play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key=str(match.pk))
    for who, client in people.items():
        answer = client.get(reverse(name, args=[matches[who == "watcher"].pk]), ASKED.get(name))
        assert (answer.status_code not in CLOSED) == (who in READING[name]), who


@pytest.mark.parametrize("name", POSTING)
def test_who_posts(people, ada, ben, name):
    for who, client in people.items():
        match = begun(name, ada, ben, public=who == "watcher")
        answer = client.post(reverse(name, args=[match.pk]), {"version": 0}, "application/json")
        assert (answer.status_code not in CLOSED) == (who in POSTING[name]), who
        match.refresh_from_db()
        assert who in POSTING[name] or (match.version, match.talk, match.bot_to_act) == (0, 0, False)


def test_nothing_is_posted_without_the_token_of_the_page(ada):
    """The session alone is not enough, so that pages of other sites cannot use it."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("ada"))
    values = {"uuid": UUID(int=0), "int": 1, "slug": "x", "str": "x", "path": "x", "day": "2026-11-23"}
    values |= {"class_code": "BCDFHJKMP", "card_code": "BCDFHJKMPRST", "card_key": "oak"}
    for route, pattern in patterns():
        if pattern.name in STOPPING_MAILS or "(?P" in route:
            continue
        address = PARAMETER.sub(lambda found: str(values[found[1] or "str"]), route)
        refused = client.post(address, {"x": "x"}).status_code
        assert refused in {HTTPStatus.FORBIDDEN, HTTPStatus.METHOD_NOT_ALLOWED}, address
