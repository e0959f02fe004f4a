"""Games of the ladder: how they begin, what they are worth, and when a program is paused."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from cards.models import Visibility
from games.ladder.models import Game, Program, Standing
from games.ladder.services import pairing, programs, reading, results
from games.ladder.services.meeting import PATIENCE
from games.matches.models import Match, Seat
from games.matches.services import players
from games.matches.services.play import let_flag_fall, play
from games.matches.services.positions import legal_at
from phylo.accounts.models import User
from tests.factories import DeckFactory
from tests.members import person


def waits(*found: Program, seconds: float = PATIENCE.total_seconds()) -> None:
    """They have been free for so long."""
    since = timezone.now() - timedelta(seconds=seconds)
    Program.objects.filter(pk__in=[each.pk for each in found]).update(waits_since=since)


def game_of(program: Program) -> Game:
    program.refresh_from_db()
    assert program.playing is not None
    return program.playing


def act(match: Match, seat: int) -> None:
    match.refresh_from_db()
    if seat in match.acting:
        action = legal_at(match, seat)[0]
        play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{match.version}")


def end(game: Game, loser: Program) -> None:
    seat = Seat.objects.get(match=game.match, player=loser.player).number
    players.resign(match_id=game.match_id, seat=seat, key="lost")


def standing(program: Program, rules: str = "phylo-1.4a") -> Standing:
    return Standing.objects.get(program=program, rules=rules)


def test_two_that_are_connected_begin_one_game(make):
    wolf, lynx = make("Wolf"), make("Lynx")
    assert pairing.pair() == 1
    assert pairing.pair() == 0
    game = game_of(wolf)
    assert game_of(lynx) == game
    match = game.match
    assert (match.public, match.rated, match.pace, match.pace_seconds) == (True, False, "live", 60)
    assert set(match.seats.values_list("player", flat=True)) == {wolf.player_id, lynx.player_id}
    assert wolf.lately == [lynx.pk]


def test_who_is_away_or_paused_or_of_a_suspended_owner_plays_not(make):
    make("Wolf")
    make("Away", here=False)
    programs.pause(program=make("Paused"))
    User.objects.filter(username="Badgers-owner").update(suspended_from=timezone.now())
    badger = make("Badger")
    User.objects.filter(pk=badger.owner_id).update(suspended_from=timezone.now())
    banned = make("Banned")
    User.objects.filter(player=banned.player_id).update(suspended_from=timezone.now())
    assert pairing.pair() == 0
    assert not Game.objects.exists()


def test_who_goes_away_waits_no_more(make):
    wolf = make("Wolf")
    pairing.pair()
    wolf.refresh_from_db()
    assert wolf.waits_since is not None
    assert wolf.seen is not None
    cache.clear()
    pairing.pair()
    wolf.refresh_from_db()
    assert wolf.waits_since is None


def test_alone_it_plays_a_level_whose_rating_stays(make):
    wolf = make("Wolf")
    waits(wolf)
    assert pairing.pair() == 1
    game = game_of(wolf)
    level = next(side for side in (game.first, game.second) if side.fixed)
    assert level.bot in ("fox", "owl")
    before = level.strength
    end(game, wolf)
    level.refresh_from_db()
    assert (level.strength, level.games) == (before, 1)
    assert (standing(wolf).strength.points, standing(wolf).lost) < (1500, 2)
    wolf.refresh_from_db()
    assert (wolf.playing, wolf.failed, wolf.lately) == (None, 0, [level.bot])


@pytest.mark.parametrize("rules", ["phylo-1.3", "ecosystem", "coral-reef"])
def test_they_play_every_game(make, rules):
    wolf, _lynx = make("Wolf", plays=[rules]), make("Lynx", plays=[rules])
    assert pairing.pair() == 1
    assert game_of(wolf).match.rules == rules


def test_a_result_moves_both_once_and_frees_both(make):
    wolf, lynx = make("Wolf"), make("Lynx")
    pairing.pair()
    game = game_of(wolf)
    end(game, lynx)
    results.note_result(match_id=game.match_id)
    won, lost = standing(wolf), standing(lynx)
    assert (won.won, won.games, lost.won, lost.games) == (1, 1, 0, 1)
    assert won.mu > 25 > lost.mu
    assert won.sigma < 25 / 3
    game.refresh_from_db()
    assert game.counts
    score = reading.scores("phylo-1.4a", [won, lost])[won.pk, lost.pk]
    assert (score.won, score.share) == (1, 1.0)
    assert score.interval[0] < 0.5 < score.interval[1]
    wolf.refresh_from_db()
    assert wolf.playing is None
    assert wolf.waits_since is not None


def test_the_first_seat_goes_from_one_to_the_other(make):
    wolf, lynx = make("Wolf"), make("Lynx")
    firsts = []
    for loser in (wolf, lynx, wolf, lynx):
        Program.objects.update(lately=[])
        waits(wolf, lynx, seconds=PATIENCE.total_seconds() - 1)
        pairing.pair()
        game = game_of(wolf)
        firsts.append(game.first.program)
        end(game, loser)
    assert firsts.count(wolf) == 2


def test_it_plays_a_public_deck_of_its_owners(make):
    ada = person("Ada")
    mine = DeckFactory(slug="mine", owner=ada, ready=False, visibility=Visibility.PUBLIC)
    other = DeckFactory(slug="hidden", owner=ada, ready=False)
    wolf = make("Wolf", ada)
    programs.change(program=wolf, name="Wolf", about="x", source="", plays=wolf.plays, decks=[mine, other])
    assert list(wolf.decks.all()) == [mine]
    mine.complete = True
    mine.save()
    make("Lynx")
    pairing.pair()
    assert Seat.objects.get(match=game_of(wolf).match, player=wolf.player).deck_name == mine.name


def test_games_of_a_day_have_an_end(make, monkeypatch):
    monkeypatch.setattr(pairing, "GAMES_A_DAY", 1)
    wolf, lynx = make("Wolf"), make("Lynx")
    pairing.pair()
    end(game_of(wolf), lynx)
    assert pairing.pair() == 0
    Program.objects.update(day=timezone.now().date() - timedelta(days=1))
    waits(wolf, lynx, seconds=PATIENCE.total_seconds() - 1)
    assert pairing.pair() == 1


def let_time_run_out(game: Game) -> None:
    Match.objects.filter(pk=game.match_id).update(
        flag_at=timezone.now() - timedelta(minutes=9), clock_since=timezone.now() - timedelta(minutes=9)
    )
    let_flag_fall(match_id=game.match_id)


def test_who_never_comes_loses_no_rating_and_is_paused_after_three_games(make):
    wolf = make("Wolf")
    make("Lynx")
    for failed in (1, 2, 3):
        waits(wolf, seconds=PATIENCE.total_seconds() - 1)
        pairing.pair()
        game = game_of(wolf)
        lynx = next(each for each in (0, 1) if (game.first, game.second)[each].program != wolf)
        # If it is the other's turn, it acts until it is not.
        for _action in range(9):
            act(game.match, lynx)
        let_time_run_out(game)
        game.refresh_from_db()
        wolf.refresh_from_db()
        assert (game.counts, wolf.failed) == (False, failed)
    assert (wolf.paused, wolf.paused_because) == (True, "time")
    assert standing(wolf).games == 0
    programs.go_on(program=wolf)
    wolf.refresh_from_db()
    assert (wolf.paused, wolf.failed) == (False, 0)


def test_who_stops_in_the_middle_loses(make):
    wolf = make("Wolf")
    make("Lynx")
    pairing.pair()
    game = game_of(wolf)
    for _action in range(4):
        for seat in (0, 1):
            act(game.match, seat)
    game.match.refresh_from_db()
    assert not game.match.finished
    let_time_run_out(game)
    game.refresh_from_db()
    assert game.counts
    assert Standing.objects.filter(games=1).count() == 2


def test_in_a_drafting_game_the_site_chooses_and_that_is_lost(make):
    wolf, lynx = make("Wolf", plays=["ecosystem"]), make("Lynx", plays=["ecosystem"])
    pairing.pair()
    game = game_of(wolf)
    seat = Seat.objects.get(match=game.match, player=lynx.player).number
    absent = 1 - seat
    for _choice in range(60):
        match = Match.objects.get(pk=game.match_id)
        if match.finished:
            break
        if absent in match.acting and _choice < 2:
            act(match, absent)
        act(match, seat)
        let_time_run_out(game)
    game.refresh_from_db()
    assert game.ended is not None
    assert game.counts
    assert standing(lynx, "ecosystem").won == 1


def test_a_mail_tells_its_owner_why_it_is_paused(make, post_office):
    wolf = make("Wolf", person("Ada", email="ada@example.org", confirmed=True))
    with post_office() as mails:
        programs.pause(program=wolf, because=Program.Because.ILLEGAL)
    [sent] = mails
    assert sent.to == ["ada@example.org"]
    assert "Wolf (program)" in sent.subject
    assert "illegal actions" in sent.body
    assert "/ladder/programs/Wolf/" in sent.body
    programs.go_on(program=wolf)
    with post_office() as mails:
        programs.pause(program=wolf)
    assert mails == []
