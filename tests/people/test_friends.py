"""Following, presence and blocking: what a friend, a stranger and somebody blocked see and may do."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.lobby.models import OpenTable
from games.lobby.services import open_tables, quick
from games.lobby.services.invitations import INVITED_A_DAY, UNANSWERED
from games.lobby.services.terms import Terms
from games.matches.access import Look
from games.matches.models import Match, Mute, Player
from games.matches.presence import Presence
from games.matches.services import blocking, chat, players
from games.matches.services.errors import NotAllowed
from games.matches.services.rematches import rematch
from games.people.models import Follow
from games.people.services import friends
from games.table.people import live_state
from phylo.accounts.services import delete_account
from tests.factories import DeckFactory, PlayerFactory, deal
from tests.members import person, signed_in

BROWSER = {"headers": {"accept": "text/html"}}
GAME = {"rules": "phylo-1.4a", "clock": "fast", "key": "one"}


@pytest.fixture(autouse=True)
def _cache(db):
    cache.clear()
    DeckFactory(slug="meadow")
    DeckFactory(slug="heath")


@pytest.fixture
def ada(db) -> Player:
    return Player.objects.create(user=person("Ada"))


@pytest.fixture
def ben(db) -> Player:
    return Player.objects.create(user=person("Ben"))


@pytest.fixture
def ada_client(ada):
    return signed_in(ada.user)


@pytest.fixture
def ben_client(ben):
    return signed_in(ben.user)


def follow_each_other(one, other):
    friends.follow(player=one, followed=other)
    friends.follow(player=other, followed=one)


def over(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(
        status="finished", winner="0", ending="resigned", bot_to_act=False, flag_at=None
    )
    match.refresh_from_db()
    return match


def seen(viewer) -> dict[str, bool]:
    return {each.player.public_name: each.here for each in friends.friends_of(viewer)}


def change(client, do, name, **more):
    answer = client.post("/friends/change/", {"do": do, "name": name, **more})
    assert answer.status_code == 302
    return client.get("/friends/").content.decode()


def test_only_mutual_follows_see_each_other(ada, ben):
    Presence(ben.pk).visit()
    friends.follow(player=ada, followed=ben)
    assert seen(ada) == {"Ben": False}
    friends.follow(player=ben, followed=ada)
    assert seen(ada) == {"Ben": True}
    friends.show_presence(player=ben, to="nobody")
    assert seen(ada) == {"Ben": False}
    friends.show_presence(player=ben, to="followed")
    friends.unfollow(player=ben, followed=ada)
    assert seen(ada) == {"Ben": False}


def test_a_friends_public_match_is_told_and_a_private_one_is_not(ada, ben):
    follow_each_other(ada, ben)
    Presence(ben.pk).visit()
    match = deal(ben)
    assert [each.plays for each in friends.friends_of(ada)] == [None]
    Match.objects.filter(pk=match.pk).update(public=True)
    assert [each.plays for each in friends.friends_of(ada)] == [match]
    cache.clear()
    assert [each.plays for each in friends.friends_of(ada)] == [None]


def test_nothing_of_presence_is_told_to_strangers(ada, ben, ben_client):
    Presence(ada.pk).visit()
    page = ben_client.get("/people/Ada/").content.decode()
    away = ben_client.get("/people/Ada/")
    assert "here now" not in page
    assert "is not here" not in page
    cache.clear()
    assert ben_client.get("/people/Ada/").status_code == away.status_code
    assert Client().get("/friends/").status_code == 302


def test_following_has_limits(ada, ben, monkeypatch):
    friends.follow(player=ada, followed=ben)
    friends.follow(player=ada, followed=ben)
    assert Follow.objects.count() == 1
    with pytest.raises(NotAllowed):
        friends.follow(player=ada, followed=ada)
    with pytest.raises(NotAllowed):
        friends.follow(player=ada, followed=PlayerFactory())
    with pytest.raises(NotAllowed):
        friends.follow(player=PlayerFactory(), followed=ada)
    monkeypatch.setattr(friends, "FOLLOWED_A_DAY", 1)
    with pytest.raises(NotAllowed, match="tomorrow"):
        friends.follow(player=ada, followed=Player.objects.create(user=person("Carl")))


def test_a_friend_is_challenged_with_one_press(ada, ben, ada_client, ben_client):
    friends.follow(player=ada, followed=ben)
    sent = ada_client.post("/friends/challenge/", {**GAME, "whom": "Ben"})
    assert sent.status_code == 302
    assert ada_client.post("/friends/challenge/", {**GAME, "whom": "Ben"}).url == sent.url
    table = OpenTable.objects.get()
    assert (table.invited_only, table.rated, table.public) == (True, False, False)
    assert "You are invited" in ben_client.get("/lobby/").content.decode()


def test_a_challenge_to_nobody_or_to_no_game_is_refused(ada_client, ben):
    assert ada_client.post("/friends/challenge/", {**GAME, "whom": "Nobody"}).url == "/friends/"
    no_game, no_clock = "There is no such game.", "This game has other clocks."
    for wrong, words in (
        ({"rules": "chess"}, no_game),
        ({"clock": "never"}, no_clock),
        ({"key": "<>"}, no_game),
    ):
        answer = ada_client.post("/friends/challenge/", {**GAME, "whom": "Ben", **wrong})
        assert (answer.status_code, words in answer.content.decode()) == (400, True)
    assert not OpenTable.objects.exists()


def test_who_blocks_stops_following_and_no_longer_shows_the_other(ada, ben, ada_client, ben_client):
    follow_each_other(ada, ben)
    Presence(ada.pk).visit()
    assert seen(ben) == {"Ada": True}
    page = change(ada_client, "block", "Ben")
    assert "Blocked" in page
    assert "They follow you" not in page
    assert seen(ben) == {"Ada": False}
    assert seen(ada) == {}
    assert "does not follow you" in ben_client.get("/friends/").content.decode()
    with pytest.raises(NotAllowed):
        friends.follow(player=ada, followed=ben)


def test_who_is_blocked_seems_to_follow_and_challenge_as_before(ada, ben, ada_client, ben_client):
    change(ada_client, "block", "Ben")
    before = ada_client.get("/friends/").content.decode()
    change(ben_client, "follow", "Ada")
    assert "Ada" in ben_client.get("/friends/").content.decode()
    assert "They follow you" not in ada_client.get("/friends/").content.decode()
    assert "They follow you" not in before
    sent = ben_client.post("/friends/challenge/", {**GAME, "whom": "Ada"}, follow=True)
    assert "Waiting for Ada" in sent.content.decode()
    address = sent.redirect_chain[-1][0]
    assert "You are invited" not in ada_client.get("/lobby/").content.decode()
    assert ada_client.get("/").context["waiting"]() == 0
    assert ada_client.get(address).status_code == 404
    for word in ("block", "Block"):
        told = ben_client.get("/friends/").content.decode().replace("/block", "")
        assert f"{word}ed" not in told


def test_an_invitation_from_before_a_block_is_seen_no_more(ada, ben, ada_client, ben_client):
    table = open_tables.open_table(maker=ben, terms=Terms("ecosystem", people=1), key="one", invited=[ada])
    assert ada_client.get("/").context["waiting"]() == 1
    shown = ben_client.get(f"/t/{table.code}/").content.decode().partition("seen=")[2][:20]
    blocking.block(player=ada, blocked=ben)
    assert ada_client.get("/").context["waiting"]() == 0
    assert ben_client.get(f"/t/{table.code}/").content.decode().partition("seen=")[2][:20] == shown != ""


def test_who_is_blocked_does_not_meet_the_other_by_chance_or_in_the_lobby(ada, ben, ben_client):
    blocking.block(player=ada, blocked=ben)
    quick.seek(player=ada, rules="ecosystem", clock="fast", key="one")
    assert quick.seek(player=ben, rules="ecosystem", clock="fast", key="one").began is None
    table = open_tables.open_table(maker=ada, terms=Terms("ecosystem", people=1), key="two")
    assert table.code not in ben_client.get("/lobby/").content.decode()
    assert table.code not in ben_client.get("/api/v1/tables/").content.decode()
    assert ben_client.get(f"/t/{table.code}/").status_code == 404
    with pytest.raises(NotAllowed, match="no longer waiting"):
        open_tables.join(code=table.code, player=ben)
    blocking.unblock(player=ada, blocked=ben)
    assert open_tables.join(code=table.code, player=ben).match is not None


def test_a_blocked_persons_words_and_wish_for_a_rematch_are_not_seen(ada, ben):
    match = deal(ada, opponent=ben)
    blocking.block(player=ada, blocked=ben)
    chat.say(match_id=match.pk, player=ben, text="Hello", key="one")
    assert chat.heard(match=match, player=ada) == []
    assert [each.text for each in chat.heard(match=match, player=ben)] == ["Hello"]
    with pytest.raises(NotAllowed):
        chat.mute(player=ada, muted=ben, on=False)
    match = over(match)
    rematch(match=match, seat=1)
    match.refresh_from_db()
    seats = list(match.seats.select_related("player__user").order_by("number"))
    assert live_state(Look(match, 0), seats).again == ""
    assert live_state(Look(match, 1), seats).again == "asked"
    with pytest.raises(NotAllowed, match="blocked"):
        rematch(match=match, seat=0)
    blocking.unblock(player=ada, blocked=ben)
    assert rematch(match=match, seat=0) is not None


def test_a_block_takes_ones_wish_for_a_rematch_back(ada, ben, ada_client):
    match = over(deal(ada, opponent=ben))
    rematch(match=match, seat=0)
    blocking.block(player=ada, blocked=ben)
    assert rematch(match=match, seat=1) is None
    match.refresh_from_db()
    assert (match.rematch_by, Match.objects.count()) == (1, 1)
    told = ada_client.post(f"/matches/{match.pk}/rematch/", follow=True, **BROWSER)
    assert "You have blocked somebody who sat there." in told.content.decode()
    assert Match.objects.count() == 1


def test_a_drafting_game_is_not_played_again_with_somebody_blocked(ada, ben):
    table = open_tables.open_table(maker=ada, terms=Terms("ecosystem", people=1), key="one")
    match = over(open_tables.join(code=table.code, player=ben).match)
    blocking.block(player=ada, blocked=ben)
    assert isinstance(open_tables.meet_again(match=match, player=ben), OpenTable)
    with pytest.raises(NotAllowed, match="blocked"):
        open_tables.meet_again(match=match, player=ada)


def test_a_guest_is_blocked_at_the_table_and_unblocked_among_friends(ada, ada_client):
    mia = PlayerFactory(name="Mia")
    match = deal(ada, opponent=mia)
    address = f"/api/v1/matches/{match.pk}/mute/"
    sent = {"on": True, "block": True, "seat": 1}
    assert ada_client.post(address, sent, content_type="application/json").status_code == 200
    block = Mute.objects.get(player=ada, muted=mia, blocks=True)
    assert "Unblock" in ada_client.get(f"/matches/{match.pk}/").content.decode()
    page = ada_client.get("/friends/").content.decode()
    assert "Mia (guest)" in page
    assert "in another browser is somebody else" in page
    for wrong in ("", "x", block.pk + 1):
        ada_client.post("/friends/change/", {"do": "unblock", "block": wrong})
    assert Mute.objects.filter(pk=block.pk).exists()
    ada_client.post("/friends/change/", {"do": "unblock", "block": block.pk})
    assert not Mute.objects.exists()


def test_a_block_of_a_guest_holds_for_the_account_that_takes_the_guest_over(ada, ben):
    for known in (ada, Player.objects.create(user=person("Carl"))):
        mia = PlayerFactory(name="Mia")
        chat.mute(player=known, muted=ben, on=True)
        chat.mute(player=ben, muted=known, on=True)
        blocking.block(player=known, blocked=mia)
        blocking.block(player=mia, blocked=known)
        players.adopt_guest(guest_id=mia.guest_id, user=ben.user)
        assert Mute.objects.among([known.pk, ben.pk]).count() == 2


def test_nobody_is_pestered_with_invitations(ada, ben):
    for number in range(UNANSWERED):
        quick.challenge(player=ada, whom=ben, rules="ecosystem", clock="fast", key=f"k{number}")
    with pytest.raises(NotAllowed, match="not answered"):
        quick.challenge(player=ada, whom=ben, rules="ecosystem", clock="fast", key="more")
    OpenTable.objects.update(status=OpenTable.Status.WITHDRAWN)
    assert INVITED_A_DAY > UNANSWERED
    quick.challenge(player=ada, whom=ben, rules="ecosystem", clock="fast", key="again")


def test_a_suspended_person_cannot_challenge(ada, ben, ada_client):
    from datetime import timedelta

    from django.utils import timezone

    user = ada.user
    user.suspended_from, user.suspended_until = timezone.now(), timezone.now() + timedelta(days=1)
    user.save()
    answer = ada_client.post("/friends/challenge/", {**GAME, "whom": "Ben"}, **BROWSER)
    assert answer.status_code in (302, 403)
    assert not OpenTable.objects.exists()


def test_deletion_takes_follows_and_blocks_along(ada, ben):
    follow_each_other(ada, ben)
    blocking.block(player=ada, blocked=Player.objects.create(user=person("Carl")))
    delete_account(user=ada.user)
    assert not Follow.objects.exists()
    assert not Mute.objects.exists()


def test_the_persons_page_follows_and_blocks(ada, ben, ada_client):
    page = ada_client.get("/people/Ben/").content.decode()
    assert 'value="follow"' in page
    assert 'value="block"' in page
    change(ada_client, "follow", "Ben", next="/people/Ben/")
    assert 'value="unfollow"' in ada_client.get("/people/Ben/").content.decode()
    change(ada_client, "block", "Ben")
    page = ada_client.get("/people/Ben/").content.decode()
    assert 'value="unblock"' in page
    assert 'value="follow"' not in page
    assert 'value="follow"' not in Client().get("/people/Ben/").content.decode()
