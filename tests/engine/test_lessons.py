"""Lessons: how they go on, what goals ask for, what files may say, and the proof that lessons hold."""

import json
from typing import Any

import pytest

from engine.contract import IllegalAction
from engine.lessons import InvalidLesson, Status, check, progress, read_course, read_lesson
from tests.engine.build import V13, V14, cards_for, position, space

OAK, TOO_FAR = ({"do": "play", "card": "oak", "at": at} for at in ([-4, 0], [0, 1]))
PASS = {"do": "pass"}
BURN = {"do": "event", "card": "wildfire", "at": [0, 1]}
BEE = "course.json: groups[0]"


def record(start: Any, rules: str = V14) -> dict[str, Any]:
    named = json.dumps(start)
    used = {key: card for key, card in cards_for(rules).items() if f'"{key}"' in named}
    return {"format": "phylo-record/1", "rules": rules, "cards": used, "position": start, "actions": []}


def data(*spaces: Any, rules: str = V14, hand: str = "oak", actions_left: int = 1, **changed: Any) -> Any:
    """By default the hare at [-3, 0] has nothing to eat, and an oak beside it saves it."""
    table = spaces or (space(-3, 0, 0, "hare"),)
    start = position(*table, hand=hand, actions_left=actions_left)
    return {
        "title": "Save the hare",
        "told": "The hare has nothing to eat. Lay the oak beside it.",
        "goal": {"keep": "hare"},
        "nudges": [{"text": "Lay the oak beside the hare.", "do": {"do": "play", "card": "oak"}}],
        "solution": [OAK],
        "after": "The hare stays.",
        "record": record(start, rules),
    } | changed


def draft_data(**changed: Any) -> dict[str, Any]:
    """Alone, a bee that may lie beside two meadows."""
    grid = [{"at": [0, 0], "card": "MEADOW"}, {"at": [0, 1], "card": "FOX"}, {"at": [1, 1], "card": "MEADOW"}]
    start = {"turn": 18, "phase": "draft", "hands": [["BEE", "DEER"]], "layouts": [grid, []]}
    return {
        "title": "The bee",
        "told": "A bee likes meadows. Lay it beside two.",
        "goal": {"score": "BEE", "least": 6},
        "nudges": [{"text": "There is a corner between them.", "do": {"do": "place", "card": "BEE"}}],
        "solution": [{"do": "place", "card": "BEE", "at": [1, 0]}],
        "after": "Six points.",
        "record": {
            "format": "phylo-record/1", "rules": "ecosystem", "players": 1, "position": start, "actions": [],
        },
    } | changed  # fmt: skip


def read(lesson: Any) -> Any:
    return read_lesson("a-lesson", lesson)


def faults_of(lesson: Any) -> list[str]:
    return [fault.message for fault in check(read(lesson)).faults]


def status(lesson: Any, *actions: Any) -> Status:
    return progress(read(lesson), actions).status


def test_a_lesson_is_done_when_its_goal_outlasts_the_turn():
    two = data(space(-3, 0, 0, "hare"), space(0, 1, 0, "plum"), hand="oak vine", actions_left=2)
    assert status(two) == Status.PLAYING
    assert status(two, OAK) == Status.DONE
    assert status(two, TOO_FAR | {"at": [0, -1]}) == Status.PLAYING
    assert status(two, PASS) == Status.MISSED
    with pytest.raises(IllegalAction, match="This lesson is over"):
        progress(read(two), [OAK, PASS])


def test_a_refused_action_is_the_engines_refusal():
    lesson = read(data())
    refusal = lesson.start.why_not({**OAK, "at": [5, 5], "seat": 0})
    with pytest.raises(IllegalAction) as raised:
        progress(lesson, [{**OAK, "at": [5, 5]}])
    assert raised.value.refusal == refusal
    assert progress(lesson, []).state.hands == lesson.start.hands


def test_a_miss_tells_what_happened():
    missed = progress(read(data()), [{**OAK, "at": [0, 1]}])
    assert missed.status == Status.MISSED
    assert any(entry["event"] == "removed" and entry["card"] == "hare" for entry in missed.log)
    assert (missed.before.hands[0] != [], missed.state.hands[0]) == (True, [])


def test_others_answer_between_the_turns():
    hunted = data(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(2, 0, 1, "oak"),
        turns=2, hand="plum", replies=[[{"seat": 1, "do": "event", "card": "wildfire", "at": [-1, 0]}]],
        solution=[PASS, {"do": "play", "card": "plum", "at": [-3, 0]}],
    )  # fmt: skip
    hunted["record"]["position"]["hands"][1] = ["wildfire"]
    hunted["record"]["cards"]["wildfire"] = cards_for(V14)["wildfire"]
    lesson = read(hunted)
    answered = progress(lesson, [PASS])
    assert [step.action["seat"] for step in answered.steps] == [0, 1]
    assert (answered.status, answered.turn, answered.state.to_act) == (Status.PLAYING, 1, (0,))
    assert progress(lesson, [PASS, PASS]).status == Status.MISSED
    assert progress(lesson, lesson.solution).status == Status.DONE
    assert progress(lesson, [{"do": "play", "card": "plum", "at": [-3, 0]}]).status == Status.DONE


@pytest.mark.parametrize(
    ("goal", "table", "hand", "action"),
    [
        ({"points": 6}, [space(0, 1, 0, "plum")], "oak plum", {"do": "play", "card": "oak", "at": [1, 1]}),
        ({"remove": "plum"}, [space(0, 1, 1, "plum")], "wildfire", BURN),
        ({"use": "event"}, [space(0, 1, 1, "plum")], "wildfire", BURN),
        ({"use": "discard"}, [], "oak", {"do": "discard", "card": "oak"}),
        ({"hold": "oak"}, [], "plum", {"do": "discard", "card": "plum"}),
        ({"use": "invade"}, [space(0, 1, 1, "oak")], "vine", {"do": "play", "card": "vine", "at": [0, 1]}),
        ({"use": "play"}, [], "oak", {"do": "play", "card": "oak", "at": [0, 1]}),
        ({"use": "parasite"}, [space(0, 1, 1, "oak")], "mistletoe",
         {"do": "play", "card": "mistletoe", "at": [0, 1], "under": True}),
        ({"use": "move"}, [space(0, 1, 0, "oak"), space(0, 2, 0, "hare")], "",
         {"do": "move", "from": [0, 2], "to": [-1, 2]}),
        ({"use": "flight"}, [space(0, 1, 0, "oak"), space(0, 2, 0, "bee")], "",
         {"do": "move", "from": [0, 2], "to": [1, 1]}),
        ({"place": "oak", "at": [[0, 1]]}, [], "oak", {"do": "play", "card": "oak", "at": [0, 1]}),
        ({"all": [{"place": "oak"}, {"not": {"hold": "oak"}}]}, [], "oak",
         {"do": "play", "card": "oak", "at": [0, 1]}),
    ],
)  # fmt: skip
def test_goals(goal: Any, table: Any, hand: str, action: Any):
    lesson = data(*(table or [space(-1, 0, 0, "oak")]), hand=hand, goal=goal, solution=[action])
    if goal == {"use": "move"}:
        lesson["record"]["position"]["spaces"].append(space(-1, 1, 0, "oak"))
    assert (status(lesson), status(lesson, action)) == (Status.PLAYING, Status.DONE)
    assert "The solution does not reach the goal." not in faults_of(lesson)


def test_a_goal_of_v13_habitats_and_a_covered_card():
    table = [space(0, 1, 1, "oak")]
    covering = data(*table, rules=V13, hand="vine", goal={"remove": "oak", "at": [0, 1]})
    covering["record"]["position"]["spaces"].append(space(0, 2, 0, "plum"))
    covering["record"]["cards"]["plum"] = cards_for(V13)["plum"]
    assert status(covering, {"do": "play", "card": "vine", "at": [0, 1]}) == Status.DONE
    wood = data(*table, rules=V13, hand="wood", goal={"use": "habitat"})
    assert status(wood, {"do": "play", "card": "wood", "at": [-1, 0]}) == Status.DONE


def test_the_drafting_games_have_lessons():
    lesson = read(draft_data())
    assert check(lesson).faults == ()
    assert progress(lesson, lesson.solution).status == Status.DONE
    assert progress(lesson, [{"do": "place", "card": "DEER", "at": [1, 0]}]).status == Status.MISSED
    group = {"group": "MEADOW", "least": 2}
    assert faults_of(draft_data(goal=group))[0] == "The solution does not reach the goal."


def test_the_proof_finds_what_is_wrong():
    fruitless = {"text": "Pass.", "do": PASS}
    faults = {
        "The solution does not reach the goal.": data(solution=[PASS]),
        "Action 1 of the solution is refused. There is no card beside this space for Oak to live with.": data(
            solution=[{**OAK, "at": [9, 9]}]
        ),
        "Passing reaches the goal.": data(goal={"not": {"points": 4}}),
        "The goal is reached before anything is done.": data(goal={"hold": "oak"}),
        "What a nudge points to does not reach the goal: Pass.": data(nudges=[fruitless]),
        "No nudge is shown.": data(nudges=[{**fruitless, "while": [{"not": {"hold": "oak"}}]}]),
        "This nudge is never shown: Pass.": data(nudges=[*data()["nudges"], fruitless]),
    }
    assert check(read(data())).faults == ()
    for fault, lesson in faults.items():
        lesson["record"]["cards"]["oak"] = cards_for(V14)["oak"] | {"name": "Oak"}
        assert fault in faults_of(lesson)


def test_a_lesson_is_missed_once_its_goal_is_out_of_reach():
    two = data(space(-3, 0, 0, "robin"), goal={"keep": "robin"}, actions_left=2)
    missed = progress(read(two), [{**OAK, "at": [0, 1]}])
    assert (missed.status, missed.state.to_act, missed.nudge) == (Status.MISSED, (0,), read(two).nudges[0])


def test_a_lesson_with_too_much_to_try_is_none():
    wide = data(hand="oak plum cactus fungus kelp pinesap lawn", actions_left=3, goal={"points": 20})
    assert "More than 2000 actions would have to be tried to check it." in faults_of(wide)
    assert status(wide, TOO_FAR) == Status.PLAYING


LONG = "a" * 41


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"hint": ""}, "a lesson has no field 'hint'"),
        ({"title": LONG}, "title has 41 characters; 40 are allowed"),
        ({"title": " a"}, "title must be a text in one line"),
        ({"told": "One sentence."}, "told has 1 sentences; it is 2 or 3"),
        ({"turns": 5}, "turns must be a whole number from 1 to 4"),
        ({"seat": 1}, "seat: it is not this seat's turn"),
        ({"seat": 2}, "seat must be a whole number from 0 to 1"),
        ({"goal": {}}, "goal must be an object with a goal"),
        ({"goal": {"eat": "hare"}},
         "goal must have one of points, win, hold, place, all, not, keep, remove, "),
        ({"goal": {"keep": "horse"}}, "goal.keep: 'horse' is none of home, hare, oak"),
        ({"goal": {"keep": "hare", "at": [0]}}, "goal.at must be two whole numbers"),
        ({"goal": {"win": 1}}, "goal.win must be true"),
        ({"goal": {"use": "fly"}}, "goal.use: 'fly' is none of play, habitat, parasite, "),
        ({"goal": {"all": [{"points": 0}]}}, "goal.all[0].points must be a whole number from 1 to 500"),
        ({"nudges": [{"text": "x", "do": []}]}, "nudges[0].do must be an action, or a part of one"),
        ({"nudges": [{"text": "x", "while": [{"hold": "x"}]}]},
         "nudges[0].while[0].hold: 'x' is none of home, hare, oak"),
        ({"solution": [{"do": "play"}]}, "solution[0]: play needs card"),
        ({"solution": [3]}, "solution[0] must be an action"),
        ({"replies": [[{"do": "pass"}]]}, "replies[0][0]: seat must be 0 or 1"),
        ({"own_cards": ["fox"]}, "own_cards[0]: 'fox' is none of home, hare, oak"),
        ({"record": []}, "record must be a game record with a position"),
        ({"record": {**data()["record"], "actions": [{**OAK, "seat": 0}]}},
         "record: the record of a lesson has no actions"),
        ({"record": {**data()["record"], "cards": cards_for(V14)}},
         "record.cards: 'bee' is not in the position"),
        ({"record": {**data()["record"], "rules": "phylo-2"}}, "record: "),
        ({"record": draft_data()["record"] | {"players": 2}}, "record: position.hands must be 3 lists"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_lesson_says_why_in_a_line(changed: Any, says: str):
    with pytest.raises(InvalidLesson) as raised:
        read(data(**changed))
    assert str(raised.value).startswith(says)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("{", "course.json: "),
        ({"groups": [{"key": "a", "title": "A"}]}, f"{BEE}: lessons is missing"),
        ({"groups": [{"key": "a", "title": "A", "lessons": ["../b"]}]}, f"{BEE}.lessons[0] must be at "),
        ({"groups": [{"key": "a", "title": "A", "lessons": ["none"]}]}, "none.json: No such file"),
        ({"groups": [{"key": "a", "title": "A", "lessons": ["bee", "bee"]}]}, "course.json: bee comes twice"),
        ({"groups": []}, "course.json: bee is in no group"),
    ],
)  # fmt: skip
def test_a_folder_of_lessons_has_an_order(tmp_path, order: Any, says: str):
    (tmp_path / "bee.json").write_text(json.dumps(draft_data()))
    (tmp_path / "course.json").write_text(order if isinstance(order, str) else json.dumps(order))
    with pytest.raises(InvalidLesson, match=f"^{says.replace('[', '.').replace(']', '.')}"):
        read_course(tmp_path)
