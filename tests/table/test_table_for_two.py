"""The table's page for two people: clocks, offers, rematch, and who sees what."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Match
from games.matches.services import offers
from games.matches.services.clock import Pace
from games.matches.services.positions import legal_at, story_at
from games.matches.services.rematches import let_requests_lapse, rematch
from games.table.clocks import clocks, in_words
from tests.factories import deal
from tests.matches.conftest import starts
from tests.matches.test_offers import act, first_play

LIVE = Pace("live", 600, 15)


@pytest.fixture
def timed(ada, ben):
    """Ada begins; ten minutes each."""
    return next(
        dealt
        for seed in range(100)
        if (dealt := deal(ada, opponent=ben, seed=seed, pace=LIVE)) and starts(dealt) == 0
    )


def page(client, match, name="match", **query):
    return client.get(reverse(name, args=[match.pk]), query).content.decode()


def live_data(client, match):
    """The data for the page's scripts."""
    found = re.search(r'<script id="live-state" type="application/json">(.*?)</script>', page(client, match))
    return json.loads(found[1])


def words(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_the_one_who_waits_reads_whose_turn_it_is(match, ada_client, ben_client):
    assert "Waiting for Ada (guest)." in words(page(ben_client, match))
    assert "your turn" in words(page(ada_client, match))
    assert live_data(ben_client, match)["acting"] == [0]


def test_the_computer_thinks_too(ada, ada_client):
    bots = next(dealt for seed in range(100) if (dealt := deal(ada, seed=seed)).bot_to_act)
    text = page(ada_client, bots)
    assert words(text).count("Waiting for") == 1
    assert "thinking" not in words(text), "said beside the name once it takes a while"
    assert "data-talk" not in text
    assert "Offer a draw" not in text


def test_both_clocks_are_told_by_the_servers_time(timed, ada_client):
    told = live_data(ada_client, timed)["clocks"]
    assert (told["left"], told["running"]) == ([600_000, 600_000], [0])
    assert told["since"] - told["now"] > 50_000
    assert told["flag"] - told["since"] >= 600_000
    assert words(page(ada_client, timed)).count("Time left: 10:00") == 2


def test_a_match_without_a_clock_shows_none(match, ada_client):
    assert live_data(ada_client, match)["clocks"] is None
    assert "data-clock=" not in page(ada_client, match)


def test_after_the_end_no_clock_runs(timed, ada_client):
    act(timed, {"do": "resign"})
    told = live_data(ada_client, timed)["clocks"]
    assert (told["running"], told["flag"]) == ([], None)


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [
        (0, "0:00"),
        (1, "0:01"),
        (9_000, "0:09"),
        (702_000, "11:42"),
        (3_600_000, "1 hour"),
        (5 * 3_600_000 + 12 * 60_000, "5 hours 12 minutes"),
        (24 * 3_600_000, "1 day"),
        (51 * 3_600_000, "2 days 3 hours"),
    ],
)
def test_time_left_in_words(milliseconds, told):
    assert in_words(milliseconds) == told


def test_a_clock_never_shows_less_than_nothing(timed):
    timed.refresh_from_db()
    assert clocks(timed, timezone.now() + timedelta(hours=1)).left == ("0:00", "10:00")


def test_what_one_offers_the_other_may_accept(match, ada_client, ben_client):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    mine = words(page(ada_client, match, "match-table", part="live"))
    theirs = words(page(ben_client, match, "match-table", part="live"))
    assert "You have offered a draw. Withdraw" in mine
    assert "Ada (guest) offers a draw. Accept the draw Decline" in theirs
    assert "Offer a draw" not in mine
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    mine = words(page(ada_client, match, "match-table", part="live"))
    theirs = words(page(ben_client, match, "match-table", part="live"))
    assert ("Ben (guest) has declined the draw. OK" in mine, "declined" in theirs) == (True, False)


def test_a_take_back_is_offered_only_by_whom_it_helps(match, ada_client, ben_client):
    assert "Ask to take back" not in page(ada_client, match)
    act(match, first_play(match, 0))
    assert "Ask to take back" in page(ada_client, match)
    assert "Ask to take back" not in page(ben_client, match)
    Match.objects.filter(pk=match.pk).update(rated=True)
    assert "Ask to take back" not in page(ada_client, match)


def test_a_rematch_is_asked_for_seen_and_joined(match, ada_client, ben_client):
    act(match, {"do": "resign"})
    ada_client.post(reverse("match-rematch", args=[match.pk]))
    assert "You would like to play again. Waiting for Ben (guest)." in words(page(ada_client, match))
    assert "Ada (guest) would like to play again. Rematch" in words(page(ben_client, match))
    dealt = ben_client.post(reverse("match-rematch", args=[match.pk]))["Location"]
    again = Match.objects.get(rematch_of=match)
    for client in (ada_client, ben_client):
        # Each is brought there once, whoever has asked first.
        assert f'href="{dealt}" data-bring' in page(client, match, "match-table", part="live")
        page(client, again, "match-table", part="live", seen="yes")
        assert f'href="{dealt}">' in page(client, match, "match-table", part="live")
    assert live_data(ada_client, match)["talk"] == 2


def test_nobody_is_brought_to_a_rematch_that_is_over(match, ada_client):
    act(match, {"do": "resign"})
    rematch(match=match, seat=0)
    again = rematch(match=match, seat=1)
    act(again, {"do": "resign"})
    assert "data-bring" not in page(ada_client, match)


def test_who_waits_reads_for_whom_the_clock_waits(timed, ada_client, ben_client):
    said = "The clock waits for Ada (guest), for a minute at most."
    assert said in words(page(ben_client, timed))
    assert said not in words(page(ada_client, timed))
    page(ada_client, timed, "match-table", part="live", seen="yes")
    assert said not in words(page(ben_client, timed))


def test_a_rematch_that_nobody_wants_lapses_for_both(timed, ada_client, ben_client):
    """After a live game in five minutes: otherwise the next clock would run for a player who has left."""
    act(timed, {"do": "resign"})
    rematch(match=timed, seat=0)
    timed.refresh_from_db()
    assert timedelta(minutes=4) < timed.rematch_until - timezone.now() <= timedelta(minutes=5)
    assert let_requests_lapse(at_most=10) == 0
    Match.objects.filter(pk=timed.pk).update(rematch_until=timezone.now())
    before = live_data(ada_client, timed)["talk"]
    assert (let_requests_lapse(at_most=10), let_requests_lapse(at_most=10)) == (1, 0)
    assert live_data(ada_client, timed)["talk"] == before + 1
    mine, theirs = words(page(ada_client, timed)), words(page(ben_client, timed))
    assert "Ben (guest) has not answered in time. You can ask again. Rematch" in mine
    assert "Ada (guest) has asked for another game and does not wait any longer." in theirs
    assert rematch(match=timed, seat=1) is None
    assert "Waiting for Ada (guest)." in words(page(ben_client, timed))
    again = rematch(match=timed, seat=0)
    timed.refresh_from_db()
    assert (again.rematch_of, timed.rematch_until) == (timed, None)


def test_a_rematch_without_a_live_clock_stands_for_two_weeks(match):
    act(match, {"do": "resign"})
    rematch(match=match, seat=0)
    match.refresh_from_db()
    assert match.rematch_until - timezone.now() > timedelta(days=13)


def test_both_choose_what_they_reveal_P8(ada, ben, ada_client, ben_client):
    match = deal(ada, opponent=ben, seed=3, options={"reveal": "choose"})
    assert live_data(ada_client, match)["acting"] == [0, 1]
    assert "Choose the species you reveal" in page(ben_client, match)
    act(match, legal_at(match, 0)[0])
    assert "You have chosen. Waiting for Ben (guest)." in words(page(ada_client, match))
    assert "Choose the species you reveal" in page(ben_client, match)


def test_the_story_goes_on_in_the_turn_that_a_take_back_leads_to(match):
    act(match, {"do": "pass"})
    offers.offer(match_id=match.pk, seat=0, kind="take-back")
    offers.accept(match_id=match.pk, seat=1, kind="take-back")
    act(match, first_play(match, 0))
    match.refresh_from_db()
    told = story_at(match, 1)
    turns = [entry["number"] for entry in told if entry["event"] == "turn"]
    assert turns == [1, 2, 1]
    assert [(entry["event"], entry["step"]) for entry in told[-3:]] == [
        ("took-back", 1),
        ("turn", 1),
        ("played", 2),
    ]


def test_what_changes_between_moves_is_nobody_elses(match, outsiders):
    for client in outsiders.values():
        assert client.get(reverse("match-table", args=[match.pk]), {"part": "live"}).status_code == 404
