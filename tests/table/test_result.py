"""How a match went: the curve, the turn that decided, what counts, what was lost, the longest food chain."""

import random

import pytest
from django.test import Client
from hypothesis import given

from engine.bots.phylo import greedy
from engine.phylo.web import longest_chain, scoring_cards
from games.matches.models import Match
from games.matches.services import offers
from games.matches.services.play import play
from games.matches.services.positions import Step, bot_view_at, legal_at, state_at, steps_of
from games.table.of_match import table_of
from games.table.result import result
from games.table.sentences import Voice
from games.table.turning_point import Loss, Swing, TurnScore, biggest_gain, losses, turn_scores
from tests.engine.build import V13, game
from tests.engine.build import space as card
from tests.engine.playouts import Playout, playouts, quick


def turns(*scores: tuple[int, int]) -> list[TurnScore]:
    return [TurnScore(number, number * 10, score) for number, score in enumerate([(0, 0), *scores])]


@pytest.mark.parametrize(
    ("scores", "swing"),
    [
        ([(5, 0), (5, 4), (9, 4)], Swing(1, 10, 5)),
        ([(8, 0), (8, 12), (15, 12), (16, 12)], Swing(1, 10, 8)),  # though that lead was made up for
        ([(2, 6), (3, 6), (9, 6)], Swing(3, 30, 6)),
        ([(1, 0)], Swing(1, 10, 1)),
    ],
)
def test_the_biggest_gain_is_that_of_the_winner(scores, swing):
    assert biggest_gain(turns(*scores), 0) == swing


def test_who_only_fell_behind_has_none():
    assert biggest_gain(turns((0, 3), (0, 5)), 0) is None


def test_the_score_of_a_turn_is_that_after_its_last_move():
    gone = {"event": "removed", "seat": 1, "card": "oak", "at": [0, 1], "why": "no-support"}
    steps = [
        Step(1, [], 0, (0, 0)),
        Step(2, [], 1, (3, 0)),
        Step(5, [gone], 1, (4, 0)),
        Step(6, [], 2, (4, 2)),
    ]
    assert turn_scores(steps) == [
        TurnScore(0, 0, (0, 0)), TurnScore(1, 1, (4, 0)), TurnScore(2, 5, (4, 2)),
    ]  # fmt: skip
    assert (losses(steps, 1), losses(steps, 0)) == ([Loss(gone, "")], [])
    assert turn_scores([]) == [TurnScore(0, 0, (0, 0))]


def test_P30_a_loss_names_the_card_that_was_played_for_it():
    played = {"event": "event-played", "seat": 1, "card": "hunt", "at": [0, 1], "target": "hare"}
    gone = {"event": "removed", "seat": 0, "card": "hare", "at": [0, 1], "why": "event"}
    assert losses([Step(1, [played, gone], 1, (0, 0))], 0) == [Loss(gone, "hunt")]
    view = game(card(-1, 0, 0, "oak")).view_for(0) | {"over": True, "winner": 1, "scores": [3, 5]}
    cards = {"hare": {"name": "Hare", "points": 5}, "hunt": {"name": "Hunt <1>"}}
    steps = [Step(1, [played, gone], 1, (0, 0))]
    told = result(game(), view, Voice(cards, ["Ada", "Ben"], 0), [], steps)
    assert told.balances[0].lost_points == 5
    assert (
        told.balances[0]
        .lost[0]
        .endswith('is discarded (<span class="worth">−5</span>). Because of Hunt &lt;1&gt;.')
    )


def test_P18_the_longest_chain_goes_from_what_is_eaten_to_the_last_eater():
    web = [card(-1, 0, 0, "oak"), card(-2, 0, 0, "hare"), card(-2, 1, 0, "oak"), card(-3, 0, 0, "fox")]
    assert longest_chain(game(*web)) == [[-1, 0], [-2, 0], [-3, 0]]
    assert longest_chain(game(card(-1, 0, 0, "oak"))) == []
    # 1.3: hunters of the same number, by scale.
    chain = [card(-1, 0, 0, "oak"), card(-2, 0, 0, "bee"), card(-3, 0, 0, "stoat"), card(-4, 0, 0, "fox")]
    assert len(longest_chain(game(*chain, rules=V13))) == 4


@quick
@given(playouts())
def test_P33_the_cards_that_count_add_up_to_the_score(game: Playout):
    for seat in (0, 1):
        assert sum(points for _key, points in scoring_cards(game.state, seat)) == game.state.scores[seat]


def act(match: Match, seat: int, action: dict) -> None:
    match.refresh_from_db()
    play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{match.version}")
    match.refresh_from_db()


def play_on(match: Match, *, until: int | None = None) -> None:
    """Both seats play as the computer does, to the end or to a version."""
    chance = random.Random(4)
    match.refresh_from_db()
    while not match.finished and (until is None or match.version < until):
        seat = state_at(match).to_act[0]
        legal = legal_at(match, seat)
        act(match, seat, dict(greedy.choose(bot_view_at(match, seat), legal, chance)))


def presented(match: Match, seat: int | None) -> dict:
    return table_of(match, seat=seat, version=match.version, names=["Ada", "Ben"])


def test_a_whole_match_with_a_take_back(match: Match, ada_client: Client):
    play_on(match, until=6)
    seat = state_at(match).to_act[0]
    act(match, seat, {"do": "pass"})
    offers.offer(match_id=match.pk, seat=seat, kind="take-back")
    offers.accept(match_id=match.pk, seat=1 - seat, kind="take-back")
    play_on(match)

    steps = steps_of(match)
    assert 7 not in [step.version for step in steps], "it was taken back"
    assert steps[-1].scores == tuple(match.scores)
    result = presented(match, 0)["result"]
    for number, balance in enumerate(result.balances):
        assert sum(earner.points for earner in balance.earners) == match.scores[number]
    points = [len(line.split()) for line in result.course.lines]
    assert points == [len(turn_scores(steps))] * 2
    last = "{} to {}.".format(*match.scores)
    assert result.course.words.endswith(last)
    page = ada_client.get(f"/matches/{match.pk}/").content.decode()
    assert "Points after each turn" in page
    assert f"/matches/{match.pk}/share/" in page
    if result.course.outstanding:
        assert result.course.outstanding.startswith("Biggest gain: in turn ")
        assert f"/matches/{match.pk}/replay/?version={result.course.version}" in page
        assert result.course.version in [0, *(step.version for step in steps)]


def test_who_resigns_loses_and_no_turn_decides(match: Match):
    play_on(match, until=9)
    act(match, 1, {"do": "resign"})
    result = presented(match, 0)["result"]
    assert (result.headline, result.words) == ("You win", "Ben gave up.")
    assert result.course is None or not result.course.outstanding


def test_a_match_that_ends_before_its_first_turn_tells_nothing(match: Match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    offers.accept(match_id=match.pk, seat=1, kind="draw")
    match.refresh_from_db()
    result = presented(match, None)["result"]
    assert (result.headline, result.course, result.chain) == ("A draw", None, [])
    assert [balance.cards for balance in result.balances] == [0, 0]
