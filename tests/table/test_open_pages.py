"""What the stream sends to open pages: it gives them the table that they would fetch."""

import asyncio
import base64
import contextlib
import json
import random
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.models import Session
from django.test import AsyncClient, Client
from django.utils import timezone

from engine.record_format import View
from games.matches import stream
from games.matches.models import Match, Player, Seat
from games.matches.services.administrative_moves import DRAW
from games.matches.services.clock import LIVE, Pace
from games.matches.services.offers import offer
from games.matches.services.play import play
from games.matches.services.positions import legal_at, state_at
from games.matches.stream_hub import Opener
from games.table import of_match, open_pages, presenter
from games.table.board import card_of
from games.table.open_pages import OpenPage
from games.table.parts import digests_in
from games.table.presenter import Occasion
from tests.factories import client_of, deal
from tests.matches.conftest import starts
from tests.matches.test_stream import SOON, play_elsewhere
from tests.soak import hidden
from tests.table.test_table_parts import applied, digests, elements, fetched, parts

MOVES = 12


@pytest.fixture(autouse=True)
def _nothing_drawn():
    open_pages._last.clear()


def page_of(match: Match, seat: int | None) -> OpenPage:
    if seat is None:
        return OpenPage(match.pk, None, "en")
    player = match.seats.get(number=seat).player_id
    assert player is not None
    return OpenPage(match.pk, Opener(player, None, "", ""), "en")


def change_for(page: OpenPage, version: int) -> Mapping[str, str] | None:
    news = page.news(version, {})
    return news["change"] if news else None


def unpacked(change: Mapping[str, str]) -> str:
    return zlib.decompress(base64.b64decode(change["html"])).decode()


def moved(match: Match, rng: random.Random) -> None:
    """One move on, without an end."""
    seat = rng.choice(state_at(match).to_act)
    legal = [action for action in legal_at(match, seat) if action["do"] != "resign"]
    action = rng.choice([each for each in legal if each["do"] in ("play", "move", "spread")] or legal)
    play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{match.version}")
    match.refresh_from_db()


@pytest.fixture
def public_match(ada: Player, ben: Player) -> Match:
    """Each of its cards is nowhere else, so that it gives itself away."""
    return hidden.deal(0, ada, ben, public=True)


def test_what_is_sent_gives_the_next_table(public_match, ada_client, ben_client):
    rng, match, path = random.Random(1), public_match, f"/matches/{public_match.pk}/"
    seats = {0: ada_client, 1: ben_client, None: Client()}
    shown = {seat: fetched(client, path, 0) for seat, client in seats.items()}
    for _move in range(MOVES):
        moved(match, rng)
        for seat, client in seats.items():
            change = change_for(page_of(match, seat), match.version)
            assert change is not None
            html = of_time(unpacked(change))
            assert {*digests_in(change["kept"])} <= elements(shown[seat]).keys()
            now = fetched(client, path, match.version)
            assert applied(html, shown[seat]) == parts(now)
            assert len(html) < len(now)
            shown[seat] = now


def of_time(html: str) -> str:
    """As `fetched` does."""
    return re.sub(r"(data-clock-left>)[^<]*", r"\1", html)


def leaks(match: Match, clients: list[Client], secrets: hidden.Secrets) -> list[str]:
    """The hidden cards in what is sent to each page after a few moves."""
    found, rng = [], random.Random(0)
    for client in clients:
        fetched(client, f"/matches/{match.pk}/", match.version)
    for _move in range(MOVES):
        moved(match, rng)
        for seat in (0, 1, None):
            change = change_for(page_of(match, seat), match.version)
            assert change is not None
            found += secrets.leaks(unpacked(change), {} if seat is None else {match.pk: seat})
    return found


def test_what_is_sent_shows_no_hidden_card(ada, ben, ada_client, ben_client, monkeypatch):
    secrets, clients = hidden.Secrets(), [ada_client, ben_client, Client()]
    matches = [hidden.deal(number, ada, ben, public=True) for number in range(2)]
    for match in matches:
        secrets.add(match)
    assert leaks(matches[0], clients, secrets) == []
    # The search is no empty one: it finds a card of each hand that lies open in the drawing.
    side_of = presenter._side

    def open_side(occasion: Occasion, view: View, number: int) -> presenter.Side:
        key = occasion.state.position()["hands"][number][0]
        return replace(side_of(occasion, view, number), discard=[card_of(occasion.cards, key)])

    monkeypatch.setattr(presenter, "_side", open_side)
    of_match._recent.clear()
    assert leaks(matches[1], clients, secrets)


def test_the_digests_of_one_page_are_of_no_use_to_another(public_match, ada_client, ben_client):
    """Each is sent what it lacks itself, whoever fetched or was sent something last."""
    rng, path = random.Random(2), f"/matches/{public_match.pk}/"
    Seat.objects.filter(match=public_match).update(looked=timezone.now())
    fetched(ada_client, path, 0)
    moved(public_match, rng)
    sent = [change_for(page_of(public_match, seat), 1) for seat in (1, 0, None)]
    assert [is_whole(each) for each in sent] == [True, False, True]


def is_whole(change: Mapping[str, str] | None) -> bool:
    """Whether it needs nothing that a page shows."""
    assert change is not None
    return not change["kept"] and "data-same" not in unpacked(change)


def test_all_who_watch_are_sent_the_same_once(public_match, monkeypatch):
    fetched(Client(), f"/matches/{public_match.pk}/", 0)
    moved(public_match, random.Random(3))
    first = change_for(page_of(public_match, None), 1)
    monkeypatch.setattr(open_pages, "render_to_string", None)
    assert change_for(page_of(public_match, None), 1) is first is not None


def test_who_missed_a_version_is_sent_the_whole_table_and_then_follows(public_match, ada_client):
    rng, path, page = random.Random(4), f"/matches/{public_match.pk}/", page_of(public_match, 0)

    def sent() -> Mapping[str, str] | None:
        moved(public_match, rng)
        return change_for(page, public_match.version)

    fetched(ada_client, path, 0)
    moved(public_match, rng)
    missed = sent()
    assert is_whole(missed)
    assert of_time(unpacked(missed)) == fetched(ada_client, path, 2)
    assert not is_whole(sent())
    # Somebody else's process has drawn what it shows.
    open_pages._last.clear()
    assert [is_whole(sent()), is_whole(sent())] == [True, False]


def test_a_page_that_shows_something_else_is_told_so(public_match, ada_client):
    """It knows by the digests that it was not meant for it (static/js/table/fragment.js)."""
    rng, path = random.Random(5), f"/matches/{public_match.pk}/"
    old = fetched(ada_client, path, 0)
    for _move in range(6):
        moved(public_match, rng)
    fetched(ada_client, path, 6)
    moved(public_match, rng)
    change = change_for(page_of(public_match, 0), 7)
    assert change is not None
    wanted = {*digests_in(change["kept"]), *re.findall(r'data-same="([^"]+)"', unpacked(change))}
    assert not wanted <= {*digests(old)}


def test_what_has_to_be_asked_for_is_not_sent(public_match, ada, ada_client):
    rng, path = random.Random(6), f"/matches/{public_match.pk}/"
    fetched(ada_client, path, 0), fetched(Client(), path, 0)
    moved(public_match, rng)
    # That somebody looks is noted when they fetch.
    Seat.objects.filter(match=public_match, number=0).update(looked=None)
    assert change_for(page_of(public_match, 0), 1) is None
    # Not everybody may watch any more.
    Match.objects.filter(pk=public_match.pk).update(public=False)
    assert change_for(page_of(public_match, None), 1) is None
    stranger = OpenPage(public_match.pk, Opener(Player.objects.create(name="Carl").pk, None, "", ""), "en")
    assert change_for(stranger, 1) is None


def test_the_end_is_fetched(public_match, ada_client):
    fetched(ada_client, f"/matches/{public_match.pk}/", 0)
    play(match_id=public_match.pk, seat=1, action={"do": "resign"}, version=0, key="k")
    assert change_for(page_of(public_match, 0), 1) is None


def test_a_device_that_two_share_is_sent_no_hand(public_match, ada, ada_client):
    fetched(ada_client, f"/matches/{public_match.pk}/", 0)
    Seat.objects.filter(match=public_match).update(player=ada)
    moved(public_match, random.Random(7))
    assert change_for(page_of(public_match, 0), 1) is None


def test_a_fault_stops_no_stream(public_match, ada_client, monkeypatch, caplog):
    fetched(ada_client, f"/matches/{public_match.pk}/", 0)
    moved(public_match, random.Random(8))
    monkeypatch.setattr(open_pages, "table_for", None)
    assert change_for(page_of(public_match, 0), 1) is None
    assert "No change for an open page" in caplog.text


def beside(client: Client, match: Match) -> dict[str, object]:
    """What a page would fetch, without what differs by the moment and by who is here."""
    html = client.get(f"/matches/{match.pk}/table/", {"part": "live"}).content.decode()
    data: dict[str, object] = json.loads(re.search(r'id="live-state"[^>]*>(.*?)</script>', html)[1])
    data.pop("here", None)
    return data


def test_what_lies_beside_the_table_is_sent_too(ada, ben, ada_client, ben_client):
    rng, match = random.Random(9), deal(ada, opponent=ben, pace=Pace(LIVE, 600))
    Seat.objects.filter(match=match).update(looked=timezone.now())
    moved(match, rng)
    Match.objects.filter(pk=match.pk).update(clock_since=timezone.now())
    for _move in range(MOVES):
        moved(match, rng)
        for seat, client in enumerate((ada_client, ben_client)):
            news = page_of(match, seat).news(match.version, {})
            assert news is not None
            sent, fetched_now = dict(news["beside"]), beside(client, match)
            assert sent.pop("undo")
            for data in (sent, fetched_now):
                data["clocks"].pop("now")
            assert sent == fetched_now


def test_an_offer_is_fetched(match, ada, ben):
    def sent() -> list[bool]:
        news = [page_of(match, seat).news(match.version, {}) for seat in (0, 1)]
        return [each["beside"] is not None for each in news if each is not None]

    rng = random.Random(10)
    Seat.objects.filter(match=match).update(looked=timezone.now())
    moved(match, rng)
    assert sent() == [True, True]
    offer(match_id=match.pk, seat=0, kind=DRAW)
    match.refresh_from_db()
    for _move in range(2):
        moved(match, rng)
        assert sent() == [False, False]


@pytest.fixture
def live(transactional_db):
    """A match of two people whose moves are committed, Ada to begin."""
    ada, ben = Player.objects.create(name="Ada"), Player.objects.create(name="Ben")
    return next(
        dealt for seed in range(100) if (dealt := deal(ada, opponent=ben, seed=seed)) and starts(dealt) == 0
    )


def follow(match, script, *, query="?changes=true"):
    """Run `script(next_message, session)` with the stream of Ada's page."""
    client = client_of(match.seats.get(number=0).player)
    fetched(client, f"/matches/{match.pk}/", 0)

    async def run():
        browser = AsyncClient()
        browser.cookies = client.cookies
        response = await browser.get(f"/api/v1/matches/{match.pk}/stream/{query}")
        pieces = aiter(response)

        async def message():
            while True:
                piece = (await asyncio.wait_for(anext(pieces), SOON)).decode()
                if piece.startswith("id: "):
                    return json.loads(piece.partition("data: ")[2])

        async with contextlib.aclosing(pieces):
            return await script(message, client.cookies["sessionid"].value)

    return async_to_sync(run)()


def test_the_stream_brings_it(live):
    async def script(message, session):
        assert await message() == {"version": 0, "talk": 0}
        thread = await asyncio.to_thread(play_elsewhere, live)
        told = await message()
        assert told["version"] == 1
        assert "data-part" in unpacked(told["change"])
        await asyncio.to_thread(thread.join)

    follow(live, script)


def test_who_does_not_ask_is_told_of_the_version_alone(live):
    async def script(message, session):
        await message()
        thread = await asyncio.to_thread(play_elsewhere, live)
        assert await message() == {"version": 1, "talk": 0}
        await asyncio.to_thread(thread.join)

    follow(live, script, query="")


def test_who_has_signed_out_is_sent_nothing_more(live):
    async def script(message, session):
        await message()
        await asyncio.to_thread(Session.objects.filter(session_key=session).delete)
        thread = await asyncio.to_thread(play_elsewhere, live)
        with pytest.raises(StopAsyncIteration):
            await message()
        await asyncio.to_thread(thread.join)

    follow(live, script)
    assert live.pk not in stream._watchers
