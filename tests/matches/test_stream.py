"""The live stream of a match."""

import asyncio
import contextlib
import queue
import threading
import uuid

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import AsyncClient
from django.urls import reverse

from games.matches import stream
from games.matches.models import Match
from games.matches.presence import Presence, here
from games.matches.services.play import play
from games.matches.stream_hub import Found, Opener, Question, in_any_thread, stream_hub
from phylo.accounts.guests import SESSION_KEY
from phylo.http.redis import Unreachable
from phylo.serving.handler import Handler
from tests.factories import PlayerFactory, client_of, deal
from tests.matches.conftest import starts
from tests.matches.test_addresses import CLOSED

SOON = 12  # seconds; below the heartbeat, at which a stream looks by itself


@pytest.fixture
def live(transactional_db):
    """A match of two people whose moves are committed, Ada to begin."""
    ada, ben = PlayerFactory(name="Ada"), PlayerFactory(name="Ben")
    return next(
        dealt for seed in range(100) if (dealt := deal(ada, opponent=ben, seed=seed)) and starts(dealt) == 0
    )


def listen(match, script, **how):
    """Run `script(next_piece)` against the open stream; it is closed afterwards."""

    async def run():
        stream_of = stream.events(match.pk, **{"seen": None, **how})
        async with contextlib.aclosing(stream_of):
            return await script(lambda: asyncio.wait_for(anext(stream_of), SOON))

    return async_to_sync(run)()


def play_elsewhere(match, action=None, *, seat=0, version=0):
    """Make a move in another thread, as a request or the worker would."""

    def work():
        try:
            play(
                match_id=match.pk,
                seat=seat,
                action=action or {"do": "pass"},
                version=version,
                key=f"k{version}",
            )
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def version_event(number):
    return f'id: {number}\ndata: {{"version": {number}, "talk": 0}}\n\n'


def test_it_begins_with_the_version_and_tells_each_new_one(live):
    async def script(piece):
        assert (await piece()).startswith("retry: ")
        assert await piece() == version_event(0)
        thread = await asyncio.to_thread(play_elsewhere, live)
        assert await piece() == version_event(1)
        await asyncio.to_thread(thread.join)

    listen(live, script)


def test_who_has_seen_the_version_waits_for_the_next(live):
    async def script(piece):
        await piece()
        waiting = asyncio.ensure_future(piece())
        await asyncio.sleep(0.2)
        assert not waiting.done()
        thread = await asyncio.to_thread(play_elsewhere, live)
        assert await waiting == version_event(1)
        await asyncio.to_thread(thread.join)

    listen(live, script, seen=stream.Point(0))


def test_who_missed_versions_gets_the_newest(live):
    play_elsewhere(live).join()

    async def script(piece):
        await piece()
        assert await piece() == version_event(1)

    listen(live, script, seen=stream.Point(0))


def test_silence_is_filled_with_heartbeats(live, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)

    async def script(piece):
        await piece()
        assert await piece() == version_event(0)
        assert (await piece()).startswith(":")
        assert (await piece()).startswith(":")

    listen(live, script)


def test_nobody_watches_after_the_stream_is_closed(live):
    async def script(piece):
        await piece()
        await piece()
        assert len(stream._watchers[live.pk]) == 1

    listen(live, script)
    assert live.pk not in stream._watchers
    assert stream._listeners == {}


def test_a_stream_outlives_a_fault_of_the_database(live, monkeypatch, caplog):
    """A client that has received nothing yet is disconnected and has to ask again."""
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    table, away = Match._meta.db_table, "games_away"

    def rename(before, after):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {before} RENAME TO {after}")
        connection.close()

    async def script(piece):
        assert [await piece(), await piece()][1] == version_event(0)
        await sync_to_async(rename)(table, away)
        try:
            assert [piece[:7] async for piece in stream.events(live.pk, seen=None)] == ["retry: "]
            assert [(await piece())[0] for _piece in range(3)] == [":"] * 3
        finally:
            await sync_to_async(rename)(away, table)
        thread = await asyncio.to_thread(play_elsewhere, live)
        while (told := await piece()).startswith(":"):
            pass
        assert told == version_event(1)
        await asyncio.to_thread(thread.join)

    listen(live, script)
    assert "No answer for open streams (1)" in caplog.text


def test_what_the_database_could_not_answer_is_told_before_the_next_heartbeat(live, monkeypatch):
    monkeypatch.setattr(stream, "AGAIN", 0.05)
    away, ask = [], stream_hub

    def hub():
        if away:
            raise DatabaseError("restarted")
        return ask()

    monkeypatch.setattr(stream, "stream_hub", hub)

    async def script(piece):
        assert [await piece(), await piece()][1] == version_event(0)
        away.append(True)
        thread = await asyncio.to_thread(play_elsewhere, live)
        # Woken, and again in vain.
        assert [await piece() for _time in range(3)] == [": still here\n\n"] * 3
        await asyncio.to_thread(thread.join)
        away.clear()
        while (told := await piece()).startswith(":"):
            pass
        assert told == version_event(1)

    listen(live, script)


def test_other_processes_are_told_what_they_missed_as_soon_as_redis_answers(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    told, gone = queue.Queue(), [True, True]

    def publish(subject):
        if gone and gone.pop():
            raise Unreachable
        told.put(subject)

    monkeypatch.setattr(stream, "PAUSE", 0.02)
    monkeypatch.setattr(stream, "_publish", publish)
    match = uuid.uuid4()
    stream.announce(match)
    assert told.get(timeout=SOON) == match
    with pytest.raises(queue.Empty):
        told.get(timeout=0.2)


def test_a_match_that_is_gone_ends_its_stream(transactional_db):
    async def run():
        return [piece async for piece in stream.events(uuid.uuid4(), seen=None)]

    assert len(async_to_sync(run)()) == 1


def test_many_wake_ups_fold_into_the_newest_version(live):
    async def script(piece):
        await piece()
        assert await piece() == version_event(0)
        for number in range(4):
            thread = await asyncio.to_thread(play_elsewhere, live, seat=number % 2, version=number)
            await asyncio.to_thread(thread.join)
        assert await piece() == version_event(4)

    listen(live, script)


def request_stream(match, player, **headers):
    """The response, and its first pieces up to the first event."""

    async def run():
        from asgiref.sync import sync_to_async

        client = AsyncClient()
        if player:
            session = await sync_to_async(lambda: client.session)()
            session[SESSION_KEY] = str(player.guest_id)
            await session.asave()
        response = await client.get(
            reverse("api-match-stream", kwargs={"match_id": match.pk}), headers=headers
        )
        if response.status_code != 200:
            return response, []
        pieces = aiter(response.streaming_content)
        async with contextlib.aclosing(pieces):
            return response, [await asyncio.wait_for(anext(pieces), SOON) for _ in range(2)]

    return async_to_sync(run)()


def test_the_address_is_an_event_stream(live):
    response, pieces = request_stream(live, live.seats.get(number=0).player)
    assert response["Content-Type"] == "text/event-stream"
    assert response["Cache-Control"] == "no-store"
    assert pieces[1] == version_event(0).encode()


@pytest.mark.parametrize("last", ["", "x", "-1", "²", "9" * 40])
def test_a_strange_last_event_id_is_none(live, last):
    _response, pieces = request_stream(live, live.seats.get(number=0).player, last_event_id=last)
    assert pieces[1] == version_event(0).encode()


def test_outsiders_hear_nothing(live):
    carl = PlayerFactory(name="Carl")
    deal(carl)
    for player in (carl, None):
        assert request_stream(live, player)[0].status_code in CLOSED


def test_an_open_stream_holds_no_pooled_connection(live):
    """With SQLite there is no pool: a thread keeps its connection for whoever comes next."""
    from django.db import connections

    def held():
        connection = connections["default"]
        return connection.settings_dict["CONN_MAX_AGE"] == 0 and connection.connection is not None

    async def script(piece):
        await piece()
        await piece()
        assert not await in_any_thread(held)()

    listen(live, script)


def test_a_player_is_told_who_else_is_at_the_table(live, monkeypatch):
    """Ben comes and goes; his presence is then forgotten. Nobody else is told."""
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    cache.clear()
    ada, ben = (seat.player_id for seat in live.seats.order_by("number"))
    session = client_of(live.seats.get(number=0).player).session.session_key
    company = stream.Company(live.pk, Presence(ada, live.pk), {1: ben}, Opener(ada, None, session, ""))

    async def script(next_piece):
        assert [await next_piece() for _piece in range(3)][2] == "event: here\ndata: []\n\n"
        assert here(live.pk, [ada, ben]) == {ada}
        await sync_to_async(Presence(ben).note)()
        while (told := await next_piece()).startswith(":"):
            pass
        assert told == "event: here\ndata: [1]\n\n"
        await sync_to_async(cache.clear)()
        while (told := await next_piece()).startswith(":"):
            pass
        assert told == "event: here\ndata: []\n\n"

    listen(live, script, company=company)
    cache.clear()
    page = reverse("match", args=[live.pk])
    client = client_of(live.seats.get(number=0).player)
    assert "Ben (guest) is not at the table" in client.get(page).content.decode()
    # A program that asks without a stream is there as well.
    client_of(live.seats.get(number=1).player).get(reverse("api-match-view", args=[live.pk]))
    shown = client.get(page).content.decode()
    assert ("Ben (guest) is at the table" in shown, "Ada (guest) is" in shown) == (True, False)


def test_who_was_only_cut_off_is_not_announced_again(live, monkeypatch):
    """As a thousand are at once when a web process ends."""
    said = []
    monkeypatch.setattr(stream, "announce", said.append)
    cache.clear()
    client = client_of(live.seats.get(number=0).player)
    address = reverse("api-match-stream", args=[live.pk])

    def opened(**headers):
        said.clear()
        assert client.get(address, headers=headers).status_code == 200
        return said == [live.pk]

    assert opened()
    assert not opened(**{"Last-Event-ID": "0"})
    # The page was loaded anew; and who was away for longer was missed.
    assert opened()
    cache.clear()
    assert opened(**{"Last-Event-ID": "0"})


def test_open_streams_hold_no_threads(live):
    """Through the whole handler; each listener leaves when all have been notified."""
    client = client_of(live.seats.get(number=0).player)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    scope = {
        "type": "http", "method": "GET", "query_string": b"",
        "path": reverse("api-match-stream", args=[live.pk]),
        "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())],
    }  # fmt: skip
    listeners = 12

    async def run():
        handler, before = Handler(), threading.active_count()
        left, told = asyncio.Event(), asyncio.Semaphore(0)

        async def listen():
            asked = iter([{"type": "http.request"}])

            async def receive():
                if (message := next(asked, None)) is None:
                    await left.wait()
                return message or {"type": "http.disconnect"}

            async def send(message):
                if message.get("body", b"").startswith(b"id: 0"):
                    told.release()

            await handler(scope, receive, send)

        open_ones = [asyncio.create_task(listen()) for _number in range(listeners)]
        async with asyncio.timeout(SOON):
            for _listener in open_ones:
                await told.acquire()
            while threading.active_count() - before >= listeners:
                await asyncio.sleep(0.01)
        left.set()
        await asyncio.gather(*open_ones)

    asyncio.run(run())
    assert live.pk not in stream._watchers


def test_those_who_ask_together_are_answered_each(live):
    """One of them leaves before the answer, one asks for a match that no longer exists."""

    async def run():
        asking = [
            asyncio.create_task(stream_hub().ask(Question(match, None)))
            for match in (live.pk, uuid.uuid4(), live.pk, live.pk)
        ]
        await asyncio.sleep(0)
        asking[2].cancel()
        return await asyncio.gather(*asking, return_exceptions=True)

    first, gone, left, last = asyncio.run(run())
    assert first == last == Found(stream.Point(0), None)
    assert gone == Found(None, None)
    assert isinstance(left, asyncio.CancelledError)
