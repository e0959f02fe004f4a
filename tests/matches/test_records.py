"""Records and the check of the cache."""

import contextlib
import io
import json
import random

import pytest
from django.core.management import call_command

from cards.decks.models import Deck
from engine import IllegalAction
from engine.phylo.rules import RULES
from engine.phylo.start import new_game
from engine.phylo.state import State
from games.matches.models import Match
from games.matches.services.errors import MatchPlaying
from games.matches.services.play import play
from games.matches.services.positions import legal_at, state_at, view_at, why_not
from games.matches.services.records import differences, export_record, recorded_action
from games.matches.wording import sentence
from tests.factories import CardFactory, DeckFactory, deal


def play_out(match, seed=1):
    """Play both seats at random to the end."""
    rng = random.Random(seed)
    match.refresh_from_db()
    while not match.finished:
        seat = state_at(match).to_act[0]
        action = rng.choice(legal_at(match, seat))
        play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{match.version}")
        match.refresh_from_db()
    return match


def run(*args):
    out, status = io.StringIO(), 0
    try:
        call_command(*args, stdout=out, stderr=out)
    except SystemExit as end:
        status = end.code
    return status, out.getvalue()


@contextlib.contextmanager
def ends_well():
    """Whether the command returns or exits with status 0."""
    try:
        yield
    except SystemExit as end:
        if end.code:
            raise


def replayed(record) -> State:
    state = new_game(
        record["rules"], record["cards"], record["decks"], record["seed"], options=record["options"],
        starters=record.get("starters"), opening_hands=record.get("opening_hands"),
    )  # fmt: skip
    for action in record["actions"]:
        state.apply(action)
    return state


def test_a_record_replays_to_the_same_end(match):
    play_out(match)
    record = json.loads(json.dumps(export_record(match)))
    assert record["format"] == "phylo-record/1"
    end = replayed(record)
    assert (end.over, end.scores, end.position()) == (True, match.scores, state_at(match).position())


@pytest.mark.once
@pytest.mark.parametrize("rules", RULES)
def test_the_referee_agrees_on_matches_with_the_real_decks(ada, ben, rules, tmp_path, capsys):
    call_command("load_cards", verbosity=0)
    decks = list(Deck.objects.ready().for_rules(rules))
    matches = [
        play_out(deal(ada, opponent=ben, deck=mine, opponent_deck=theirs, seed=seed, starters=[
            mine.starter or "home", theirs.starter or "home",
        ]), seed)
        for seed, (mine, theirs) in enumerate(zip(decks, reversed(decks), strict=True))
    ]  # fmt: skip
    assert matches
    paths = [tmp_path / f"{number}.json" for number in range(len(matches))]
    for path, match in zip(paths, matches, strict=True):
        path.write_text(json.dumps(export_record(match)))
    with ends_well():
        call_command("referee", *map(str, paths))
    verdicts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for verdict, match in zip(verdicts, matches, strict=True):
        assert (verdict["ok"], verdict["applied"], verdict["scores"]) == (True, match.version, match.scores)
        assert without_order(verdict["position"]) == without_order(state_at(match).position())
        assert differences(match) == []


def without_order(position):
    """The position without the order of copies in hands, which a record cannot tell."""
    return position | {"hands": [sorted(hand) for hand in position["hands"]]}


def test_a_preselected_opening_is_in_the_record(ada, ben):
    deck = DeckFactory(slug="meadow")
    hands = [["clover", "clover", "hare", "hare", "fire"]] * 2
    match = deal(ada, opponent=ben, deck=deck, opponent_deck=deck, opening_hands=hands,
                 options={"opening_hand": "preselected"}, seed=5)  # fmt: skip
    record = export_record(match, even_playing=True)
    assert (record["opening_hands"], record["options"]) == (hands, {"opening_hand": "preselected"})
    assert replayed(record).snapshot() == match.snapshot


def test_a_playing_match_gives_its_record_only_to_the_command(match):
    with pytest.raises(MatchPlaying):
        export_record(match)
    status, out = run("export_record", str(match.pk))
    assert (status, json.loads(out)["seed"]) == (0, int(match.seed))
    assert run("export_record", "00000000-0000-4000-8000-000000000000")[0] == 2


@pytest.fixture
def theft(ada, ben):
    """Ada holds an event that makes the other player discard, and a species lies on the table."""
    effects = [{"do": "opponent-discards", "count": 2}]
    CardFactory(key="storm", event=True, effects=effects)
    deck = DeckFactory(slug="storms", cards={"clover": 12, "storm": 12})
    match = next(
        dealt
        for seed in range(100)
        if (dealt := deal(ada, opponent=ben, deck=deck, opponent_deck=deck, seed=seed))
        and state_at(dealt).to_act == (0,)
        and {"clover", "storm"} <= set(view_at(dealt, 0)["hands"][0])
    )
    planting = next(action for action in legal_at(match, 0) if action["do"] == "play")
    play(match_id=match.pk, seat=0, action=planting, version=0, key="plant")
    match.refresh_from_db()
    return match, {"do": "event", "card": "storm", "at": planting["at"]}


def test_a_record_tells_what_chance_chose(theft):
    match, event = theft
    move = play(match_id=match.pk, seat=0, action=event, version=1, key="storm")
    match.refresh_from_db()
    chosen = recorded_action(move)["choose"]
    assert len(chosen) == 2
    assert move.action == event
    end = replayed(export_record(match, even_playing=True)).position()
    assert without_order(end) == without_order(state_at(match).position())
    assert differences(match) == []


@pytest.mark.parametrize("card", ["clover", "storm", "home"])
def test_nobody_chooses_for_chance_or_asks_what_the_other_one_holds(theft, card):
    match, event = theft
    cheat = event | {"choose": [card, card]}
    answers = [why_not(match=match, seat=0, action=event | {"choose": cards})
               for cards in (["clover"], ["storm"], ["home"], ["clover", "storm"], [card, card])]  # fmt: skip
    assert len({(answer.code, sentence(answer)) for answer in answers}) == 1
    with pytest.raises(IllegalAction) as caught:
        play(match_id=match.pk, seat=0, action=cheat, version=1, key="cheat")
    assert caught.value.refusal.code == "bad-choice"


def test_a_player_chooses_what_to_recover(ada, ben):
    CardFactory(key="spring", event=True, effects=[{"do": "recover", "count": 1}])
    deck = DeckFactory(slug="springs", cards={"clover": 6, "nettle": 6, "spring": 12})
    match = next(
        dealt
        for seed in range(300)
        if (dealt := deal(ada, opponent=ben, deck=deck, opponent_deck=deck, seed=seed))
        and state_at(dealt).to_act == (0,)
        and {"clover", "nettle", "spring"} <= set(view_at(dealt, 0)["hands"][0])
    )
    for version, action in enumerate(
        [{"do": "play", "card": "clover", "at": [0, 1]}, {"do": "discard", "card": "nettle"}]
    ):
        play(match_id=match.pk, seat=0, action=action, version=version, key=f"k{version}")
    match.refresh_from_db()
    ways = [action for action in legal_at(match, 0) if action["do"] == "event"]
    move = play(match_id=match.pk, seat=0, action=ways[0], version=2, key="k2")
    assert [entry["cards"] for entry in move.log if entry["event"] == "recovered"] == [["nettle"]]


def test_verify_matches_finds_nothing_wrong(match):
    play_out(match)
    assert run("verify_matches") == (0, f"{Match.objects.count()} matches replayed, 0 differences\n")


@pytest.mark.parametrize("column", ["snapshot", "scores", "winner", "log", "action", "gap", "deal"])
def test_verify_matches_names_what_differs(match, column):
    play_out(match)
    Match.objects.exclude(pk=match.pk).delete()
    if column == "log":
        match.moves.filter(number=2).update(log=[])
    elif column == "action":
        match.moves.filter(number=2).update(action={"do": "discard", "card": "home"})
    elif column == "gap":
        match.moves.filter(number=match.version).delete()
    elif column == "deal":
        Match.objects.filter(pk=match.pk).update(opening_log=[])
    else:
        Match.objects.filter(pk=match.pk).update(**{column: "1" if match.winner == "0" else "0"})
    status, out = run("verify_matches", str(match.pk))
    assert status == 1
    assert out.startswith(f"{match.pk}: ")
