"""The analysis of a finished match: who may ask, how it goes on, and what it tells."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from engine.bots import move_analysis
from engine.bots.move_analysis import Choice, Lapse, MoveAnalysis
from engine.bots.phylo.open_hands import outlook
from games.matches.models import Match
from games.matches.services.errors import MatchPlaying, NotAllowed
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play
from games.matches.services.positions import bot_view_at, legal_at, phylo_at, steps_of
from games.replays.models import MatchAnalysis
from games.replays.services import analyses
from games.replays.services.analyses import ANALYSES, analysis_of, begin_analysis, cancel_analysis
from games.replays.words import commentary
from games.replays.words.analyses import report
from games.table.draft.evaluation import Evaluation
from games.table.draft.gains import compared
from phylo.jobs import thinker
from phylo.jobs.models import Status
from phylo.jobs.runner import LOSSES, Runner
from tests.factories import client_of
from tests.matches.test_offers import act, first_play

NAMES = ["Ada", "Ben"]


@pytest.fixture
def finished(match: Match) -> Match:
    """Ada discards three cards that she might have played, and Ben resigns after a play."""
    for _action in range(3):
        match.refresh_from_db()
        act(match, next(each for each in legal_at(match, 0) if each["do"] in ("discard", "pass")))
    act(match, first_play(match, 1), seat=1)
    act(match, {"do": "resign"}, seat=1)
    match.refresh_from_db()
    return match


@pytest.fixture
def few_tries(monkeypatch):
    monkeypatch.setattr(analyses, "TRIES", 8)
    monkeypatch.setattr(analyses, "AGAIN", 8)


def analysed(match: Match) -> MatchAnalysis:
    return ANALYSES.do_all(begin_analysis(match=match), lambda job: None)


def judging(monkeypatch, looks: dict[str, MoveAnalysis]) -> list[tuple[int, int]]:
    """Let a judge say so of actions by what they do; returns the seats and tries of all looks."""
    asked = []

    def look(moment, tries, seed):
        asked.append((moment.seat, tries))
        return looks.get(moment.action["do"], MoveAnalysis((0.5, 0.5)))

    def compare(moment, lapse, rest, tries, seed):
        asked.append((moment.seat, tries))
        return lapse

    monkeypatch.setattr(move_analysis, "analyse", look)
    monkeypatch.setattr(move_analysis, "compare", compare)
    return asked


def test_every_move_is_looked_at_and_the_dearest_again_for_longer(finished, monkeypatch):
    lapse = Lapse(Choice({"do": "discard"}, 0.3, -2.0), Choice({"do": "pass"}, 0.5, 1.0))
    asked = judging(monkeypatch, {"discard": MoveAnalysis((0.4, 0.6), lapse)})
    found = analysed(finished)
    assert (found.status, found.done) == (Status.DONE, found.total)
    discards = sum(move.action["do"] == "discard" for move in finished.moves.all())
    assert asked == [(0, analyses.TRIES)] * 3 + [(1, analyses.TRIES)] * 2 + [(0, analyses.AGAIN)] * discards
    told = analysis_of(found)
    assert [(each.version, each.before) for each in told.verdicts] == [(n, n - 1) for n in range(1, 6)]
    assert told.turns[-1].after == (1.0, 0.0)
    assert [lapse.cost for _verdict, lapse in told.lapses] == [pytest.approx(0.2)], "one for a turn"
    assert told.decided(0).version == 5, "giving up is no part of the turn"


def test_chances_are_those_of_whole_turns_and_never_certain_before_the_end(finished, monkeypatch):
    """Within a turn they may jump: what somebody has begun only makes sense with what follows."""
    looks = iter([(0.4, 0.6), (0.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.3, 0.7)])
    monkeypatch.setattr(move_analysis, "analyse", lambda *asked: MoveAnalysis(next(looks)))
    told = analysis_of(analysed(finished))
    assert [[each.version for each in turn.verdicts] for turn in told.turns] == [[1, 2, 3], [4], [5]]
    unsure = analyses.UNSURE
    assert [turn.chances for turn in told.turns] == [(0.4, 0.6), (unsure, 1 - unsure), (0.3, 0.7)]
    said = report(finished, told, NAMES, 0)
    assert [turn.chances[0].replace("\u00a0", " ") for turn in said.turns] == ["under 1 %", "30 %", "100 %"]
    assert [row.stood[0] for row in said.rows] == [unsure, unsure, unsure, 0.3, 1.0]
    heights = [float(point.split(",")[1]) for point in said.curve.lines[0][1].split()]
    assert heights[:4] == sorted(heights[:4]), "down to the end of the turn, in a straight line"


def test_the_end_of_a_turn_is_taken_from_the_longer_look(finished, monkeypatch):
    lapse = Lapse(Choice({}, 0.3, 0.0), Choice({}, 0.5, 0.0))
    longer = Lapse(Choice({}, 0.2, 0.0, ({}, {})), lapse.better)
    monkeypatch.setattr(move_analysis, "analyse", lambda *asked: MoveAnalysis((0.4, 0.6), lapse))
    monkeypatch.setattr(move_analysis, "compare", lambda *asked: longer)
    found = analysed(finished)
    turns = analysis_of(found).turns
    assert (turns[0].chances, turns[0].after) == ((0.5, 0.5), (0.2, 0.8)), (
        "what was missed was lost in this turn"
    )


def test_where_the_loser_had_a_better_way_it_is_said(finished, monkeypatch):
    lapse = Lapse(Choice({}, 0.1, 0.0), Choice({}, 0.9, 0.0))
    looks = {"play": MoveAnalysis((0.1, 0.9), lapse), "resign": MoveAnalysis((0.9, 0.1))}
    judging(monkeypatch, looks)
    monkeypatch.setattr(commentary._Phylo, "better", lambda *asked: (["Play it."], ["It is better."]))
    done = analysis_of(analysed(finished))
    told = report(finished, done, NAMES, 0).turning
    assert told.version == 3
    assert told.missed == "Ben had a better way: it is among the moves that cost most."
    assert report(finished, done, NAMES, 1).turning.missed.startswith("You had a better way")


def test_the_result_tells_the_same_story(finished, monkeypatch, ada_client):
    page = f"/matches/{finished.pk}/"
    assert "decided the game" not in ada_client.get(page).content.decode()
    judging(monkeypatch, {"discard": MoveAnalysis((0.4, 0.6))})
    told = report(finished, analysis_of(analysed(finished)), NAMES, 0).turning
    assert f"Turn {told.turn} decided the game. {told.swing}" in ada_client.get(page).content.decode()


def test_what_the_second_look_does_not_confirm_is_not_told(finished, monkeypatch):
    dear, cheap = (Lapse(Choice({}, 0.5 - cost, 0.0), Choice({}, 0.5, 0.0)) for cost in (0.3, 0.01))
    monkeypatch.setattr(move_analysis, "analyse", lambda *asked: MoveAnalysis((0.4, 0.6), dear))
    monkeypatch.setattr(move_analysis, "compare", lambda *asked: cheap)
    assert analysis_of(analysed(finished)).lapses == []


@pytest.mark.once
def test_it_comes_out_the_same_again(finished, few_tries):
    first = analysed(finished)
    told = (first.looks, first.again)
    assert all(told), "it has looked, and has looked again"
    first.delete()
    again = analysed(finished)
    assert (again.looks, again.again) == told


def test_one_for_a_match_and_anew_once_it_was_cancelled(finished, monkeypatch):
    judging(monkeypatch, {})
    found = begin_analysis(match=finished)
    assert begin_analysis(match=finished) == found
    assert cancel_analysis(match_id=finished.pk)
    assert not cancel_analysis(match_id=finished.pk)
    found.refresh_from_db()
    assert (found.status, analysis_of(found)) == (Status.CANCELLED, None)
    again = analysed(finished)
    assert again.status == Status.DONE
    assert begin_analysis(match=finished) == again


def test_a_thinking_process_that_is_lost_changes_nothing_but_not_for_ever(finished, monkeypatch):
    def lost(*arguments, **how):
        raise thinker.Lost("killed")

    found = begin_analysis(match=finished)
    with monkeypatch.context() as patch:
        patch.setattr(thinker, "compute", lost)
        for _time in range(LOSSES - 1):
            assert not Runner._do_piece(ANALYSES, found, 1.0)
        found.refresh_from_db()
        assert (found.status, found.done) == (Status.QUEUED, 0)
        with pytest.raises(thinker.Lost):
            Runner._do_piece(ANALYSES, found, 1.0)
    found.refresh_from_db()
    assert found.status == Status.FAILED
    judging(monkeypatch, {})
    found = begin_analysis(match=finished)
    assert ANALYSES.do_all(found, lambda job: None).status == Status.DONE


def test_not_too_many_at_once(finished, monkeypatch):
    monkeypatch.setattr(analyses, "MOST_WAITING", 0)
    with pytest.raises(NotAllowed):
        begin_analysis(match=finished)
    assert not MatchAnalysis.objects.exists()


def test_the_better_move_is_told_with_what_the_engine_proves(finished, monkeypatch):
    """The better way is tried on a copy for as many actions as the player made."""
    version = next(move.number for move in finished.moves.all() if move.action["do"] == "discard")
    state = phylo_at(finished, version - 1)
    better = next(each for each in state.legal(0) if each["do"] == "play")
    made = finished.moves.get(number=version).action
    lapse = Lapse(Choice(made, 0.3, 0.0), Choice(better, 0.55, 3.0))
    judging(monkeypatch, {"discard": MoveAnalysis((0.4, 0.6), lapse)})
    told = report(finished, analysis_of(analysed(finished)), NAMES, 0)
    comment = told.comments[0]
    card = finished.cards[better["card"]]
    assert comment.better == [f"Play {card.get('name', better['card'].title())} beside HOME."]
    ahead = state.copy()
    ahead.apply({**better, "seat": 0})
    gained = ahead.score(0) - state.score(0)
    assert f"You would have gained {gained} points more than you did." in comment.reasons
    assert comment.cost == 25
    assert " ".join(told.turning.swing.split()) == "Your chance to win rose from 50 % to 100 %."
    theirs = report(finished, analysis_of(analysed(finished)), NAMES, None).comments[0]
    assert f"That would have gained Ada {gained} points more than what was played." in theirs.reasons
    assert [row.version for row in told.rows] == [step.version for step in steps_of(finished)]


@pytest.mark.once
def test_a_draft(ada, few_tries):
    match = create_match(sides=[Side(player=ada), Side(bot="greedy")], rules="ecosystem", seed=1)
    number = 0
    while not match.finished:
        seat = match.acting[0]
        action = legal_at(match, seat)[-1]
        play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{number}")
        match.refresh_from_db()
        number += 1
    told = report(match, analysis_of(analysed(match)), NAMES, 0)
    assert len(told.rows) == match.version
    assert [row.made.startswith("You lay ") for row in told.rows] == [row.seat == 0 for row in told.rows]
    assert " beside " in told.rows[-1].made
    assert told.rows[-1].stood in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))


BEE, WOLF = ({"do": "place", "card": card, "at": [0, 0]} for card in ("BEE", "WOLF"))
NOW = "At once it brings 3 points (Bee +3); what was played brought nothing."


@pytest.mark.parametrize(
    ("better", "made", "later", "said"),
    [
        (Evaluation(3, 3, 3, {"BEE": 3}), Evaluation(0, 0, 12), 0, [NOW]),
        (
            Evaluation(3, 3, 12, {"BEE": 3}), Evaluation(0, 0, 2), 1,
            [
                NOW,
                "Bee may still become worth up to 12 points there, Wolf up to 2 points.",
                "In the games tried out it was worth about 1 point more in the end.",
            ],
        ),
        (
            Evaluation(-1, changes={"FOX": -1}), Evaluation(12, 12, 12, {"WOLF": 12}), 0,
            [
                "At once it brings a loss of 1 point (Fox −1); what was played brought 12 points (Wolf +12).",
                "Still, in the games tried out it won more often.",
            ],
        ),
        (Evaluation(0), Evaluation(0), 0, []),
        (None, Evaluation(0), 5, ["In the games tried out it was worth about 5 points more in the end."]),
    ],
)  # fmt: skip
def test_a_better_choice_of_a_draft_says_what_it_brings_now_and_in_the_end(better, made, later, said):
    assert compared((BEE, better), (WOLF, made), later) == said


def test_a_move_that_was_not_tried_is_dear_if_the_curve_falls():
    made, better = ({"action": {}, "chance": chance, "lead": 0.0, "line": []} for chance in (0.5, 0.51))
    lapse = {"made": made, "better": better}
    looks = [
        {"chances": chances, "lapse": lapse} for chances in ([0.9, 0.1], [0.2, 0.8], [0.9, 0.1], [None, None])
    ]
    assert analyses._dearest(looks, [(1, 0, {})] * 4) == [0]
    assert analyses._dearest(looks, [(1, 1, {})] * 4) == [1]


def test_never_of_a_game_that_is_still_played(match, ada, ada_client):
    with pytest.raises(MatchPlaying):
        begin_analysis(match=match)
    for name in ("match-analysis", "api-match-analysis"):
        answer = ada_client.post(reverse(name, args=[match.pk]), {}, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (409, "match-playing")
    assert ada_client.get(reverse("api-match-analysis", args=[match.pk])).status_code == 409
    replay = reverse("match-replay", args=[match.pk])
    assert ada_client.get(replay, {"part": "analysis"}).status_code == 404
    assert not MatchAnalysis.objects.exists()


def test_who_may_ask_and_who_may_cancel(finished, ada, ben, outsiders):
    address, api = (reverse(name, args=[finished.pk]) for name in ("match-analysis", "api-match-analysis"))
    for client in outsiders.values():
        assert client.post(address).status_code == 404
        assert client.get(api).status_code in (401, 404)
    assert not MatchAnalysis.objects.exists()
    Match.objects.update(public=True)
    stranger = Client()
    assert stranger.post(address).status_code == 302
    assert stranger.post(address, {"do": "cancel"}).status_code == 302
    assert stranger.get(api).json()["status"] == "queued"
    assert stranger.delete(api).status_code in (401, 404)
    page = client_of(ben).get(reverse("match-replay", args=[finished.pk])).content.decode()
    assert 'name="do" value="cancel"' in page
    assert "cancel" not in stranger.get(reverse("match-replay", args=[finished.pk])).content.decode()
    assert client_of(ben).delete(api).json()["status"] == "cancelled"
    replay = reverse("match-replay", args=[finished.pk])
    for status, words in (("cancelled", "was cancelled."), ("failed", "did not come to its end.")):
        MatchAnalysis.objects.update(status=status)
        page = stranger.get(replay, {"part": "analysis"}).content.decode()
        assert f"<p>The analysis {words}</p>" in page
        assert f'data-outcome="The analysis {words}"' in page
    assert client_of(ada).post(api, {}, content_type="application/json").json()["status"] == "queued"


def test_the_report_on_the_page_and_as_json(finished, monkeypatch, ada_client):
    api = reverse("api-match-analysis", args=[finished.pk])
    assert ada_client.get(api).json() == {"status": "none", "done": 0, "total": 0, "report": None}
    version = next(move.number for move in finished.moves.all() if move.action["do"] == "discard")
    better = next(each for each in phylo_at(finished, version - 1).legal(0) if each["do"] == "play")
    made = finished.moves.get(number=version).action
    lapse = Lapse(Choice(made, 0.3, 0.0), Choice(better, 0.55, 3.0))
    judging(monkeypatch, {"discard": MoveAnalysis((0.4, 0.6), lapse)})
    analysed(finished)
    told = ada_client.get(api).json()["report"]
    assert [move["chances"] for move in told["moves"]][-1] == [1.0, 0.0]
    assert told["lapses"][0]["better"]["action"] == better
    assert told["lapses"][0]["cost"] == pytest.approx(0.25)
    page = ada_client.get(reverse("match-replay", args=[finished.pk]), {"part": "analysis"}).content.decode()
    assert told["lapses"][0]["words"][1] in page
    assert f'data-to-step="{version - 1}"' in page


@pytest.mark.once
def test_the_best_action_is_no_lapse(match):
    state = phylo_at(match)
    game = move_analysis.Game(match.cards, match.options, state.snapshot())
    legal = legal_at(match, 0)
    moment = move_analysis.Moment(match.rules, 2, bot_view_at(match, 0), legal, 0, legal[0], game)
    looks = [move_analysis.analyse(replace(moment, action=action), 200, 1) for action in legal[:6]]
    assert len({look.chances for look in looks}) == 1
    assert sum(looks[0].chances) == 1
    best = next(look.lapse.better.action for look in looks if look.lapse)
    assert move_analysis.analyse(replace(moment, action=best), 200, 1).lapse is None


def test_early_in_a_game_playouts_that_agree_make_no_chance_sure(match):
    """At the beginning all depends on the lead to expect, and on how much may still come."""
    found = outlook(phylo_at(match), 20, 1)
    assert 0.05 < found.chance < 0.95
    assert (found.chance > 0.5) == (found.lead > 0)


@pytest.mark.once
def test_both_ways_are_played_out_from_the_same_hands(match):
    """Of two choices that come to the same neither is better; what cannot be done any more is left out."""
    state = phylo_at(match)
    game = move_analysis.Game(match.cards, match.options, state.snapshot())
    play_, discard = (
        next(each for each in state.legal(0) if each["do"] == what) for what in ("play", "discard")
    )
    moment = move_analysis.Moment(match.rules, 2, {}, (), 0, discard, game)
    lapse = Lapse(Choice(discard, 0.1, 0.0), Choice(discard, 0.9, 0.0))
    assert move_analysis.compare(moment, lapse, [], 100, 1).cost == 0
    twice = replace(lapse, better=Choice(play_, 0.9, 0.0, (play_, play_)))
    found = move_analysis.compare(moment, twice, [{"do": "pass"}, play_], 100, 1)
    assert (found.better.line, found.made.line) == ((), ({"do": "pass"},))
    assert found == move_analysis.compare(moment, twice, [{"do": "pass"}, play_], 100, 1)
