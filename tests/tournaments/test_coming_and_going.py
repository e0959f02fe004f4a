"""Who leaves and comes back: what is paired then, with which deck, and what becomes of what others made."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.services import last_seen, players
from games.matches.services.errors import NotAllowed
from games.tournaments.models import Place
from games.tournaments.services import entering, making, pairing, rounds
from games.tournaments.services.results import note_result
from games.tournaments.services.standings import HALF
from tests.factories import DeckFactory, PlayerFactory
from tests.tournaments.playing import again, begun, drafting, entered, made, play_round, under_way


@pytest.mark.parametrize("kind", ["round-robin", "simul"])
def test_who_left_before_the_beginning_comes_too_late_where_nobody_may_come_late(host, deck, kind):
    tournament = made(host, kind, deck=deck)
    first, *_others = entered(tournament, 5, deck)
    entering.withdraw(code=tournament.code, player=first)
    rounds.begin(code=tournament.code, player=host)
    with pytest.raises(NotAllowed, match="too late"):
        entering.enter(code=tournament.code, player=first, deck=deck)
    if kind == "round-robin":
        tournament = play_round(play_round(play_round(again(tournament))))
        met = {
            frozenset(place.entry.number for place in game.places.all()) for game in tournament.games.all()
        }
        assert (tournament.status, len(met), set().union(*met)) == ("finished", 6, {2, 3, 4, 5})


def test_in_a_swiss_tournament_who_left_before_the_beginning_enters_late(host, deck):
    tournament = made(host, rounds=4)
    first, second, *_others = entered(tournament, 8, deck)
    for player in (first, second):
        entering.withdraw(code=tournament.code, player=player)
    rounds.begin(code=tournament.code, player=host)
    tournament = play_round(again(tournament))
    entering.enter(code=tournament.code, player=first, deck=deck)
    tournament = play_round(tournament)
    [late] = Place.objects.filter(entry__player=first, game__how="late")
    assert (tournament.round, late.number, late.earned) == (3, 2, HALF)
    with pytest.raises(NotAllowed, match="too late"):
        entering.enter(code=tournament.code, player=second, deck=deck)


def test_whoever_left_just_before_the_sweep_was_not_there(host, deck):
    soon = timezone.now() + timedelta(minutes=5)
    tournament = made(host, "round-robin", starts_at=soon)
    first, *_others = entered(tournament, 5, deck)
    entering.withdraw(code=tournament.code, player=first)
    tournament.entries.filter(number=1).update(withdrawn_at=soon + timedelta(seconds=1))
    rounds.sweep(now=soon)
    tournament = again(tournament)
    assert (tournament.rounds, tournament.games.count()) == (3, 2)
    assert not tournament.games.exclude(how="paired").exists()


def test_in_an_arena_nobody_gets_a_second_game_by_leaving_and_coming_back(host, deck):
    tournament = begun(host, "arena", count=4, deck=deck)
    entry = tournament.entries.get(number=1)
    entering.withdraw(code=tournament.code, player=entry.player)
    entering.enter(code=tournament.code, player=entry.player, deck=deck)
    entry.refresh_from_db()
    assert (entry.withdrawn_at, entry.ready_since) == (None, None)
    # Nor if something else should say that they wait.
    tournament.entries.update(ready_since=timezone.now())
    assert pairing.boards_in_arena(tournament, timezone.now() + timedelta(minutes=1)) == []


def test_who_comes_back_plays_on_with_the_same_deck(host, deck):
    tournament = begun(host, count=4, deck=deck)
    entry = tournament.entries.get(number=1)
    before = (entry.deck_name, entry.deck)
    entering.withdraw(code=tournament.code, player=entry.player)
    other = DeckFactory(slug="other", name="Other", ready=True)
    entering.enter(code=tournament.code, player=entry.player, deck=other)
    entry.refresh_from_db()
    assert ((entry.deck_name, entry.deck), entry.withdrawn_at) == (before, None)


def test_the_host_of_a_simultaneous_may_go(host, deck):
    """Suspended or deleted: what has not begun is cancelled, and one that runs goes on to its end."""
    tournament = made(host, "simul", deck=deck)
    entering.stand_aside(user=None, guest=host.guest_id)
    assert again(tournament).status == "cancelled"
    other = PlayerFactory(name="Other")
    tournament = begun(other, "simul", count=2, deck=deck)
    # The two guests and their host.
    assert tournament.entries.playing().count() == 3
    entering.stand_aside(user=None, guest=other.guest_id)
    assert not tournament.entries.playing().filter(player=other).exists()
    assert play_round(tournament).status == "finished"


def test_after_the_end_of_a_cancelled_tournament_nothing_counts(host, deck):
    tournament = begun(host, count=2, deck=deck)
    [game] = under_way(tournament)
    making.cancel(code=tournament.code, player=host)
    players.resign(match_id=game.match_id, seat=0, key="one")
    game.refresh_from_db()
    assert (game.how, [place.points for place in game.places.all()]) == ("paired", [None, None])


def test_wrong_passwords_are_counted_for_players_and_addresses(host, deck, monkeypatch):
    monkeypatch.setattr(entering, "WRONG_PASSWORDS", 2)
    monkeypatch.setattr(entering, "WRONG_FROM_ADDRESS", 3)
    tournament = made(host, password="sesame")
    one, two, three = (PlayerFactory(name=name) for name in ("One", "Two", "Three"))

    def tries(player, password, came_from):
        entering.enter(code=tournament.code, player=player, deck=deck, password=password, came_from=came_from)

    for number, player in enumerate((one, one, two)):
        with pytest.raises(NotAllowed, match="not the password"):
            tries(player, f"guess {number}", "192.0.2.1")
    # Then not even the right one, neither from elsewhere nor as somebody else.
    for player, came_from in ((one, "192.0.2.2"), (three, "192.0.2.1")):
        with pytest.raises(NotAllowed, match="too many"):
            tries(player, "sesame", came_from)
    tries(two, "sesame", "192.0.2.2")
    assert [entry.player for entry in tournament.entries.all()] == [two]


def test_who_looks_in_on_a_drafting_table_late_has_not_come(host):
    """Nor is the seat lost to those who take it back and play."""
    tournament = drafting(host, seats=3, rounds=1)
    entered(tournament, 3)
    rounds.begin(code=tournament.code, player=host)
    [game] = under_way(tournament)
    last_seen.note_look(game.match.seats.select_related("match").get(number=0))
    rounds.sweep(now=timezone.now() + timedelta(seconds=400))
    for number in (1, 2):
        last_seen.note_look(game.match.seats.select_related("match").get(number=number))
    players.sit_down(match_id=game.match_id, player=game.match.seats.get(number=2).player)
    places = {place.seat: place for place in game.places.all()}
    assert [places[seat].points for seat in range(3)] == [None, 0, 0]
    over = {"status": "finished", "ending": "played", "winner": "0", "flag_at": None, "bot_to_act": False}
    Match.objects.filter(pk=game.match_id).update(scores=[3, 1, 2], **over)
    note_result(match_id=game.match_id)
    assert [place.points for place in game.places.order_by("seat")] == [120, 0, 60]
