"""The food web of a deck: edges, marks, layout; and what a deck is spread over."""

from random import Random

import pytest

from cards.decks.insight.curves import curves
from cards.decks.insight.web import Node, Web, laid_out, tangles, web
from cards.decks.models.contents import Contents
from engine.phylo.cards import Card
from engine.phylo.criteria import CLIMATES
from engine.phylo.support import host_lack, neighbour_lack, partner_met
from tests.decks.small_decks import CARDS, MADE, READY, deck
from tests.engine.build import V13, V14, event, game, space

pytestmark = pytest.mark.once


def nodes_of(found: Web) -> dict[str, Node]:
    return {node.key: node for node in found.nodes}


def thinned(contents: Contents, seed: int) -> Contents:
    """The deck without half of its kinds of cards."""
    kept = Random(seed).sample(sorted(contents.cards), len(contents.cards) // 2)
    return Contents.of({key: contents.cards[key] for key in kept}, contents.rules, contents.starter)


@pytest.mark.parametrize("slug", READY)
@pytest.mark.parametrize("seed", range(3))
def test_orphans_have_no_edge_and_edges_are_the_engines(slug, seed):
    contents = thinned(READY[slug], seed)
    found = web(contents, CARDS)
    nodes = nodes_of(found)
    parsed = {key: Card.parse(key, CARDS[key]) for key in nodes}
    fed = {edge.key for edge in found.edges}
    for key, node in nodes.items():
        needs_more = not node.rooted and "orphan" not in node.marks
        assert (key in fed) == needs_more
        assert ("orphan" in node.marks) <= (not node.rooted)
    for edge in found.edges:
        lack = neighbour_lack(parsed[edge.key], parsed[edge.on], contents.rules)
        if edge.kind in ("food", "place"):
            assert lack in (None, "not-adjacent")
        elif edge.kind == "host":
            assert host_lack(parsed[edge.key], parsed[edge.on]) is None
        else:
            assert partner_met(parsed[edge.key], parsed[edge.on])


@pytest.mark.parametrize("slug", READY)
def test_marks_agree_with_one_another(slug):
    for node in web(READY[slug], CARDS).nodes:
        assert set(node.only_for) <= set(node.falls)
        assert ("single" in node.marks) == bool(node.only_for)
        assert not {"orphan", "stranded"} & set(node.marks)


def test_P13_what_falls_is_what_the_engines_upkeep_takes():
    found = nodes_of(web(deck("oak clover hare horse fox lynx"), MADE))
    table = [space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "fox"),
             space(-4, 0, 0, "lynx"), space(0, 1, 0, "clover"), space(0, 2, 0, "horse")]  # fmt: skip
    cards = {key: MADE[key] for key in found} | {"fire": MADE["fire"]}
    for key in found:
        state = game(*table, rules=V14, cards=cards, hand="fire")
        lying = {each["card"] for each in state.position()["spaces"]}
        at = next(each["at"] for each in state.position()["spaces"] if each["card"] == key)
        state.apply({"seat": 0, "do": "event", "card": "fire", "at": at})
        state.settle_upkeep(0)
        left = {each["card"] for each in state.position()["spaces"]}
        assert set(found[key].falls) == lying - left - {key}


def test_keystones_and_single_points_of_failure():
    found = web(deck("oak clover hare horse fox lynx"), MADE)
    nodes = nodes_of(found)
    assert nodes["oak"].marks == ("keystone", "single")
    assert nodes["oak"].falls == ("fox", "hare", "lynx")
    assert nodes["hare"].marks == ("keystone", "single")
    assert nodes["clover"].marks == ("single",)
    assert nodes["lynx"].marks == ()
    texts = [note.text for note in found.notes]
    assert "Oak is a keystone: without it Fox, Hare and Lynx cannot live." in texts
    assert "Clover is all that Horse can live on." in texts


def test_nodes_say_what_they_live_on():
    cards = "oak hare fox lynx owl mistletoe clownfish anemone"
    texts = {node.key: node.text for node in web(deck(cards), MADE).nodes}
    assert texts["oak"] == "Oak can begin beside HOME."
    assert texts["fox"] == "Fox can live on Anemone or Hare."
    assert texts["mistletoe"] == "Mistletoe can live under Oak."
    assert texts["clownfish"] == "Clownfish can live beside HOME, with Anemone beside it."
    assert texts["owl"].startswith("Owl has no food")


def test_orphans_and_those_that_need_them_are_told():
    found = web(deck("oak fox lynx owl"), MADE)
    nodes = nodes_of(found)
    assert nodes["fox"].marks == ("orphan",)
    assert nodes["lynx"].marks == ("stranded",)
    assert {note.mark for note in found.notes} == {"orphan", "stranded"}


def test_P24_parasites_live_on_their_hosts_alone():
    found = web(deck("oak hare mistletoe"), MADE)
    assert [(edge.on, edge.key, edge.kind) for edge in found.edges] == [
        ("oak", "hare", "food"),
        ("oak", "mistletoe", "host"),
    ]


def test_P27_partners_are_told_from_food():
    ways = {(edge.on, edge.key): edge.kind for edge in web(deck("oak clownfish anemone"), MADE).edges}
    assert ways["anemone", "clownfish"] == "partner"


def test_P21_habitats_are_the_ground_where_the_starter_is_none():
    ways = {(edge.on, edge.key, edge.kind) for edge in web(deck("oak wood", V13), MADE).edges}
    assert not ways
    lawn = {**MADE, "moss": {**MADE["oak"], "name": "Moss", "terrains": ["desert", "forest"],
                             "climates": ["hot", "cool"]}}  # fmt: skip
    found = web(deck("oak moss", V13, starter="dune"), lawn)
    assert {(edge.on, edge.key, edge.kind) for edge in found.edges} == {("moss", "oak", "place")}
    assert nodes_of(found)["moss"].marks == ("single",)


@pytest.mark.parametrize("slug", READY)
def test_the_layout_is_in_the_square_and_untangled(slug):
    found = web(READY[slug], CARDS)
    places = {node.key: (node.x, node.y) for node in found.nodes}
    assert all(0 < x < 1 and 0 < y < 1 for x, y in places.values())
    assert len(set(places.values())) == len(places)
    heights = {node.number: node.y for node in found.nodes}
    assert all(node.y == heights[node.number] for node in found.nodes)
    assert sorted(heights, key=heights.get, reverse=True) == sorted(heights)
    lines = [(edge.on, edge.key) for edge in found.edges]
    rows = {}
    for node in found.nodes:
        rows.setdefault(node.number, []).append(node.key)
    by_key = {
        key: ((column + 0.5) / len(keys), heights[number])
        for number, keys in rows.items()
        for column, key in enumerate(sorted(keys))
    }
    assert tangles(places, lines) <= tangles(by_key, lines)


def test_lines_that_need_not_cross_do_not():
    rows = {1: ["a", "b", "c"], 2: ["x", "y", "z"]}
    lines = [("a", "z"), ("b", "y"), ("c", "x")]
    assert tangles(laid_out(rows, lines), lines) == 0
    assert tangles({"a": (0, 1), "b": (1, 1), "x": (0, 0), "y": (1, 0)}, [("a", "y"), ("b", "x")]) == 1


def test_orphans_stand_at_the_right_end():
    nodes = nodes_of(web(deck("oak hare fox owl"), MADE))
    assert nodes["owl"].x > nodes["fox"].x


def test_the_order_of_the_definitions_does_not_matter():
    contents = READY["wadden-sea"]
    turned = dict(reversed(list(CARDS.items())))
    assert web(contents, CARDS) == web(contents, turned)


@pytest.mark.parametrize("slug", READY)
def test_curves_add_up(slug):
    contents = READY[slug]
    found = curves(contents, CARDS)
    records = [CARDS[key] for key in contents.keys]
    living = [card for card in records if card["kind"] == "species"]
    assert found.size == len(records) == sum(found.kinds.values())
    assert sum(found.food_chain.values()) == sum(found.scale.values()) == len(living)
    assert found.food_chain[1] == sum(card["food_chain"] == 1 for card in living)
    assert sum(found.diets.values()) == sum(found.points_curve.values()) == len(living)
    assert found.points == sum(card.get("points") or 0 for card in records)
    assert found.mean_points == pytest.approx(sum(card["points"] for card in living) / len(living))
    forest = [card for card in records if "forest" in card.get("terrains", ())]
    assert found.terrains["forest"] == len(forest)
    for climate in CLIMATES:
        assert found.coverage["forest"][climate] == sum(climate in card["climates"] for card in forest)
    assert not found.unknown


def test_curves_of_nothing_and_of_unknown_cards():
    empty = curves(deck(""), MADE)
    assert (empty.points, empty.mean_points, empty.points_curve) == (0, 0.0, {})
    assert list(empty.food_chain) == list(range(1, 10))
    odd = curves(deck("oak gone gone"), MADE)
    assert (odd.size, odd.unknown, odd.kinds["species"]) == (3, 2, 1)


def test_events_are_no_part_of_the_web():
    storm = {**MADE, "storm": event("discard")}
    assert set(nodes_of(web(deck("oak storm wood"), storm))) == {"oak"}
