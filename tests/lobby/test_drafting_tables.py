"""Tables of the drafting games: setting one up, joining it, and beginning."""

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.lobby.models import OpenTable, Participant
from games.lobby.services import open_tables
from games.lobby.services.open_tables import MOST_STANDING
from games.lobby.services.terms import Terms
from games.matches.models import Match, Player
from games.matches.services.clock import TURN, Pace
from games.matches.services.errors import MatchPlaying, NotAllowed
from games.matches.services.matches import Side, create_match
from games.matches.services.players import adopt_guest, forget_idle_players, leave
from games.matches.waiting import waiting_for
from phylo.accounts.models import User
from phylo.http.keys import KeyReused
from tests.factories import PlayerFactory, challenge_of, client_of

FAST = Pace(TURN, 60)
NEW = "/tables/new/"
BROWSER = {"HTTP_ACCEPT": "text/html"}


@pytest.fixture
def carl(db) -> Player:
    return PlayerFactory(name="Carl")


def opened(maker, key="one", invited=(), **table):
    table = {"rules": "ecosystem", "people": 1} | table
    return open_tables.open_table(maker=maker, terms=Terms(**table), key=key, invited=invited)


def account(name: str) -> tuple[Player, Client]:
    user = User.objects.create_user(name)
    client = Client()
    client.force_login(user)
    return Player.objects.create(user=user), client


def sitting(match) -> list[str]:
    return sorted(seat.bot or seat.player.name for seat in match.seats.all())


def form(**more):
    return {"key": "k1", "rules": "ecosystem", "clock": "none", "listed": "lobby", "public": "on"} | more


def send(client, body, path="/api/v1/tables/"):
    return client.post(path, json.dumps(body), content_type="application/json")


def test_the_form_offers_seats_for_those_at_the_same_device(client, db):
    for asked, seats in ((2, 2), (5, 5), (6, 0), ("x", 0)):
        page = client.get(NEW, {"here": asked}).content.decode()
        assert page.count('<option value="here" selected>') == seats


def test_a_table_that_waits_for_nobody_is_dealt_at_once(ada):
    alone = open_tables.start(player=ada, terms=Terms("coral-reef"))
    assert (alone.players, sitting(alone)) == (1, ["Ada"])
    full = open_tables.start(player=ada, terms=Terms("ecosystem", bots=["greedy", "random"], here=3))
    assert sitting(full) == ["Ada"] * 4 + ["greedy", "random"]
    assert full.seats.get(number=0).player == ada


def test_the_last_one_who_comes_begins_the_match(ada, ben, carl):
    table = opened(ada, people=2, bots=["strong"], here=1, pace=FAST)
    assert (table.taken, table.free, table.seats) == (3, 2, 5)
    table = open_tables.join(code=table.code, player=ben)
    assert (table.match, table.taken, table.free) == (None, 4, 1)
    assert open_tables.join(code=table.code, player=ben).taken == 4, "twice is once"
    table = open_tables.join(code=table.code, player=carl)
    match = table.match
    assert match is not None
    assert sitting(match) == ["Ada", "Ada", "Ben", "Carl", "strong"]
    assert (match.rules, match.pace, match.pace_seconds, match.public) == ("ecosystem", "turn", 60, True)
    assert open_tables.join(code=table.code, player=carl).match == match
    with pytest.raises(NotAllowed, match="no longer waiting"):
        open_tables.join(code=table.code, player=PlayerFactory())


def test_the_maker_begins_with_bots(ada, ben):
    table = opened(ada, people=3)
    open_tables.join(code=table.code, player=ben)
    with pytest.raises(NotAllowed, match="Only the person who opened"):
        open_tables.begin(code=table.code, player=ben)
    with pytest.raises(NotAllowed, match="no such level"):
        open_tables.begin(code=table.code, player=ada, level="oracle")
    match = open_tables.begin(code=table.code, player=ada, level="random")
    assert sitting(match) == ["Ada", "Ben", "random", "random"]
    assert open_tables.begin(code=table.code, player=ada) == match
    assert Match.objects.count() == 1


def test_the_database_holds_what_a_table_is(ada, ben, match):
    waiting, begun = opened(ada), opened(ada, key="two")
    open_tables.begin(code=begun.code, player=ada)
    wrong = [
        lambda: OpenTable.objects.filter(pk=waiting.pk).update(status="begun"),
        lambda: OpenTable.objects.filter(pk=waiting.pk).update(status="lost"),
        lambda: OpenTable.objects.filter(pk=waiting.pk).update(match=match),
        lambda: OpenTable.objects.filter(pk=begun.pk).update(match=None),
        lambda: Participant.objects.filter(open_table=waiting).update(state="lost"),
    ]
    for change in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_seats_are_kept_for_those_who_are_invited(ada, ben, carl):
    table = opened(ada, people=2, invited=[ben])
    assert (table.kept, table.free) == (1, 1)
    open_tables.join(code=table.code, player=carl)
    with pytest.raises(NotAllowed, match="All seats are taken"):
        open_tables.join(code=table.code, player=PlayerFactory())
    open_tables.leave(code=table.code, player=ben)
    table = OpenTable.objects.get()
    assert (table.kept, table.free) == (0, 1)
    assert open_tables.join(code=table.code, player=ben).match, "who has declined may think again"


def test_leaving_gives_the_seat_back_and_the_maker_calls_off(ada, ben):
    table = opened(ada, people=2)
    open_tables.join(code=table.code, player=ben)
    open_tables.leave(code=table.code, player=ben)
    assert OpenTable.objects.get().free == 2
    open_tables.leave(code=table.code, player=PlayerFactory())
    open_tables.leave(code=table.code, player=ada)
    assert OpenTable.objects.get().status == OpenTable.Status.WITHDRAWN
    with pytest.raises(NotAllowed):
        open_tables.join(code=table.code, player=ben)
    with pytest.raises(NotAllowed):
        open_tables.begin(code=table.code, player=ada)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"rules": "phylo-1.4a"}, "Choose a deck"),
        ({"rules": "chess"}, "no such game"),
        ({"bots": ["greedy"] * 5}, "6 at most"),
        ({"bots": ["oracle"]}, "no level"),
        ({"people": 0}, "no seat for anybody"),
        ({"pace": Pace(TURN, 5)}, "has other clocks"),
        ({"rated": True, "here": 1}, "one device"),
        ({"rated": True, "pace": FAST}, "with an account"),
    ],
)
def test_what_is_no_table(ada, table, why):
    with pytest.raises(NotAllowed, match=why):
        opened(ada, **table)
    assert not OpenTable.objects.exists()


def test_rated_tables_are_for_accounts_and_need_a_clock(db, ada):
    maker, _client = account("maker")
    with pytest.raises(NotAllowed, match="needs a clock"):
        opened(maker, rated=True)
    with pytest.raises(NotAllowed, match="alone is not rated"):
        open_tables.start(player=maker, terms=Terms("ecosystem", rated=True, pace=FAST))
    table = opened(maker, rated=True, pace=FAST)
    with pytest.raises(NotAllowed, match="with an account"):
        open_tables.join(code=table.code, player=ada)
    match = open_tables.join(code=table.code, player=account("other")[0]).match
    assert match is not None
    assert match.rated


def test_a_key_makes_one_table_and_ten_may_wait(ada, ben):
    assert opened(ada) == opened(ada)
    for other in ({"bots": ["greedy"]}, {"listed": False}, {"invited": [ben]}):
        with pytest.raises(KeyReused):
            opened(ada, **other)
    for number in range(MOST_STANDING - 1):
        opened(ada, key=f"more-{number}")
    with pytest.raises(NotAllowed, match="waiting already"):
        opened(ada, key="eleventh")
    with pytest.raises(NotAllowed, match="more people than"):
        opened(ben, invited=[ada, PlayerFactory()])
    with pytest.raises(NotAllowed, match="sit there already"):
        opened(ben, invited=[ben])


def test_a_table_that_has_waited_too_long(ada, ben):
    table = opened(ada, pace=FAST)
    OpenTable.objects.update(expires=timezone.now() - timedelta(seconds=1))
    with pytest.raises(NotAllowed, match="no longer waiting"):
        open_tables.join(code=table.code, player=ben)
    assert client_of(ben).get(f"/t/{table.code}/").status_code == 410


def test_who_signs_in_or_leaves_takes_the_tables_along(ada, ben):
    user = User.objects.create_user("adele")
    account_player = Player.objects.create(user=user)
    table = opened(ada, people=2)
    open_tables.join(code=table.code, player=ben)
    adopt_guest(guest_id=ada.guest_id, user=user)
    table = OpenTable.objects.get()
    assert table.maker == account_player
    assert {place.player for place in table.participants.all()} == {account_player, ben}
    leave(user=user)
    assert OpenTable.objects.get().status == OpenTable.Status.WITHDRAWN


def finished(*players, **more) -> Match:
    table = Terms("ecosystem", **more)
    match = create_match(
        sides=[
            *(Side(player=player) for player in players),
            *(Side(bot=each) for each in table.bots),
        ],
        rules="ecosystem",
    )
    Match.objects.filter(pk=match.pk).update(
        status="finished", winner="0", ending="played", to_act="", bot_to_act=False
    )
    return Match.objects.get(pk=match.pk)


def test_meeting_again_at_the_same_table(ada, ben, carl):
    alone = open_tables.meet_again(match=finished(ada, bots=["greedy"]), player=ada)
    assert isinstance(alone, Match)
    assert sitting(alone) == ["Ada", "greedy"]
    assert alone.rematch_of is not None
    assert open_tables.meet_again(match=alone.rematch_of, player=ada) == alone
    old = finished(ada, ben, carl, bots=["strong"])
    first = open_tables.meet_again(match=old, player=ben)
    assert isinstance(first, OpenTable)
    assert (first.maker, first.taken, first.kept, first.free) == (ben, 2, 2, 0)
    assert open_tables.meet_again(match=old, player=ada) == first
    again = open_tables.meet_again(match=old, player=carl)
    assert isinstance(again, Match)
    assert sitting(again) == ["Ada", "Ben", "Carl", "strong"]
    assert again.rematch_of == old
    assert open_tables.meet_again(match=old, player=ada) == again
    with pytest.raises(MatchPlaying):
        open_tables.meet_again(match=again, player=ada)


def test_meeting_again_after_nobody_waited_any_longer(ada, ben):
    old = finished(ada, ben)
    first = open_tables.meet_again(match=old, player=ada)
    open_tables.leave(code=first.code, player=ada)
    second = open_tables.meet_again(match=old, player=ben)
    assert isinstance(second, OpenTable)
    assert (second.maker, second.stands) == (ben, True)
    OpenTable.objects.filter(pk=second.pk).update(expires=timezone.now())
    third = open_tables.meet_again(match=old, player=ben)
    assert third not in (first, second)
    assert isinstance(open_tables.meet_again(match=old, player=ada), Match)


def test_who_sat_at_a_table_as_guest_and_by_account_sits_there_once(ada, ben):
    zoe, _client = account("zoe")
    create_match(sides=match_sides(ada, zoe), rules="ecosystem")
    own, others = opened(ada, people=2, invited=[zoe]), opened(ben, people=3)
    for player in (ada, zoe):
        open_tables.join(code=others.code, player=player)
    assert adopt_guest(guest_id=ada.guest_id, user=zoe.user)
    assert others.taken == 2
    begun = open_tables.begin(code=own.code, player=zoe)
    assert begun.seats.filter(player=zoe).count() == 1
    assert not begun.seats.filter(player=ada).exists()


def test_a_table_that_nobody_came_to_keeps_no_guest(ada):
    opened(ada)
    later = timezone.now() + timedelta(days=1)
    assert forget_idle_players(before=later, at_most=9) == 0
    OpenTable.objects.update(expires=timezone.now())
    assert forget_idle_players(before=later, at_most=9) == 1


def test_the_form_leads_to_the_match_or_to_the_waiting_table(ada_client, ben_client, ben):
    page = ada_client.get(NEW, {"rules": "coral-reef", "with": "2"}).content.decode()
    assert 'value="coral-reef" checked' in page
    assert page.count('value="computer" selected') == 1
    assert 'value="mouse" checked' in page
    friends = ada_client.get(NEW, {"rules": "ecosystem", "people": "2"}).content.decode()
    assert friends.count('value="person" selected') == 2
    assert 'value="link" selected' in friends
    answer = ada_client.post(NEW, form(seat_2="computer", seat_3="here", level="owl"))
    match = Match.objects.get()
    assert answer.url == f"/matches/{match.pk}/"
    assert sitting(match) == ["Ada", "Ada", "owl"]
    answer = ada_client.post(NEW, form(seat_2="person", seat_4="random", listed="link"))
    table = OpenTable.objects.get()
    assert answer.url == f"/t/{table.code}/"
    assert (table.seats, table.listed, table.public, table.rated) == (3, False, True, False)
    own = ada_client.get(answer.url).content.decode()
    for words in ("waiting for players", "2 of 3 seats taken", "Begin now", "Call it off", "<svg"):
        assert words in own
    theirs = ben_client.get(answer.url).content.decode()
    assert "Take a seat" in theirs
    assert "Begin now" not in theirs
    assert "2 of 3 seats taken" in ben_client.get(answer.url, {"part": "seats"}).content.decode()
    joined = ben_client.post(answer.url, **BROWSER)
    match = OpenTable.objects.get().match
    assert match is not None
    assert joined.url == f"/matches/{match.pk}/"
    assert ada_client.get(answer.url).url == joined.url
    assert "The game has begun" in Client().get(answer.url).content.decode()


def test_the_form_says_what_is_wrong(db):
    user = User.objects.create_user("maker")
    client = Client()
    client.force_login(user)
    for sent, words in (
        (form(seat_2="oracle"), "oracle is not one of"),
        (form(seat_2="person", invite="nobody-at-all"), "There is nobody called nobody-at-all."),
        (form(seat_2="person", invite="a, b, c, d, e, f, b"), "You may invite 5 people at most."),
        (form(seat_2="greedy", invite=User.objects.create_user("guest").username), "fewer seats for people"),
        (form(rules="chess"), "There is no such game."),
        (form(seat_2="person", rated="on"), "needs a clock"),
        (form(rated="on", clock="turn-60"), "A game alone is not rated."),
    ):
        answer = client.post(NEW, sent)
        assert answer.status_code == 400
        assert words in answer.content.decode()
    assert not OpenTable.objects.exists()
    assert not Match.objects.exists()


def test_inviting_by_name(ada, ada_client):
    guest, guest_client = account("bella")
    ada_client.post(NEW, form(seat_2="person", invite="bella", listed="link"))
    table = OpenTable.objects.get()
    assert table.participants.get(player=guest).state == Participant.State.INVITED
    lobby = guest_client.get("/lobby/").content.decode()
    assert "You are invited" in lobby
    assert "You are invited" not in Client().get("/lobby/").content.decode()
    assert guest_client.get("/api/v1/tables/?which=to-me").json()["count"] == 1
    page = guest_client.get(f"/t/{table.code}/").content.decode()
    assert "Decline" in page
    assert guest_client.post(f"/t/{table.code}/leave/", **BROWSER).url == "/lobby/"
    assert table.participants.get(player=guest).state == Participant.State.DECLINED
    assert Client().post(f"/t/{table.code}/leave/").status_code == 404


def test_the_lobby_shows_tables_with_their_fill(ada, ada_client, ben_client):
    table = opened(ada, people=2, bots=["greedy"], pace=FAST)
    opened(ada, key="secret", listed=False)
    page = ben_client.get("/lobby/", {"part": "live"}).content.decode()
    assert "2 of 4 seats taken" in page
    assert page.count("data-new=") == 1
    listed = ben_client.get("/api/v1/tables/").json()["results"]
    assert [(each["table"], each["free"], each["clock"]) for each in listed] == [(table.code, 2, "turn-60")]
    assert ada_client.get("/api/v1/tables/?which=mine").json()["count"] == 2
    ben_client.post(f"/t/{table.code}/")
    assert "3 of 4 seats taken" in ben_client.get("/lobby/").content.decode()
    match = ada_client.post(f"/t/{table.code}/begin/", {"level": "random"}, **BROWSER)
    assert match.url.startswith("/matches/")
    assert "place 1 of 4" in ben_client.get("/lobby/").content.decode()
    assert "place 1 of 4" in ben_client.get("/").content.decode()


def test_tables_for_programs(ada, ada_client, ben_client):
    made = send(ada_client, {"rules": "coral-reef", "seats": ["person", "strong"], "clock": "days-86400"})
    assert made.status_code == 201
    table = made.json()
    assert made["Location"] == table["api"]
    assert (table["seats"], table["taken"], table["bots"]) == (3, 2, ["strong"])
    assert table["people"] == ["Ada (guest)"]
    asked = ben_client.get(table["api"]).json()
    assert (asked["status"], asked["free"]) == ("open", 1)
    joined = send(ben_client, {}, table["join"]).json()
    assert (joined["status"], joined["match"]) == ("begun", str(Match.objects.get().pk))
    late = send(client_of(PlayerFactory()), {}, table["join"])
    assert (late.status_code, late.json()["code"]) == (422, "not-allowed")
    at_once = {"rules": "ecosystem", "seats": ["greedy"]}
    assert send(ada_client, at_once, "/api/v1/tables/start/").json()["match"]
    for body in (
        {"rules": "ecosystem", "table": 1},
        {"rules": "ecosystem", "seats": "person"},
        {"rules": "ecosystem", "seats": ["random"] * 6},
        {"rules": "ecosystem", "rated": "yes"},
        {"rules": 5},
        {},
    ):
        assert send(ada_client, body).status_code == 400


def test_the_page_is_told_who_comes_and_when_to_load_again(ada, ben, ada_client):
    table = opened(ada, people=2)
    path = f"/t/{table.code}/"
    seats = ada_client.get(path, {"part": "seats"}).content.decode()
    seen = seats.split("seen=")[1].split('"')[0]
    assert ada_client.get(path, {"part": "seats", "seen": seen}).status_code == 204
    open_tables.join(code=table.code, player=ben)
    assert "2 of 3 seats taken" in ada_client.get(path, {"part": "seats", "seen": seen}).content.decode()
    open_tables.begin(code=table.code, player=ada)
    over = ada_client.get(path, {"part": "seats", "seen": seen})
    assert (over.status_code, over["HX-Redirect"]) == (200, path)
    assert ada_client.get(path).url.startswith("/matches/")


def test_a_key_belongs_to_one_kind_of_table(ada):
    opened(ada, key="mine")
    with pytest.raises(KeyReused):
        challenge_of(ada, key="mine")


def test_no_such_table(ada_client):
    for path in ("/t/nothing/", "/t/nothing/qr/"):
        assert ada_client.get(path).status_code == 404
    assert ada_client.post("/t/nothing/begin/").status_code == 404


def test_rematch_of_a_drafting_game(ada, ben, ada_client, ben_client):
    match = finished(ada, ben)
    answer = ada_client.post(f"/matches/{match.pk}/rematch/")
    table = OpenTable.objects.get()
    assert answer.url == f"/t/{table.code}/"
    answer = ben_client.post(f"/matches/{match.pk}/rematch/")
    assert answer.url == f"/matches/{OpenTable.objects.get().match_id}/"


def test_who_may_not_meet_again_is_told_at_the_table(ada, ben, ada_client):
    match = finished(ada, ben)
    Player.objects.filter(pk=ben.pk).update(former=True, name="", user=None, guest=None)
    path = f"/matches/{match.pk}/rematch/"
    told = ada_client.post(path, headers={"accept": "text/html"}, follow=True)
    assert told.redirect_chain[-1][0] == f"/matches/{match.pk}/"
    assert "Somebody who sat there has left." in told.content.decode()
    assert ada_client.post(path).status_code == 422


def test_lists_tell_of_tables_of_several(ada, ben):
    bella, client = account("bella")
    match = finished(bella, ada, ben, bots=["strong"])
    Match.objects.update(public=True, scores=[40, 52, 31, 30], winner="1")
    page = client.get("/people/bella/").content.decode()
    read = strip_tags(" ".join(page.split()))
    others = "Ada (guest), Ben (guest), Strong (computer)"
    for words in (others, "place 2 of 4", "Ecosystem", "match against people"):
        assert words in read
    finished(bella, bella)
    assert "one device" not in client.get("/people/bella/").content.decode()
    assert "Ada (guest) won" in client.get("/watch/").content.decode()
    assert client.get("/leaders/", {"rules": "coral-reef"}).status_code == 200
    assert waiting_for(client.get("/").wsgi_request)[0] == 0
    opened(ada, key="now", invited=[bella])
    running = create_match(sides=match_sides(bella, ada), rules="ecosystem")
    assert running.to_act == "01"
    assert waiting_for(client.get("/").wsgi_request)[0] == 2, "an invitation and a choice; alone nobody waits"
    assert str(match.pk) in page


def match_sides(*players):
    return [Side(player=player) for player in players]
