"""A game in plain text: its table, a hand, and actions."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import State
from engine.drafting.state import State as Draft
from engine.phylo.state import State as Phylo
from engine.record_format import CardData, LaidOut, Space, View

WIDEST = 15
"""Characters of a space of the table."""
MARKS = "* an event lies on it, + a parasite below, ? face down, ! at risk"

Action = Mapping[str, object]
Cards = Mapping[str, CardData]


def table(state: State, seat: int | None, cards: Cards) -> list[str]:
    """What a seat, or a spectator (None), may see of a game."""
    if isinstance(state, Phylo):
        return _phylo(state.view_for(seat), cards)
    assert isinstance(state, Draft)
    view = state.view_for(seat)
    lines = []
    for each, layout in enumerate(view["layouts"]):
        lines += [f"Player {each}, {view['scores'][each]} points:", *_layout(layout)]
    return lines


def hand(state: State, seat: int, cards: Cards) -> list[str]:
    """The cards in a hand, each with what decides where it may lie."""
    if isinstance(state, Draft):
        return [", ".join(state.view_for(seat)["hand"] or [])]
    assert isinstance(state, Phylo)
    held = state.view_for(seat)["hands"][seat]
    return [] if isinstance(held, int) else [card_line(key, cards) for key in held]


def card_line(key: str, cards: Cards) -> str:
    """A card in a line."""
    card = cards.get(key)
    if card is None or card["kind"] != "species":
        return _name(key, cards) + ("" if card is None else f", {card['kind']}")
    parts = [
        f"number {card['food_chain']}",
        f"scale {card['scale']}",
        card["diet"],
        " and ".join(card["terrains"]),
        " and ".join(card["climates"]),
        f"{card.get('points', 0)} points",
        *(name.upper() for name in card.get("abilities", {})),
    ]
    return f"{card['name']}: {', '.join(parts)}"


def action_text(action: Action, cards: Cards) -> str:
    """An action of any game."""
    if action["do"] == "flip":
        return f"whale {_place(action['whale'])} turns over {_place(action['card'])}"
    card, at = _name(action.get("card"), cards), _place(action.get("at"))
    match action["do"]:
        case "play":
            return f"play {card} {'under the card at' if action.get('under') else 'at'} {at}"
        case "place":
            return f"place {card} at {at}{_exchange(action)}"
        case "move":
            return f"move {_place(action['from'])} to {_place(action['to'])}"
        case "spread":
            to = " and ".join(map(_place, cast(Sequence[object], action["to"])))
            return f"spread from {_place(action['from'])} to {to}, with {_names(action['cards'], cards)}"
        case "event":
            chosen = f", choosing {_names(action['choose'], cards)}" if "choose" in action else ""
            return f"event {card} at {at}{chosen}"
        case "discard":
            return f"discard {card} and draw three"
        case "reveal":
            return f"show {card or 'nothing'}"
        case "give":
            return f"give {card} to the opponent"
        case "resign":
            return "give up"
    return str(action["do"])


def standing(state: State) -> str:
    """The points, and who has won."""
    points = " : ".join(map(str, state.scores))
    if not state.over:
        return points
    won = state.winner
    if isinstance(won, list):
        return f"{points}, {_players(won)}"
    return f"{points}, a draw" if won == "draw" else f"{points}, player {won} wins"


def _players(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"player {seats[0]} wins"
    return f"players {', '.join(map(str, seats[:-1]))} and {seats[-1]} share the victory"


def _exchange(action: Action) -> str:
    if "swap" in action:
        one, other = cast(Sequence[object], action["swap"])
        return f", exchange {_place(one)} and {_place(other)}"
    if "shift" in action:
        one, other = cast(Sequence[object], action["shift"])
        return f", shift {_place(one)} to {_place(other)}"
    return ""


def _place(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else ""


def _names(keys: object, cards: Cards) -> str:
    return " and ".join(_name(key, cards) for key in keys) if isinstance(keys, list | tuple) else ""


def _name(key: object, cards: Cards) -> str:
    if key in ("home", None):
        return "HOME" if key else ""
    return cards[str(key)]["name"] if key in cards else str(key)


def _phylo(view: View, cards: Cards) -> list[str]:
    if not view["spaces"]:
        return []
    risky = [risk["at"] for risk in view["at_risk"]]
    cells = {
        (space["at"][0], space["at"][1]): _space(space, cards, space["at"] in risky)
        for space in view["spaces"]
    }
    # y grows upward (P2).
    return [*_grid({(x, -y): cell for (x, y), cell in cells.items()}, flip=True), MARKS]


def _space(space: Space, cards: Cards, risky: bool) -> str:
    marks = "".join(
        mark
        for mark, there in (
            ("*", "events" in space),
            ("+", "under" in space),
            ("?", "face_down" in space),
            ("!", risky),
        )
        if there
    )
    return f"{space['owner']} {_name(space['card'], cards)[: WIDEST - 2 - len(marks)]}{marks}"


def _layout(layout: Sequence[LaidOut]) -> list[str]:
    cells = {(card["at"][1], card["at"][0]): card["card"] for card in layout}
    return _grid(cells) if cells else ["    nothing yet"]


def _grid(cells: Mapping[tuple[int, int], str], flip: bool = False) -> list[str]:
    """Cells by column and row, with the numbers of both; `flip`: rows are numbered upward."""
    columns, rows = ([*range(min(ends), max(ends) + 1)] for ends in zip(*cells, strict=True))
    width = max(map(len, cells.values())) + 1
    lines = [" " * 6 + "".join(f"{column:<{width}}" for column in columns)]
    for row in rows:
        spaces = "".join(f"{cells.get((column, row), '.'):<{width}}" for column in columns)
        lines.append(f"{-row if flip else row:>4}  {spaces}")
    return [line.rstrip() for line in lines]
