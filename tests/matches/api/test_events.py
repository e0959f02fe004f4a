"""The stream of events that need a player's response."""

import asyncio
import contextlib
import json
import re
import threading
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone

from cards.decks.models import Deck
from games.matches import stream
from games.matches.models import Match, Seat
from games.matches.services import offers
from games.matches.services.play import play
from games.matches.services.players import resign
from games.table.api import player_events
from games.table.api.player_events import Known
from phylo.accounts import services
from phylo.accounts.models import User
from phylo.moderation.stolen import close_to_thief
from tests.factories import challenge_of, deal
from tests.matches.api.conftest import begun, program

SOON = 12  # seconds; below the heartbeat, at which a stream looks by itself


@pytest.fixture
def players(transactional_db):
    return program("Ada"), program("Ben")


@pytest.fixture
def live(players) -> Match:
    """A match of Ada and Ben whose moves are committed, Ada to begin; no other is running."""
    match = begun(*players)
    Match.objects.exclude(pk=match.pk).delete()
    return match


def listen(who, script, *, seen=None, allowed=lambda: True):
    """Run `script(next_event)`; an event is its name and data, without the first line."""

    async def run():
        async with contextlib.aclosing(
            player_events.events(who.player.pk, seen=seen, allowed=allowed)
        ) as told:
            assert (await anext(told)).startswith("retry: ")

            async def following():
                return parsed(await asyncio.wait_for(anext(told), SOON))

            return await script(following)

    return async_to_sync(run)()


async def to_the_end(following) -> bool:
    with contextlib.suppress(StopAsyncIteration):
        while True:
            await following()
    return True


def parsed(text: str):
    found = re.fullmatch(r"id: [0-9]+\nevent: (\w+)\ndata: (.*)\n\n", text)
    return (found[1], json.loads(found[2])) if found else text


async def elsewhere(act, **how):
    """Run in another thread, as a request or the worker would."""

    def work():
        try:
            act(**how)
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    await asyncio.to_thread(thread.join)


def turn(match, version):
    return "turn", {"match": str(match.pk), "version": version}


def pass_(match, seat, version):
    order = {"action": {"do": "pass"}, "version": version, "key": f"k{version}"}
    play(match_id=match.pk, seat=seat, **order)


def test_turns_that_wait_and_each_new_one(live, players):
    async def script(following):
        assert await following() == turn(live, 0)
        await elsewhere(pass_, match=live, seat=0, version=0)
        await elsewhere(pass_, match=live, seat=1, version=1)
        assert await following() == turn(live, 2)

    listen(players[0], script)


def test_the_turn_of_the_other_is_none_of_ours(live, players):
    async def script(following):
        waits = asyncio.ensure_future(following())
        await asyncio.sleep(0.3)
        assert not waits.done()
        await elsewhere(pass_, match=live, seat=0, version=0)
        assert await waits == turn(live, 1)

    listen(players[1], script)


def test_a_match_that_begins_meanwhile_is_followed(players):
    async def script(following):
        waits = asyncio.ensure_future(following())
        while not stream._watchers:
            await asyncio.sleep(0.01)
        await elsewhere(lambda: begun(players[0], None))
        name, data = await waits
        assert (name, data["version"]) == ("turn", 0)

    listen(players[0], script)


def test_challenges_and_offers_and_results(live, players):
    ada, ben = players

    async def script(following):
        await elsewhere(
            lambda: challenge_of(ada.player, Deck.objects.get(slug="meadow"), to=ben.player, same_deck=True)
        )
        name, data = await following()
        assert (name, data["rules"], data["same_deck"]) == ("challenge", "phylo-1.4a", True)
        await elsewhere(offers.offer, match_id=live.pk, seat=0, kind="draw")
        assert await following() == ("offer", {"match": str(live.pk), "kind": "draw"})
        await elsewhere(offers.accept, match_id=live.pk, seat=1, kind="draw")
        name, data = await following()
        assert (name, data["match"], data["winner"]) == ("finished", str(live.pk), None)
        assert data["ending"] == "agreed"

    listen(ben, script)


def test_who_comes_back_is_told_of_results_that_came_meanwhile(live, players):
    before = timezone.now()
    resign(match_id=live.pk, seat=0, key="r")

    async def script(following):
        name, data = await following()
        assert (name, data["winner"]) == ("finished", 1)

    listen(players[0], script, seen=before)

    async def silent(following):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(following(), 0.3)

    listen(players[0], silent, seen=timezone.now() + 2 * player_events.OVERLAP)
    listen(players[0], silent)


def test_silence_is_filled_with_heartbeats(live, players, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)

    async def script(following):
        assert (await following()).startswith(":")
        assert (await following()).startswith(":")

    listen(players[1], script)


def test_it_outlives_a_fault_of_the_database(live, players, monkeypatch, caplog):
    """A client that has received nothing yet is disconnected and has to ask again."""
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    table, away = Seat._meta.db_table, "games_away"

    def rename(before, after):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {before} RENAME TO {after}")

    async def script(following):
        assert await following() == turn(live, 0)
        await elsewhere(rename, before=table, after=away)
        try:
            new = player_events.events(players[0].player.pk, seen=None, allowed=lambda: True)
            assert [piece[:7] async for piece in new] == ["retry: "]
            assert [(await following())[0] for _piece in range(3)] == [":"] * 3
        finally:
            await elsewhere(rename, before=away, after=table)
        await elsewhere(resign, match_id=live.pk, seat=1, key="r")
        while (told := await following())[0] == ":":
            pass
        assert told[0] == "finished"

    listen(players[0], script)
    assert "No answer for an open stream" in caplog.text


def test_a_result_is_told_once_and_forgotten_when_it_cannot_be_late_any_more(live, players, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    monkeypatch.setattr(player_events, "OVERLAP", timedelta(seconds=1))
    kept = []
    monkeypatch.setattr(player_events, "Known", lambda **first: kept.append(Known(**first)) or kept[0])
    resign(match_id=live.pk, seat=1, key="r")
    ended = Match.objects.get(pk=live.pk).updated

    async def script(following):
        assert (await following())[0] == "finished"
        assert (await following()).startswith(":")
        assert kept[0].sent == {("finished", live.pk)}
        while kept[0].sent:
            assert (await following()).startswith(":")
        assert kept[0].since > ended

    listen(players[0], script, seen=timezone.now())


def test_it_ends_with_the_token(live, players, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    works = [True]

    async def script(following):
        assert (await following()).startswith(":")
        works[0] = False
        assert await asyncio.wait_for(to_the_end(following), SOON)

    listen(players[1], script, allowed=lambda: works[0])


def test_one_watcher_follows_all_matches_and_nobody_watches_afterwards(live, players):
    async def script(following):
        await following()
        subjects = {live.pk, players[0].player.pk}
        assert {each for each in stream._watchers if stream._watchers[each]} == subjects
        assert len({watcher for group in stream._watchers.values() for watcher in group}) == 1

    listen(players[0], script)
    assert not stream._watchers
    assert stream._listeners == {}


@pytest.mark.parametrize("text", ["", "x", "1.5", "-1", "9" * 16, "٣"])
def test_what_is_no_moment(text):
    assert player_events.moment_of(text) is None


def test_a_moment():
    assert player_events.moment_of("1000") == datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=1)


def test_the_address(live, players):
    secret = players[0].headers["authorization"]

    async def ask():
        client = AsyncClient()
        assert (await client.get("/api/v1/stream/")).status_code == 401
        assert (await client.get("/api/v1/stream/?x=1", headers={"authorization": secret})).status_code == 400
        answer = await client.get(
            "/api/v1/stream/", headers={"authorization": secret, "accept": "text/event-stream"}
        )
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
        assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-store", "no")
        pieces = aiter(answer)
        assert (await anext(pieces)).startswith(b"retry")
        assert b"event: turn" in await asyncio.wait_for(anext(pieces), SOON)
        await pieces.aclose()
        answer.close()

    async_to_sync(ask)()


def signs_out(ada):
    Client.logout(ada)


def sets_a_password(ada):
    services.set_password(user=person_of(ada), password="otter moon bicycle")


def is_suspended(ada):
    User.objects.update(suspended_from=timezone.now())


def is_closed(ada):
    close_to_thief(account=person_of(ada))


def person_of(client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


@pytest.mark.parametrize("act", [signs_out, sets_a_password, is_suspended, is_closed])
def test_streams_end_with_what_opened_them(act, players, monkeypatch):
    """In the browser and with a token, and of one match as of all."""
    match, user = deal(players[0].player, opponent=players[1].player), players[0].player.user
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    with_token = act is not signs_out

    async def read(address, client, **headers):
        answer = await client.get(address, headers=headers | {"accept": "text/event-stream"})
        async for _piece in answer:
            pass

    async def run():
        browser = AsyncClient()
        await browser.aforce_login(user)
        match_stream = reverse("api-match-stream", args=[match.pk])
        opened = [read(address, browser) for address in ("/api/v1/stream/", match_stream)]
        opened.append(read("/api/v1/stream/", AsyncClient(), **players[0].headers))
        reading = [asyncio.ensure_future(each) for each in opened]
        await asyncio.sleep(0.3)
        assert not any(each.done() for each in reading)
        await elsewhere(act, ada=browser)
        done = await asyncio.wait(reading[: 2 + with_token], timeout=SOON)
        assert not done[1]
        assert reading[2].cancel() != with_token

    async_to_sync(run)()
