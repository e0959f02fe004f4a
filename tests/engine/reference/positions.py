"""Cards and positions by hand, for the tests of the reference."""

from . import Game


def species(
    number, diet, scale=5, terrains="forest", climates="cool", points=3, kingdom=None, abilities=None, **more
):
    plant = diet in ("photosynthetic", "molecular-carbon")
    return {
        "name": more.pop("name", "A species"),
        "kind": "species",
        "scale": scale,
        "food_chain": number,
        "diet": diet,
        "terrains": terrains.split(),
        "climates": climates.split(),
        "points": points,
        "kingdom": kingdom or ("Plantae" if plant else "Animalia"),
        "abilities": abilities or {},
        **more,
    }


def event(*effects, duration=0, target=None):
    card = {"name": "An event", "kind": "event", "duration": duration, "effects": list(effects)}
    return card if target is None else {**card, "target": target}


CARDS = {
    "oak": species(1, "photosynthetic", 8),
    "plum": species(1, "photosynthetic", 6, "forest grassland", points=4),
    "cactus": species(1, "photosynthetic", 6, "desert", "hot"),
    "fungus": species(1, "molecular-carbon", 3, kingdom="Fungi"),
    "lawn": species(1, "photosynthetic", 4, abilities={"spread": {"count": 1, "needs": []}}),
    "clover": species(
        1, "photosynthetic", 4, abilities={"spread": {"count": 2, "needs": ["pollinator", "wind"]}}
    ),
    "horse": species(2, "herbivore", 8, "grassland", points=7, abilities={"move": 2}),
    "hare": species(2, "herbivore", 5, points=5, abilities={"move": 1}),
    "bee": species(2, "herbivore", 4, abilities={"pollinator": True, "flight": 2}),
    "stoat": species(3, "carnivore", 4, points=6),
    "fox": species(3, "carnivore", 6, points=6),
    "robin": species(3, "omnivore", 5, points=4),
    "lynx": species(4, "carnivore", 7, points=9),
    "wren": species(
        3, "carnivore", 3, abilities={"feeds_also": {"kingdom": "Fungi"}, "feeds_only": {"tags": ["X"]}}
    ),
    "frog": species(1, "molecular-carbon", 4, abilities={"beside": {"terrains": ["freshwater"]}}),
    "pond": {
        "name": "Pond",
        "kind": "habitat",
        "terrains": ["freshwater", "forest"],
        "climates": ["cool"],
        "points": 2,
    },
    "vine": species(
        1, "photosynthetic", 6, points=1, abilities={"invasive": {"on": {"same": ["food_chain"]}}}
    ),
    "tick": species(1, "carnivore", 1, points=2, abilities={"parasitic": {"host": {"scale": {"min": 5}}}}),
    "fluke": species(
        2,
        "carnivore",
        1,
        points=2,
        abilities={"parasitic": {"host": {"kingdom": "Animalia"}, "needs_host": True}},
    ),
    "wildfire": event({"do": "discard"}, target={"kingdom": "Plantae"}),
    "drought": event({"do": "set-terrains", "to": ["desert"]}, duration=2),
    "warming": event({"do": "shift-climate", "by": 2}, duration=1),
    "ice": event({"do": "freeze", "which": {"kingdom": "Animalia"}}, duration=2),
    "wind": event({"do": "wind"}, duration=2),
    "lure": event({"do": "take-control"}, {"do": "change-points", "by": -5}, duration=2),
    "migration": event({"do": "take-control"}),
    "eruption": event({"do": "discard-neighbours", "which": {"kingdom": "Animalia"}}),
    "rescue": event({"do": "discard"}, {"do": "recover", "count": 1}),
    "storm": event({"do": "draw", "count": 1}, {"do": "opponent-discards", "count": 1}),
}


def entry(x, y, owner, card, **more):
    return {"at": [x, y], "owner": owner, "card": card, **more}


def game(
    *spaces,
    hand=(),
    other=(),
    discards=((), ()),
    rules="phylo-1.4a",
    decks=None,
    seat=0,
    options=None,
    cards=CARDS,
    **turn,
):
    decks = [["oak"] * 9, ["oak"] * 9] if decks is None else decks
    hands = [list(hand), list(other)] if seat == 0 else [list(other), list(hand)]
    position = {
        "turn": {
            "seat": seat,
            "number": 5,
            "actions_left": 3,
            "event_played": False,
            "last_turn": False,
            **turn,
        },
        "spaces": [entry(0, 0, 0, "home"), entry(1, 0, 1, "home"), *spaces],
        "hands": hands,
        "decks": decks,
        "discards": [list(pile) for pile in discards],
    }
    made = Game.from_position(rules, cards, position, options or {})
    assert made.position() == position
    return made


def legal(made, do, card=None):
    return [action for action in made.legal() if action["do"] == do and card in (None, action.get("card"))]


def places(made, card):
    return [action["at"] for action in legal(made, "play", card) if not action.get("under")]


def on_table(made):
    return {tuple(space["at"]): space for space in made.position()["spaces"]}


def act(made, do, **fields):
    made.apply({"seat": made.to_act()[0], "do": do, **fields})
