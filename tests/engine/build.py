"""Cards, positions and records by hand, for tests that look at one clause."""

from typing import Any

from engine.phylo.start import from_position
from engine.phylo.state import State

V14, V13 = "phylo-1.4a", "phylo-1.3"
BOTH = (V14, V13)


def species(
    number: int = 1,
    diet: str | None = None,
    *,
    name: str = "A species",
    scale: int = 5,
    terrains: str = "forest",
    climates: str = "cool",
    points: int = 3,
    kingdom: str | None = None,
    **rest: Any,
) -> dict[str, Any]:
    """A species card; what is not a card field is an ability (`move=2`)."""
    diet = diet or {1: "photosynthetic", 2: "herbivore"}.get(number, "carnivore")
    fields = {key: rest.pop(key) for key in ("phylum", "class", "tags", "latin_name") if key in rest}
    return {
        "name": name, "kind": "species", "scale": scale, "food_chain": number, "diet": diet,
        "terrains": terrains.split(), "climates": climates.split(), "points": points,
        "kingdom": kingdom or ("Plantae" if diet == "photosynthetic" else "Animalia"),
        **fields, "abilities": rest,
    }  # fmt: skip


def event(*effects: Any, name: str = "An event", duration: int = 0, target: Any = None) -> dict[str, Any]:
    """An event card; an effect without parts may be given by its name."""
    blocks = [{"do": effect} if isinstance(effect, str) else effect for effect in effects]
    card = {"name": name, "kind": "event", "duration": duration, "effects": blocks}
    return card if target is None else {**card, "target": target}


def habitat(terrains: str = "forest", climates: str = "cool", points: int = 2, **rest: Any) -> dict[str, Any]:
    return {"name": "A habitat", "kind": "habitat", "terrains": terrains.split(),
            "climates": climates.split(), "points": points, **rest}  # fmt: skip


CARDS: dict[str, dict[str, Any]] = {
    "oak": species(scale=8),
    "plum": species(scale=6, terrains="forest grassland", points=4),
    "cactus": species(terrains="desert", climates="hot"),
    "fungus": species(diet="molecular-carbon", kingdom="Fungi", scale=3),
    "kelp": species(diet="photosynthetic", kingdom="Chromista", scale=9),
    "pinesap": species(diet="molecular-carbon", kingdom="Plantae", scale=3),
    "lawn": species(spread={"count": 1, "needs": []}),
    "clover": species(spread={"count": 2, "needs": ["pollinator", "wind"]}),
    "hare": species(2, points=5, move=1),
    "horse": species(2, scale=8, terrains="grassland", points=7, move=2),
    "bee": species(2, scale=3, pollinator=True, flight=2),
    "stoat": species(3, scale=4, points=6),
    "fox": species(3, scale=6, points=6, move=1),
    "robin": species(3, "omnivore", scale=5, points=4),
    "lynx": species(4, scale=7, points=9),
    "vine": species(points=1, invasive={"on": {"food_chain": [1, 2]}}),
    "tick": species(2, "carnivore", scale=1, points=2, parasitic={"host": {"kingdom": "Animalia"}}),
    "fluke": species(
        2, "carnivore", scale=1, points=2,
        parasitic={"host": {"kingdom": "Animalia"}, "needs_host": True},
    ),
    "mistletoe": species(points=2, parasitic={"host": {"kingdom": "Plantae"}}),
    "wildfire": event("discard", target={"kingdom": "Plantae"}),
    "hunt": event("discard"),
    "drought": event({"do": "set-terrains", "to": ["desert"]}, duration=2),
    "warming": event({"do": "shift-climate", "by": 2}, duration=1),
    "ice": event("freeze", duration=2),
    "wind": event("wind", duration=2),
    "lure": event("take-control", duration=2),
    "gift": event("take-control"),
    "storm": event({"do": "opponent-discards", "count": 1}),
    "nest": event({"do": "recover", "count": 1}),
    "rain": event({"do": "draw", "count": 2}),
}  # fmt: skip
PLACES = {"wood": habitat(), "dune": habitat("desert", "hot", 1)}


def space(x: int, y: int, owner: int, card: str, **more: Any) -> dict[str, Any]:
    return {"at": [x, y], "owner": owner, "card": card, **more}


def seedling(x: int, y: int, owner: int, card: str, of: list[int]) -> dict[str, Any]:
    return space(x, y, owner, card, face_down={"of": of})


def position(
    *spaces: dict[str, Any],
    hand: str = "",
    other: str = "",
    deck: str = "oak oak oak oak oak oak",
    other_deck: str = "oak oak oak oak oak oak",
    discards: tuple[str, str] = ("", ""),
    homes: tuple[dict[str, Any], ...] = (space(0, 0, 0, "home"), space(1, 0, 1, "home")),
    **turn: Any,
) -> dict[str, Any]:
    """A position in the middle of a turn of seat 0; piles are keys in a row."""
    begun = {"seat": 0, "number": 5, "actions_left": 3, "event_played": False, "last_turn": False}
    return {
        "turn": {**begun, **turn},
        "spaces": [*homes, *spaces],
        "hands": [hand.split(), other.split()],
        "decks": [deck.split(), other_deck.split()],
        "discards": [pile.split() for pile in discards],
    }


def cards_for(rules: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    return {**CARDS, **(PLACES if rules == V13 else {}), **(more or {})}


def game(
    *spaces: dict[str, Any], rules: str = V14, cards: Any = None, options: Any = None, **rest: Any
) -> State:
    """The game that stands so; see `position`."""
    return from_position(rules, cards_for(rules, cards), position(*spaces, **rest), options=options)


def record(start: dict[str, Any], *actions: dict[str, Any], rules: str = V14, cards: Any = None, **rest: Any):
    """A record that starts with a position."""
    return {"format": "phylo-record/1", "rules": rules, "cards": cards_for(rules, cards),
            "position": start, "actions": list(actions), **rest}  # fmt: skip


def act(state: State, do: str, **fields: Any) -> list[dict[str, Any]]:
    """The seat to act does something; `start` stands for the field `from`."""
    return state.apply({"seat": state.to_act[0], "do": do, **_fields(fields)})


def _fields(fields: dict[str, Any]) -> dict[str, Any]:
    return {"from" if name == "start" else name: value for name, value in fields.items()}


def why(state: State, do: str, *, seat: int | None = None, **fields: Any) -> tuple[str, str] | None:
    """The code and the clause of a refusal; None when the action is legal."""
    seat = state.to_act[0] if seat is None else seat
    refusal = state.why_not({"seat": seat, "do": do, **_fields(fields)})
    return None if refusal is None else (refusal.code, refusal.clause)


def places(state: State, card: str, *, under: bool = False) -> list[list[int]]:
    """Where the seat to act may play a card from hand."""
    plays = [action for action in state.legal(state.to_act[0]) if action.get("card") == card]
    return [a["at"] for a in plays if a["do"] == "play" and a.get("under", False) == under]


def moves(state: State, start: list[int]) -> list[list[int]]:
    legal = state.legal(state.to_act[0])
    return [action["to"] for action in legal if action["do"] == "move" and action["from"] == start]


def dos(state: State, do: str) -> list[dict[str, Any]]:
    return [action for action in state.legal(state.to_act[0]) if action["do"] == do]


def table(state: State) -> dict[tuple[int, int], dict[str, Any]]:
    return {(entry["at"][0], entry["at"][1]): entry for entry in state.position()["spaces"]}


def names(state: State) -> dict[tuple[int, int], str]:
    """The upper card of every space but the starters."""
    return {at: entry["card"] for at, entry in table(state).items() if entry["card"] != "home"}


def discards(state: State) -> list[list[str]]:
    return state.position()["discards"]
