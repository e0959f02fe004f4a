"""What two players, or a malicious one, may try at the same time or in an unusual order."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from cards.decks.models import Deck
from games.lobby.models import OpenTable
from games.matches import tasks
from games.matches.models import Match, Player
from games.matches.services import chat, offers, players, positions
from games.matches.services.clock import DAYS, LIVE, Clock, Pace, Turn
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import start_against_bot
from games.matches.services.play import let_flag_fall, play
from games.matches.services.players import adopt_guest, forget_idle_players
from games.matches.services.positions import legal_at
from games.matches.services.records import differences
from games.matches.services.rematches import rematch
from games.people.models import Rating, RatingChange
from phylo.accounts.models import User
from phylo.moderation import services as moderation
from phylo.moderation.content import Person
from phylo.moderation.models import Report
from tests.factories import DeckFactory, PlayerFactory, accept, challenge_of, deal
from tests.matches.conftest import starts
from tests.matches.test_races import race

MINUTES = Pace(LIVE, 600, 15)


@pytest.fixture
def meadow(db) -> Deck:
    return DeckFactory(slug="meadow")


def account(name: str) -> Player:
    return PlayerFactory(name="", user=User.objects.create_user(name))


def begun_by_ada(ada: Player, ben: Player, **setup) -> Match:
    return next(
        match for seed in range(100) if starts(match := deal(ada, opponent=ben, seed=seed, **setup)) == 0
    )


def act(match, action, *, seat=0, key="any"):
    match.refresh_from_db()
    return play(match_id=match.pk, seat=seat, action=action, version=match.version, key=key)


def first_play(match, seat=0):
    match.refresh_from_db()
    return next(action for action in legal_at(match, seat) if action["do"] == "play")


def run_out(match, seconds=3600):
    """Make it as if nobody had acted for so long."""
    match.refresh_from_db()
    gone = timedelta(seconds=seconds)
    since, flag_at = match.clock_since - gone, match.flag_at - gone
    Match.objects.filter(pk=match.pk).update(clock_since=since, flag_at=flag_at)


@pytest.mark.parametrize("key", ["flag", "agreed-2", "account-deleted", "resign"])
def test_no_key_of_a_player_keeps_the_flag_from_falling(ada, ben, key):
    match = begun_by_ada(ada, ben, pace=MINUTES)
    act(match, first_play(match), key=key)
    run_out(match)
    assert let_flag_fall(match_id=match.pk) is not None
    match.refresh_from_db()
    assert (match.winner, match.ending) == ("1", "time")


def test_no_key_of_a_player_stands_in_the_way_of_what_both_agree_to(match):
    act(match, first_play(match), key="agreed-2")
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    assert offers.accept(match_id=match.pk, seat=1, kind="draw").action == {"do": "draw"}


@pytest.mark.parametrize("key", ["account-deleted", "resign"])
def test_no_key_of_a_player_keeps_them_from_resigning(match, key):
    act(match, first_play(match), key=key)
    players.resign(match_id=match.pk, seat=0, key=key)
    match.refresh_from_db()
    assert (match.winner, match.ending) == ("1", "resigned")


def test_a_match_that_cannot_end_keeps_no_other_flag_from_falling(ada, ben):
    broken, other = (begun_by_ada(ada, ben, pace=MINUTES) for _ in range(2))
    run_out(broken, 7200)
    run_out(other)
    Match.objects.filter(pk=broken.pk).update(snapshot={})
    positions.forget_all()
    tasks.sweep()
    broken.refresh_from_db()
    other.refresh_from_db()
    assert (broken.finished, other.finished) == (False, True)


def test_a_turn_that_is_taken_back_has_its_days_anew_and_an_action_none():
    now = timezone.now()
    clock = Clock(Pace(DAYS, 86_400), (5_000, 80_000_000), now)
    first, second = Turn((0,), 3), Turn((1,), 4)
    later = now + timedelta(seconds=10)
    assert clock.after(later, second, first, since=later).left[0] == 86_400_000
    assert clock.after(later, first, first, since=later).left[0] == 0


def test_taking_back_earns_no_increment():
    now = timezone.now()
    clock = Clock(MINUTES, (5_000, 80_000), now)
    assert clock.after(now, Turn((1,), 4), Turn((0,), 3), since=now).left == (5_000, 80_000)


def test_nobody_is_dealt_another_game_with_who_has_left(db, ben):
    ada = account("ada")
    match = deal(ada, opponent=ben, seed=1)
    act(match, {"do": "resign"})
    rematch(match=match, seat=0)
    players.leave(user=ada.user)
    assert rematch(match=match, seat=1) is None
    assert not Match.objects.filter(rematch_of=match).exists()


def test_who_has_left_begins_nothing(db, ben):
    ada, deck = account("ada"), DeckFactory(slug="meadow")
    waiting = challenge_of(ben, deck, "one")
    players.leave(user=ada.user)
    with pytest.raises(NotAllowed):
        challenge_of(ada, deck, "two")
    with pytest.raises(NotAllowed):
        accept(code=waiting.code, player=ada, deck=deck)
    with pytest.raises(NotAllowed):
        against_bot(ada, deck, rated=True)
    assert not ada.seats.exists()


def against_bot(player, deck, **more):
    return start_against_bot(player=player, deck=deck, opponent_deck=deck, level="random", **more)


def test_a_guest_begins_while_idle_guests_are_forgotten(transactional_db):
    """Either the guest is deleted and begins nothing, or there is a match and the guest stays."""
    deck, later = DeckFactory(slug="meadow"), timezone.now() + timedelta(days=1)
    for _time in range(4):
        guest = PlayerFactory(name="")
        forgotten, match = race(
            partial(forget_idle_players, before=later, at_most=10),
            partial(against_bot, guest, deck),
        )
        stayed = Player.objects.filter(pk=guest.pk).exists()
        assert isinstance(match, Match if stayed else NotAllowed)
        assert forgotten == (0 if stayed else 1)


def test_no_challenge_waits_for_a_guest_who_has_become_somebody(db):
    """An account was challenged by a guest, who then signed in to it; they share a match, so both stay."""
    ada, guest = account("ada"), PlayerFactory(name="")
    deal(ada, opponent=guest, seed=1)
    deck = DeckFactory(slug="meadow")
    challenge = challenge_of(guest, deck, to=ada)
    adopt_guest(guest_id=guest.guest_id, user=ada.user)
    challenge.refresh_from_db()
    assert challenge.status == OpenTable.Status.WITHDRAWN


@pytest.mark.parametrize("reason", ["rude\0", "rude\ud800", "ru\u202ede"])
def test_a_report_keeps_what_can_be_read(match, ada, ben, reason):
    message = chat.say(match_id=match.pk, player=ben, text="Boo", key="one")
    moderation.report(kind="chat", key=str(message.pk), person=Person(guest=ada.guest_id), text=reason)
    assert Report.objects.get().text == "rude"


# If an account's player were locked as a whole, these would deadlock on PostgreSQL.


def test_deleting_an_account_while_its_challenge_is_accepted(transactional_db):
    for number in range(4):
        ada, ben, deck = account(f"ada{number}"), PlayerFactory(name="Ben"), DeckFactory(slug="meadow")
        challenge = challenge_of(ada, deck, "one")
        left, match = race(
            partial(players.leave, user=ada.user),
            partial(accept, code=challenge.code, player=ben, deck=deck),
        )
        assert left is None
        if isinstance(match, Match):
            match.refresh_from_db()
            assert match.finished
        else:
            assert isinstance(match, NotAllowed)


def test_a_guest_signs_in_while_their_challenge_is_accepted(transactional_db):
    for number in range(4):
        ada, guest, ben = account(f"ada{number}"), PlayerFactory(name=""), PlayerFactory(name="Ben")
        deck = DeckFactory(slug="meadow")
        challenge = challenge_of(guest, deck, "one")
        adopted, match = race(
            partial(adopt_guest, guest_id=guest.guest_id, user=ada.user),
            partial(accept, code=challenge.code, player=ben, deck=deck),
        )
        assert adopted is True
        assert {seat.player for seat in match.seats.select_related("player")} == {ada, ben}
        assert not Player.objects.filter(pk=guest.pk).exists()


def test_deleting_accounts_while_their_rated_matches_end(transactional_db):
    """Each match counts once for both players, whoever ends it."""
    for number in range(3):
        people = [account(f"{name}{number}") for name in ("ada", "ben", "carl")]
        ada, ben, carl = people
        pairs = [(ada, ben), (ben, ada), (ada, carl), (carl, ben)]
        matches = [deal(one, opponent=other, seed=1, rated=True) for one, other in pairs]
        results = race(
            partial(players.leave, user=ada.user),
            partial(players.leave, user=ben.user),
            *(partial(players.resign, match_id=match.pk, seat=1, key="resign") for match in matches),
            partial(chat.say, match_id=matches[2].pk, player=carl, text="Well played", key="one"),
        )
        assert [result for result in results if isinstance(result, Exception)] == []
        assert Match.objects.playing().count() == 0
        assert RatingChange.objects.filter(match__in=matches).count() == 2 * len(matches)
        games = dict(Rating.objects.filter(player__in=people).values_list("player", "games"))
        assert [games[each.pk] for each in people] == [3, 3, 2]
        for match in matches:
            match.refresh_from_db()
            assert differences(match) == []


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_letters_that_no_database_takes_are_refused(ada_client, meadow, text):
    sent = [
        ("/challenges/", {"deck": text}),
        ("/challenges/", {"deck": "meadow", "to": text}),
        ("/challenges/", {"deck": "meadow", "key": text}),
        ("/matches/", {"deck": text}),
        ("/matches/", {"deck": "meadow", "opponent_deck": text}),
    ]
    for url, body in sent:
        assert ada_client.post(url, body, content_type="application/json").status_code == 400, (url, body)


@pytest.mark.parametrize("url", ["/play/computer/", "/lobby/"])
def test_an_address_with_a_nul_is_as_one_without(ada_client, meadow, url):
    assert ada_client.get(url, {"deck": "a\0b", "to": "a\0b"}).status_code == 200
