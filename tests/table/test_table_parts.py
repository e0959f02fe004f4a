"""What a page has yet to get of a table: applied to what it shows, it gives the table as a whole."""

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from django.test import Client

from engine.phylo.state import State
from engine.record_format import View
from games.matches.models import Match
from games.matches.services.play import play
from games.matches.services.positions import forget_all, legal_at, state_at
from games.table import faces, of_match, presenter
from games.table.board import card_of
from games.table.choices import choices
from games.table.parts import HEADER, LENGTH, MOST, draw
from games.table.presenter import Occasion
from tests.soak import hidden

pytestmark = pytest.mark.once

MOVES = 14


@pytest.fixture
def public_match(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(public=True)
    match.refresh_from_db()
    return match


def digests(html: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'data-digest="([^"]+)"', html)))


def fetched(client: Client, path: str, version: int, shown: str = "") -> str:
    headers = {HEADER: shown} if shown else {}
    answer = client.get(f"{path}table/", {"version": version}, headers=headers)
    assert answer.status_code == 200
    # Clocks go on between two answers.
    return re.sub(r"(data-clock-left>)[^<]*", r"\1", answer.content.decode())


def element(html: str, start: int) -> str:
    """The element that begins there."""
    name = re.match(r"<(\w+)", html[start:])[1]
    depth = 0
    for tag in re.finditer(rf"<(/?){name}\b", html[start:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[start : start + tag.end() + 1]
    raise AssertionError(html[start : start + 80])


def elements(html: str) -> dict[str, str]:
    """Parts and pieces by their digests."""
    return {
        found[1]: element(html, found.start()) for found in re.finditer(r'<\w+ data-digest="([^"]+)"', html)
    }


def parts(html: str) -> dict[str, str]:
    """The elements with `data-part` and a digest, by name."""
    found = {}
    for each in elements(html).values():
        if name := re.match(r'<[^>]*?\bdata-part="([^"]+)"', each):
            found[name[1]] = each
    return found


def applied(change: str, page: str) -> dict[str, str]:
    """What static/js/table/fragment.js makes of a page."""
    known = elements(page)
    news = {
        name: re.sub(r'<i data-same="([^"]+)"></i>', lambda same: known[same[1]], each)
        for name, each in parts(change).items()
    }
    return parts(page) | news


def played(match: Match, rng: random.Random) -> None:
    for version in range(match.version, match.version + MOVES):
        match.refresh_from_db()
        if match.finished:
            return
        seat = rng.choice(state_at(match).to_act)
        legal = legal_at(match, seat)
        action = rng.choice([each for each in legal if each["do"] in ("play", "move", "spread")] or legal)
        play(match_id=match.pk, seat=seat, action=action, version=version, key=f"k{version}")
    match.refresh_from_db()


@pytest.mark.parametrize("seed", [1, 2])
def test_what_differs_gives_the_table_of_another_version(seed, public_match, ada_client, ben_client):
    rng = random.Random(seed)
    played(public_match, rng)
    path = f"/matches/{public_match.pk}/"
    last = public_match.version
    for client in (ada_client, ben_client, Client()):
        stops = sorted({0, last, *rng.sample(range(last), 4)})
        wholes = {version: fetched(client, path, version) for version in stops}
        for one, two in [*pairwise(stops), (last, 0), (0, last)]:
            page = wholes[one]
            change = fetched(client, path, two, "".join(digests(page)))
            assert applied(change, page) == parts(wholes[two])
            assert len(change) < len(wholes[two])


def test_placements_that_are_not_tried_change_no_risk(match, monkeypatch):
    played(match, random.Random(4))
    states = [state_at(match, version) for version in range(match.version)]
    found = [choices(state, seat, match.cards) for state in states for seat in (0, 1)]
    monkeypatch.setattr(State, "may_change_risks", lambda state, action, risky: True)
    assert found == [choices(state, seat, match.cards) for state in states for seat in (0, 1)]


def test_another_process_gives_the_same_digests(public_match, ada_client):
    played(public_match, random.Random(3))
    path = f"/matches/{public_match.pk}/"
    page = fetched(ada_client, path, public_match.version)
    forget_all()
    of_match._recent.clear()
    faces._recent.clear()
    draw.cache_clear()
    change = fetched(ada_client, path, public_match.version, "".join(digests(page)))
    assert parts(change) == {}


@pytest.mark.parametrize("shown", ["x", "x" * LENGTH, "ä" * LENGTH, "a" * LENGTH * (MOST + 1), " , "])
def test_what_cannot_be_read_or_is_not_known_gives_the_whole(shown, match, ada_client):
    path = f"/matches/{match.pk}/"
    whole = fetched(ada_client, path, 0)
    assert parts(fetched(ada_client, path, 0, shown)) == parts(whole)


def changes(match: Match, clients: list[Client], secrets: hidden.Secrets) -> list[str]:
    """The hidden cards in what each page gets that shows the first table."""
    found = []
    for seat, client in enumerate(clients):
        path = f"/matches/{match.pk}/"
        change = fetched(client, path, match.version, "".join(digests(fetched(client, path, 0))))
        found += secrets.leaks(change, {match.pk: seat} if seat < 2 else {})
    return found


def test_what_differs_shows_no_hidden_card(ada, ben, ada_client, ben_client, monkeypatch):
    match, secrets = hidden.deal(0, ada, ben, public=True), hidden.Secrets()
    secrets.add(match)
    played(match, random.Random(0))
    clients = [ada_client, ben_client, Client()]
    assert changes(match, clients, secrets) == []
    # The search is no empty one: it finds a card of each hand that lies open in the drawing.
    side_of = presenter._side

    def open_side(occasion: Occasion, view: View, number: int) -> presenter.Side:
        key = occasion.state.position()["hands"][number][0]
        return replace(side_of(occasion, view, number), discard=[card_of(occasion.cards, key)])

    monkeypatch.setattr(presenter, "_side", open_side)
    of_match._recent.clear()
    assert changes(match, clients, secrets)
