"""Tournaments from the first entry to the last result: what is paired, what counts, and who may do what."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

import engine
from games.classes.services import ending
from games.classes.services.lessons import attention
from games.matches.account_data import Matches
from games.matches.mails import send_turn_mail
from games.matches.models import Match, Player
from games.matches.services import last_seen, offers, players
from games.matches.services.clock import A_DAY, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.play import play, play_bot_turn
from games.matches.services.turn_mails import claim_turn_mails
from games.matches.tasks import sweep
from games.tournaments.account_data import Tournaments
from games.tournaments.models import Correction, Entry, Game, Place, Round, Tournament
from games.tournaments.services import corrections, dealing, entering, making, reading, rounds
from games.tournaments.services.standings import HALF
from games.tournaments.tasks import go_on_with_tournament
from phylo.accounts import tokens
from phylo.accounts.guests import erase_guest
from phylo.http.keys import KeyReused
from tests.classes.school import School, player_of
from tests.factories import DeckFactory, PlayerFactory, deal
from tests.members import person
from tests.tournaments.playing import (
    again,
    begun,
    come,
    drafting,
    end,
    entered,
    going_on,
    made,
    play_round,
    points,
    terms,
    under_way,
)


def test_a_swiss_tournament_from_beginning_to_end(host, deck):
    tournament = begun(host, count=5, deck=deck)
    for number in (1, 2, 3):
        tournament = again(tournament)
        assert (tournament.status, tournament.round) == ("running", number)
        assert Match.objects.filter(status="playing").count() == 2
        tournament = play_round(tournament)
    assert (tournament.status, tournament.next_round_at) == ("finished", None)
    assert Place.objects.filter(game__how="bye").values("entry").distinct().count() == 3
    assert sum(points(tournament).values()) == 9
    table = reading.table_of(tournament)
    assert (table[0].entry.number, table[0].standing.points) == (1, 3)
    # All of it again changes nothing.
    before = tournament.version
    assert (going_on(tournament).version, sweep()) == (before, 0)


@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_the_computer_fills_an_odd_number(host, deck, kind):
    tournament = begun(host, kind, count=3, deck=deck, filler="mouse")
    filler = tournament.entries.get(player=None)
    assert (filler.bot, tournament.rounds, tournament.games.count()) == ("mouse", 3, 2)
    match = tournament.games.get(places__entry=filler).match
    assert match.seats.get(player=None).bot == "mouse"
    assert not Place.objects.filter(game__how="bye").exists()


def test_a_round_robin_goes_on_without_those_who_leave(host, deck):
    tournament = begun(host, "round-robin", count=4, deck=deck)
    assert tournament.rounds == 3
    entering.withdraw(code=tournament.code, player=tournament.entries.get(number=4).player)
    tournament = play_round(tournament)
    forfeit = tournament.games.get(round__number=2, how="forfeit")
    assert [(place.entry.number == 4, place.points) for place in forfeit.places.order_by("points")] == [
        (True, 0), (False, 120),
    ]  # fmt: skip
    tournament = play_round(play_round(tournament))
    assert tournament.status == "finished"
    met = {frozenset(p.entry_id for p in game.places.all()) for game in tournament.games.all()}
    assert len(met) == tournament.games.count() == 6


def test_a_simultaneous_is_one_against_all(host, deck):
    tournament = made(host, "simul", deck=deck)
    entered(tournament, 5, deck)
    with pytest.raises(NotAllowed, match="host"):
        entering.withdraw(code=tournament.code, player=host)
    tournament = rounds.begin(code=tournament.code, player=host)
    games = under_way(tournament)
    assert len(games) == 5
    assert all(game.match.seats.filter(player=host).exists() for game in games)
    assert [game.places.get(entry__player=host).seat for game in games] == [0, 1, 0, 1, 0]
    tournament = play_round(tournament)
    assert tournament.status == "finished"
    assert {line.standing.points for line in reading.table_of(tournament)} == {0}
    assert points(tournament)[1] == 5


def test_an_arena_pairs_at_once_and_ends_at_its_time(host, deck):
    tournament = begun(host, "arena", count=5, deck=deck)
    first, second = under_way(tournament)
    end(first)
    tournament = going_on(tournament)
    # Of the three who wait now, two play at once.
    assert tournament.games.count() == 3
    assert tournament.entries.filter(ready_since__isnull=False).count() == 1
    over = tournament.ends_at + timedelta(seconds=1)
    rounds.go_on(tournament_id=tournament.pk, now=over)
    assert again(tournament).status == "running"
    for game in under_way(tournament):
        end(game)
    rounds.go_on(tournament_id=tournament.pk, now=over)
    assert (again(tournament).status, tournament.games.filter(how="played").count()) == ("finished", 3)
    assert sum(points(tournament).values()) == 6
    assert second in tournament.games.all()


def test_a_break_in_an_arena(host, deck):
    tournament = made(host, "arena")
    one, two, three = entered(tournament, 3, deck)
    rounds.begin(code=tournament.code, player=host)
    end(under_way(tournament)[0])
    waits = tournament.entries.get(ready_since__isnull=False, places=None).player
    assert waits in (one, two, three)
    for player in (one, two, three):
        entering.be_ready(code=tournament.code, player=player, ready=False)
    assert not tournament.entries.filter(ready_since__isnull=False).exists()
    going_on(tournament)
    assert tournament.games.count() == 1
    played = next(player for player in (one, two) if player != waits)
    entering.be_ready(code=tournament.code, player=waits)
    entering.be_ready(code=tournament.code, player=played)
    going_on(tournament)
    assert tournament.games.count() == 2
    with pytest.raises(NotAllowed, match="arena"):
        entering.be_ready(code=tournament.code, player=host)


@pytest.mark.parametrize(("count", "sizes"), [(9, [3, 3, 3]), (6, [3, 3])])
def test_drafting_tables(host, count, sizes):
    tournament = drafting(host, seats=4, rounds=2)
    entered(tournament, count)
    rounds.begin(code=tournament.code, player=host)
    games = under_way(tournament)
    assert [game.match.players for game in games] == sizes
    assert Place.objects.filter(game__in=games).values("entry").distinct().count() == count


def test_a_drafting_table_gives_each_the_share_of_those_who_are_beaten(host):
    tournament = drafting(host, seats=3, rounds=1)
    people = entered(tournament, 3)
    rounds.begin(code=tournament.code, player=host)
    [game] = under_way(tournament)
    come(game)
    game.match.seats.filter(player__in=people).update(stand_in="random")
    Match.objects.filter(pk=game.match_id).update(bot_to_act=True)
    while not (match := Match.objects.get(pk=game.match_id)).finished:
        play_bot_turn(match_id=match.pk, version=match.version)
    tournament = going_on(tournament)
    assert tournament.status == "finished"
    order = sorted(match.scores, reverse=True)
    earned = {place.seat: place.earned for place in game.places.all()}
    shares = {
        seat: Fraction(2 * sum(other < score for other in order) + order.count(score) - 1, 4)
        for seat, score in enumerate(match.scores)
    }
    assert earned == shares


def test_late_entry_earns_half_a_point_once(host, deck):
    tournament = play_round(begun(host, count=6, deck=deck, rounds=5))
    [late] = entered(tournament, 1, deck)
    tournament = play_round(play_round(tournament))
    [place] = Place.objects.filter(entry__player=late, game__how="late")
    assert (tournament.round, place.number, place.earned) == (4, 2, HALF)
    with pytest.raises(NotAllowed, match="too late"):
        entered(tournament, 1, deck)


def test_who_does_not_come_loses_and_is_not_rated(host, deck):
    tournament = begun(host, count=2, deck=deck)
    [game] = under_way(tournament)
    Match.objects.filter(pk=game.match_id).update(rated=True)
    seat = game.match.seats.get(number=1)
    last_seen.note_look(type(seat).objects.select_related("match").get(pk=seat.pk))
    rounds.sweep(now=timezone.now() + timedelta(seconds=100))
    assert under_way(tournament) == [game]
    rounds.sweep(now=timezone.now() + timedelta(seconds=301))
    game.refresh_from_db()
    assert (game.how, [place.points for place in game.places.all()]) == ("forfeit", [0, 120])
    match = Match.objects.get(pk=game.match_id)
    assert (match.status, match.rated, match.ending) == ("finished", False, "resigned")


def test_while_a_class_is_to_listen_nobody_is_late_and_nothing_begins(deck):
    school = School()
    teacher = Player.objects.create(user=school.teacher)
    tournament = making.make(maker=teacher, terms=terms(audience="set"), key="class", collection=school.set)
    for name in ("Mia", "Ben", "Ida", "Jo"):
        entering.enter(code=tournament.code, player=player_of(school.joined(name)), deck=deck)
    rounds.begin(code=tournament.code, player=teacher)
    assert set(Match.objects.values_list("collection", "public")) == {(school.set.pk, False)}
    games = under_way(tournament)
    end(games[0])
    attention.set_frozen(classroom_id=school.room.pk, builder=school.by, frozen=True)
    later = timezone.now() + timedelta(minutes=30)
    rounds.sweep(now=later)
    assert under_way(tournament) == games[1:]
    end(games[1])
    assert going_on(tournament).round == 1
    attention.set_frozen(classroom_id=school.room.pk, builder=school.by, frozen=False)
    assert going_on(tournament).round == 2
    rounds.sweep(now=later)
    assert tournament.games.filter(how="forfeit").count() == 2


def test_nothing_is_left_of_a_tournament_of_a_class_that_has_ended(deck):
    school = School()
    teacher = Player.objects.create(user=school.teacher)
    tournament = making.make(maker=teacher, terms=terms(audience="set"), key="class", collection=school.set)
    pupils = [school.joined(name) for name in ("Mia", "Ben")]
    for pupil in pupils:
        entering.enter(code=tournament.code, player=player_of(pupil), deck=deck)
    rounds.begin(code=tournament.code, player=teacher)
    erase_guest(guest=pupils[0].guest_id)
    entry = tournament.entries.get(number=1)
    assert (entry.player.former, entry.withdrawn_at is None, entry.deck_name) == (True, False, "")
    assert [place.points for place in tournament.games.get().places.order_by("entry")] == [0, 120]
    job = ending.end(classroom_id=school.room.pk, builder=school.by)
    ending.ENDINGS.take(job, ending.Piece(600, lambda columns: None))
    assert not Tournament.objects.exists()


def test_an_account_takes_over_entries_and_gives_them_up(host, deck):
    guest, user = PlayerFactory(name="Ada"), person("Ada")
    Player.objects.create(user=user)
    tournament = made(guest)
    entering.enter(code=tournament.code, player=guest, deck=deck)
    assert players.adopt_guest(guest_id=guest.guest_id, user=user)
    [told] = Tournaments().download(user=user, absolute=lambda path: path)["tournaments"]
    assert (told["made_by_you"], told["you"]["number"], told["status"]) == (True, 1, "open")
    entering.enter(code=tournament.code, player=host, deck=deck)
    rounds.begin(code=tournament.code, player=user.player)
    for each in (Tournaments(), Matches()):
        each.release(user=user)
    assert tournament.entries.get(number=1).withdrawn_at is not None
    assert Match.objects.get().finished


def test_both_who_do_not_come_lose(host, deck):
    tournament = begun(host, count=2, deck=deck)
    rounds.sweep(now=timezone.now() + timedelta(seconds=301))
    game = tournament.games.get()
    assert (game.how, [place.points for place in game.places.all()]) == ("forfeit", [0, 0])


def test_a_draw_is_half_a_point_each(host, deck):
    tournament = begun(host, count=2, deck=deck)
    [game] = under_way(tournament)
    come(game)
    offers.offer(match_id=game.match_id, seat=0, kind="draw")
    offers.accept(match_id=game.match_id, seat=1, kind="draw")
    assert [place.earned for place in game.places.all()] == [HALF, HALF]


def test_the_maker_corrects_a_result_and_takes_somebody_out(host, deck):
    tournament = begun(host, count=4, deck=deck)
    game = under_way(tournament)[0]
    end(game, loser=0)
    right = {"code": tournament.code, "game_id": game.pk, "points": [HALF, HALF], "reason": "misclick"}
    with pytest.raises(NotAllowed):
        corrections.correct(player=game.match.seats.get(number=0).player, **right)
    corrections.correct(player=host, **right)
    corrections.correct(player=host, **right)
    note = Correction.objects.get()
    assert (note.before, note.after, note.by, note.reason) == ([0, 120], [60, 60], host, "misclick")
    assert sorted(points(tournament).values()) == [0, 0, HALF, HALF]
    for wrong in ([1, 1], [Fraction(1, 3), 0], [2, 0], [1]):
        with pytest.raises(NotAllowed):
            corrections.correct(player=host, **right | {"points": [Fraction(each) for each in wrong]})
    gone = tournament.entries.get(number=1)
    with pytest.raises(NotAllowed):
        entering.take_out(code=tournament.code, player=gone.player, number=2)
    entering.take_out(code=tournament.code, player=host, number=1)
    with pytest.raises(NotAllowed, match="taken out"):
        entering.enter(code=tournament.code, player=gone.player, deck=deck)


def test_a_game_that_its_maker_has_decided_keeps_that_result(host, deck):
    tournament = begun(host, count=2, deck=deck, rounds=1)
    [game] = under_way(tournament)
    corrections.correct(
        code=tournament.code, player=host, game_id=game.pk, points=[Fraction(1), Fraction(0)], played=False
    )
    assert going_on(tournament).status == "finished"
    end(game, loser=0)
    assert [place.points for place in game.places.all()] == [120, 0]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": " "}, "name"),
        ({"name": "Cup\nof all"}, "signs"),
        ({"name": "\u202eCup"}, "signs"),
        ({"kind": "knockout"}, "kind"),
        ({"rules": "chess"}, "game"),
        ({"rounds": 0}, "rounds"),
        ({"minutes": 5}, "minutes"),
        ({"pace": Pace()}, "clock"),
        ({"seats": 3}, "seats"),
        ({"filler": "deep-blue"}, "level"),
        ({"audience": "set"}, "whom"),
        ({"audience": "site"}, "account"),
        ({"rated": True}, "account"),
        ({"decks": "given"}, "deck"),
        ({"starts_at": timezone.now() - timedelta(days=1)}, "begin"),
    ],
)
def test_terms_that_cannot_be(host, more, message):
    with pytest.raises(NotAllowed, match=message):
        made(host, **more)
    assert not Tournament.objects.exists()


def test_one_key_makes_one_tournament(host, deck):
    tournament = made(host)
    assert made(host) == tournament
    with pytest.raises(KeyReused):
        making.make(maker=host, terms=terms(rounds=5), key="swiss")


def test_who_may_enter(host, deck):
    tournament = made(host, password="sesame")
    stranger = PlayerFactory(name="Eve")
    for word in ("", "Sesame"):
        with pytest.raises(NotAllowed, match="password"):
            entering.enter(code=tournament.code, player=stranger, deck=deck, password=word)
    entry = entering.enter(code=tournament.code, player=stranger, deck=deck, password="sesame")
    entering.withdraw(code=tournament.code, player=stranger)
    assert entering.enter(code=tournament.code, player=stranger, deck=deck) == entry
    with pytest.raises(NotAllowed, match="Programs"):
        entering.enter(code=tournament.code, player=host, deck=deck, password="sesame", by_program=True)
    rated = making.make(
        maker=Player.objects.create(user=person("Ada")), terms=terms(rated=True, audience="site"), key="two"
    )
    assert rated.public
    with pytest.raises(NotAllowed, match="account"):
        entering.enter(code=rated.code, player=stranger, deck=deck)


@pytest.mark.parametrize(("allowed", "status"), [(True, 200), (False, 422)])
def test_programs_play_only_where_they_are_allowed(host, deck, allowed, status):
    """Somebody enters by the page, and then lets a program play."""
    user = person("Ada")
    tournament = made(host, bots_allowed=allowed)
    for player in (Player.objects.create(user=user), host):
        entering.enter(code=tournament.code, player=player, deck=deck)
    rounds.begin(code=tournament.code, player=host)
    [game] = under_way(tournament)
    order = {"action": {"do": "resign"}, "version": 0, "key": "one"}
    token = tokens.create_token(user=user, name="program")
    answer = Client().post(
        f"/api/v1/matches/{game.match_id}/actions/",
        order,
        content_type="application/json",
        headers={"authorization": f"Bearer {token}"},
    )
    assert answer.status_code == status


def test_decks(host, deck):
    own = DeckFactory(slug="own", ready=False)
    ready = made(host, decks="ready")
    with pytest.raises(NotAllowed):
        entering.enter(code=ready.code, player=host, deck=own)
    given = making.make(maker=host, terms=terms(decks="given"), key="given", deck=deck)
    entry = entering.enter(code=given.code, player=host)
    assert sorted(entry.deck) == sorted(deck.card_keys())


def test_who_is_away_when_the_round_begins_gets_a_mail_once(host, deck):
    tournament = made(host)
    for name in ("Ada", "Bea"):
        user = person(name, email=f"{name}@example.org", confirmed=True)
        entering.enter(code=tournament.code, player=Player.objects.create(user=user), deck=deck)
    rounds.begin(code=tournament.code, player=host)
    [game] = under_way(tournament)
    away, here = game.match.seats.select_related("match", "player__user").order_by("number")
    last_seen.note_look(here)
    soon = timezone.now() + timedelta(minutes=1)
    [(seat, kind)] = claim_turn_mails(now=soon)
    assert (seat, kind, claim_turn_mails(now=soon)) == (away.pk, "begun", [])
    send_turn_mail(seat_id=seat, kind=kind)
    [sent] = mail.outbox
    assert sent.to == [away.player.user.confirmed_email]
    assert "in the tournament Cup has begun" in sent.body
    # Whoever has come meanwhile needs none.
    last_seen.note_look(away)
    send_turn_mail(seat_id=seat, kind=kind)
    assert len(mail.outbox) == 1


def test_it_begins_and_is_cancelled_by_the_clock(host, deck):
    soon = timezone.now() + timedelta(minutes=5)
    tournament = made(host, starts_at=soon)
    lonely = making.make(maker=host, terms=terms(starts_at=soon), key="lonely")
    entered(tournament, 2, deck)
    entered(lonely, 1, deck)
    rounds.sweep(now=soon - timedelta(seconds=1))
    assert {again(tournament).status, again(lonely).status} == {"open"}
    rounds.sweep(now=soon)
    assert (again(tournament).status, again(lonely).status) == ("running", "cancelled")
    making.cancel(code=tournament.code, player=host)
    assert again(tournament).status == "cancelled"
    assert rounds.sweep() == 0


def test_a_suspended_player_is_withdrawn(host, deck):
    tournament = begun(host, count=3, deck=deck)
    entry = tournament.entries.get(number=2)
    entering.stand_aside(user=None, guest=entry.player.guest_id)
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None
    assert play_round(tournament).games.filter(round__number=2, places__entry=entry).count() == 0


def test_nothing_can_be_paired_twice(host, deck):
    """Whatever a process does that believes the round to be missing, the database refuses."""
    tournament = begun(host, count=4, deck=deck)
    game = tournament.games.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(tournament=tournament, number=1, begun=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(tournament=tournament, round=game.round, board=game.board, paired=timezone.now())
    other = Game.objects.create(tournament=tournament, round=game.round, board=99, paired=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Place.objects.create(game=other, entry=game.places.first().entry, seat=0, number=1)


def test_what_a_killed_process_left_is_dealt_by_the_sweep(host, deck, monkeypatch):
    """It dies after the pairing is stored, and again after the first of the matches."""
    tournament = made(host)
    entered(tournament, 6, deck)
    real, dealt = dealing._deal, []

    def dies(*given):
        if len(dealt) == 1:
            raise KeyboardInterrupt
        dealt.append(given)
        return real(*given)

    monkeypatch.setattr(dealing, "_deal", dies)
    with pytest.raises(KeyboardInterrupt):
        rounds.begin(code=tournament.code, player=host)
    assert (tournament.games.count(), Match.objects.count()) == (3, 1)
    monkeypatch.setattr(dealing, "_deal", real)
    rounds.sweep()
    rounds.sweep()
    assert (tournament.games.count(), Match.objects.count()) == (3, 3)


def test_a_round_of_many_boards_is_dealt_by_a_job(
    host, deck, monkeypatch, django_capture_on_commit_callbacks
):
    queued: list[str] = []
    monkeypatch.setattr(
        go_on_with_tournament, "apply_async", lambda args, *_rest, **_options: queued.extend(args)
    )
    tournament = made(host)
    entered(tournament, 2 * (rounds.DEALT_AT_ONCE + 1), deck)
    queued.clear()
    with django_capture_on_commit_callbacks(execute=True):
        rounds.begin(code=tournament.code, player=host)
    assert (tournament.games.count(), Match.objects.count()) == (rounds.DEALT_AT_ONCE + 1, 0)
    assert set(queued) == {str(tournament.pk)}
    for _twice in range(2):
        go_on_with_tournament(str(tournament.pk))
        assert Match.objects.count() == tournament.games.count()
    assert not tournament.games.filter(match=None).exists()


@pytest.mark.parametrize(("kind", "most", "boards"), [("round-robin", 24, 12), ("simul", 31, 30)])
def test_no_more_begin_than_there_is_room_for(host, deck, kind, most, boards):
    """The host of a simultaneous is one of them; who makes room for another does not come back."""
    tournament = made(host, kind, deck=deck if kind == "simul" else None)
    entered(tournament, 1, deck)
    here = tournament.entries.count()
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=PlayerFactory(), number=number, deck=deck.card_keys())
        for number in range(here + 1, most + 1)
    )
    gone = tournament.entries.get(number=most).player
    with pytest.raises(NotAllowed, match="taken"):
        entered(tournament, 1, deck)
    entering.withdraw(code=tournament.code, player=gone)
    entered(tournament, 1, deck)
    with pytest.raises(NotAllowed, match="taken"):
        entering.enter(code=tournament.code, player=gone, deck=deck)
    rounds.begin(code=tournament.code, player=host)
    assert (tournament.entries.playing().count(), tournament.games.count()) == (most, boards)


def test_a_deck_that_can_no_longer_be_played_does_not_stop_the_round(host, deck):
    tournament = made(host)
    entered(tournament, 2, deck)
    tournament.entries.filter(number=1).update(deck=["gone"] * 24)
    rounds.begin(code=tournament.code, player=host)
    assert Match.objects.count() == 1


def test_a_match_beside_tournaments_is_none_of_their_business(host, deck, ada, ben):
    match = deal(ada, opponent=ben)
    play(match_id=match.pk, seat=match.acting[0], action={"do": "resign"}, version=0, key="x")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("earned", "played", "allowed"),
    [
        ((1, 0), True, True), ((0, 0), True, True), ((HALF, HALF), True, True), ((0, HALF), True, False),
        ((0, 1), False, True), ((0, 0), False, True), ((HALF, HALF), False, False),
    ],
)  # fmt: skip
def test_a_corrected_result_can_be_paired_and_reported(host, deck, earned, played, allowed):
    tournament = begun(host, count=4, deck=deck)
    game = under_way(tournament)[0]
    points = [Fraction(each) for each in earned]
    right = {"code": tournament.code, "player": host, "game_id": game.pk, "points": points, "played": played}
    if not allowed:
        with pytest.raises(NotAllowed):
            corrections.correct(**right)
        return
    corrections.correct(**right)
    assert play_round(tournament).round == 2


def test_a_game_that_cannot_be_dealt_stops_no_round(host, deck):
    tournament = made(host, rounds=1)
    entered(tournament, 2, deck)
    tournament.entries.filter(number=1).update(deck=["gone"] * 24)
    deck.entries.all().delete()
    rounds.begin(code=tournament.code, player=host)
    game = tournament.games.get()
    assert (game.how, game.match, [place.points for place in game.places.all()]) == ("forfeit", None, [0, 0])
    assert going_on(tournament).status == "finished"


def test_with_days_for_a_turn_the_clock_decides(host, deck):
    with pytest.raises(NotAllowed, match="days"):
        made(host, pace=A_DAY, no_show=300)
    tournament = begun(host, count=2, deck=deck, pace=A_DAY)
    assert tournament.no_show == 0
    rounds.sweep(now=timezone.now() + timedelta(hours=1))
    assert tournament.games.get().how == "paired"


def test_options_are_those_of_the_game(host):
    assert made(host, options={"home_gap": 1}).options == {"home_gap": 1}
    with pytest.raises(engine.InvalidSetup, match="unknown option"):
        made(host, "arena", options={"speed": 1})
    with pytest.raises(NotAllowed, match="options"):
        drafting(host, "round-robin", options={"home_gap": 1})
