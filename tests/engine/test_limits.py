"""The limits of the record format: what is beyond them is refused in a line, and lists have a bound."""

import json
from itertools import combinations, product
from random import Random

import pytest

import engine
from engine.contract import LONGEST_SHOWN
from engine.file_command import DEEPEST, LARGEST, parsed
from engine.phylo.lazy_actions import MOST_NAMED
from engine.phylo.record import judge
from engine.phylo.recovery import Recoveries
from engine.referee import REFEREE
from tests.engine.build import V14, cards_for, event, position, record, space, species

KINDS = {f"s{number}": species(points=number) for number in range(40)}


def named(verdict):
    return sum(len(action.get("choose", action.get("cards", []))) for action in verdict["legal"])


def ways_of(most, piles):
    """All ways, listed naively."""
    ways = [()]
    for number, pile in zip(most, piles, strict=True):
        longer = []
        for way in ways:
            left = list(pile)
            for kind in way:
                left.remove(kind)
            longer += [way + more for more in sorted(set(combinations(sorted(left), min(number, len(left)))))]
        ways = longer
    return ways


@pytest.mark.parametrize("seed", range(30))
def test_P30_recoveries_are_listed_and_checked_as_if_all_were_held(seed):
    rng = Random(seed)
    piles = [[rng.randrange(4) for _ in range(rng.randint(0, 4))]]
    for _ in range(rng.randint(0, 2)):
        piles.append([*piles[-1], *(rng.randrange(4) for _ in range(rng.randint(0, 2)))])
    most = [rng.randint(1, 3) for _ in piles]
    recoveries, ways = Recoveries(most, piles), ways_of(most, piles)
    assert list(recoveries) == ways
    assert recoveries.only() == (ways[0] if len(ways) == 1 else None)
    for kinds in list(product(range(4), repeat=recoveries.size))[:300]:
        alike = [way for way in ways if sorted(way) == sorted(kinds)]
        expected = kinds if kinds in ways else alike[0] if alike else None
        assert recoveries.named(kinds) == expected


def test_P30_of_very_many_choices_the_first_are_listed_and_any_is_legal():
    keys = sorted(KINDS)
    start = position(space(-1, 0, 0, "oak"), hand="nest", discards=(" ".join(keys), ""))
    cards = {**KINDS, "nest": event({"do": "recover", "count": 15})}
    verdict = judge(record(start, cards=cards))
    assert verdict["legal_incomplete"] is True
    assert 0 < named(verdict) <= MOST_NAMED + 15
    first = next(action for action in verdict["legal"] if action["do"] == "event")
    assert first["choose"] == keys[:15]
    last = {"seat": 0, **first, "choose": keys[-15:]}
    assert last not in verdict["legal"]
    played = judge(record(start, last, cards=cards))
    assert played["ok"]
    assert set(played["position"]["hands"][0]) == set(keys[-15:])


def test_P26_of_very_many_spreads_each_card_gets_its_share():
    keys = sorted(KINDS)
    spaces = [space(x, 5, 0, "weed") for x in (3, 6, 9)]
    start = position(*spaces, discards=(" ".join(keys), ""))
    cards = {**KINDS, "weed": species(spread={"count": 4, "needs": []})}
    verdict = judge(record(start, cards=cards))
    spreads = [action for action in verdict["legal"] if action["do"] == "spread"]
    assert verdict["legal_incomplete"] is True
    assert named(verdict) <= MOST_NAMED
    assert len({tuple(action["from"]) for action in spreads}) == 3
    to = [[2, 5], [3, 4], [3, 6], [4, 5]]
    last = {"seat": 0, "do": "spread", "from": [3, 5], "cards": keys[-4:], "to": to}
    assert judge(record(start, last, cards=cards))["ok"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"discards": (" ".join(["oak"] * 190), "")}, "at most 200 cards"),
        ({"hand": "oak " * 100, "other": "oak " * 100}, "at most 200 cards"),
    ],
)
def test_a_position_with_too_many_cards_is_no_record(change, what):
    with pytest.raises(engine.InvalidRecord, match=what):
        judge(record(position(**change)))


@pytest.mark.parametrize(
    ("key", "card", "field"),
    [
        ("k" * 101, species(), "key"), ("odd", species(name="n" * 301), "name"),
        ("odd", species(beside=[{"scale": 1}] * 13), "beside"), ("odd", event(*["discard"] * 9), "effects"),
    ],
)  # fmt: skip
def test_a_card_beyond_the_limits_is_no_record(key, card, field):
    with pytest.raises(engine.InvalidRecord, match=field) as caught:
        judge(record(position(), cards={key: card}))
    assert len(str(caught.value)) < 300


LONG = "x" * 200_000


@pytest.mark.parametrize(
    "data",
    [
        {LONG: 1}, record(position(hand=LONG)), record(position(), rules=LONG),
        record(position(), options={LONG: 1}), record(position(), options={"reveal": LONG}),
        record(position(), cards={"odd": {**species(), LONG: 1}}), record(position(), cards={LONG: {}}),
        record(position(), cards={"odd": {**species(), "scale": LONG}}),
        record(position(), {"seat": 0, "do": "play", "card": LONG, "at": [0, 0]}),
        record(position(), {"seat": 0, "do": "pass", LONG: 1}), record(position(), {"seat": 0, "do": LONG}),
        {"format": "phylo-record/1", "rules": V14, "cards": cards_for(V14), "decks": [[LONG] * 24] * 2,
         "seed": 7, "actions": []},
        {"rules": "ecosystem", LONG: 1},
    ],
)  # fmt: skip
def test_a_long_value_is_cut_in_the_message(data, tmp_path):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data) if "decks" not in data else json.dumps(data).replace(LONG, LONG[:9000]))
    said = REFEREE.of_file(str(file))
    message = said.get("error") or said["illegal"]["message"]
    assert len(message) < LONGEST_SHOWN + 150


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[" * 100_000, "deep"), ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "deep"),
        ('{"seed": ' + "9" * 5000 + "}", "digits"), (" " * (LARGEST + 1), "at most 500000 bytes"),
        ('{"' + LONG + '": 1, "' + LONG + '": 2}', "comes twice"), ('"\xff', "UTF-8"), ("[NaN]", "no number"),
    ],
)  # fmt: skip
def test_a_file_beyond_the_limits_is_refused_in_our_words(text, what):
    with pytest.raises(ValueError, match=what) as caught:
        parsed(text.encode("latin-1"))
    assert len(str(caught.value)) < 150


def test_a_file_within_the_limits_is_read():
    assert parsed(("[" * DEEPEST + "]" * DEEPEST).encode())
    assert parsed(b"9" * 4300) == int("9" * 4300)
