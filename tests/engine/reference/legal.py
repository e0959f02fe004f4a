"""Every legal action of the seat whose turn it is (P10, P11, P12, P21 to P28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .effects import recoveries
from .support import fits_under, is_frozen, is_supported
from .table import BESIDE, DIAGONAL, Place, Space, Table
from .traits import Traits, in_force, meets, printed

if TYPE_CHECKING:
    from .game import Game

Action = dict[str, Any]


def action_order(action: Action) -> tuple:
    """record-format: "sorted by `do`, then `card`, then place"."""
    cards = action.get("cards") or ([action["card"]] if action.get("card") else [])
    return (
        action["do"],
        tuple(cards),
        action.get("from") or [],
        action.get("at") or action.get("to") or [],
        action.get("under", False),
        action.get("choose") or [],
    )


def legal_actions(game: Game) -> list[Action]:
    """record-format: "every legal action of the seat to act, each once"; "a position in which no action is
    left is accepted: only `pass` and `resign` remain". `resign` is never listed. P11: in 1.4a an event "is
    the last action: after it the turn's remaining actions are lost".
    """
    if game.over:
        return []
    actions: list[Action] = [{"do": "pass"}]
    if game.actions_left > 0 and not (game.rules.one_event_a_turn and game.event_played):
        actions += discards(game)
        for key in sorted(set(game.hands[game.seat])):
            kind = game.cards[key]["kind"]
            if kind == "species":
                actions += species_plays(game, key)
            elif kind == "habitat":
                actions += habitat_plays(game, key)
            elif kind == "event":
                actions += events(game, key)
        for space in own_movers(game):
            actions += moves(game, space)
            actions += spreads(game, space)
    return sorted(actions, key=action_order)


def discards(game: Game) -> Iterator[Action]:
    """P12: "Discard-to-draw needs a card in hand and at least one in the deck"."""
    if game.decks[game.seat]:
        for key in set(game.hands[game.seat]):
            yield {"do": "discard", "card": key}


def species_plays(game: Game, key: str) -> Iterator[Action]:
    """P22: "A species is played into an empty space in which it is supported, or by P23 or P24 onto an
    occupied one."

    P24: a card in the hand has its printed terrains and climates.
    """
    x = printed(game.cards[key])
    for place in game.table.frontier():
        if is_supported(game.rules, game.table, x, place, played_by=game.seat):
            yield {"do": "play", "card": key, "at": list(place)}
    for space in game.table.spaces:
        if can_invade(game, x, space):
            yield {"do": "play", "card": key, "at": list(space.at)}
        if can_live_under(game.table, x, space):
            yield {"do": "play", "card": key, "at": list(space.at), "under": True}


def can_invade(game: Game, x: Traits, space: Space) -> bool:
    """P23: "May be played on top of a species (either player's) that meets the criterion on the card, if
    no third card results and the invader is supported by a neighbour in that space." P31: never on a
    face-down card.
    """
    return (
        "invasive" in x.abilities
        and game.table.is_open_species(space)
        and not space.full
        and meets(x.abilities["invasive"].get("on", {}), in_force(game.table, space), x)
        and is_supported(game.rules, game.table, x, space.at, played_by=game.seat)
    )


def can_live_under(table: Table, x: Traits, space: Space) -> bool:
    """P24: "May be played underneath a species (either player's) that meets the criterion on the card and
    shares a terrain and a climate with it, if no third card results." Its support is the host alone; P19
    does not bind it.
    """
    return (
        "parasitic" in x.abilities
        and table.is_open_species(space)
        and not space.full
        and meets(x.abilities["parasitic"].get("host", {}), in_force(table, space), x)
        and fits_under(table, x, space)
    )


def habitat_plays(game: Game, key: str) -> Iterator[Action]:
    """P21: "1.3: a habitat is placed next to a card with which it shares a terrain and a climate (HOME
    counts for all)."

    P19: "A habitat may be played next to either player's cards."
    """
    x = printed(game.cards[key])
    for place in game.table.frontier() if game.rules.habitats else []:
        neighbours = [in_force(game.table, space) for space in game.table.beside(place)]
        if any(x.terrains & y.terrains and x.climates & y.climates for y in neighbours):
            yield {"do": "play", "card": key, "at": list(place)}


def own_movers(game: Game) -> list[Space]:
    """P25: "Only own species move". P26: "Only the upper card of a space moves or spreads", face up. P30:
    frozen ones do neither.
    """
    table = game.table
    return [
        space
        for space in table.spaces
        if table.is_open_species(space)
        and table.controller(space) == game.seat
        and not is_frozen(table, space)
    ]


def reach(abilities: dict[str, Any], start: Place) -> set[Place]:
    """P25: "*MOVE n*: ... at most n away in a straight line along a row or column. *FLIGHT n*: the same,
    diagonals too."

    A card with both may use either.
    """
    move, flight = abilities.get("move", 0), abilities.get("flight", 0)
    straight, diagonal = max(move, flight), flight
    lines = [(direction, straight) for direction in BESIDE] + [
        (direction, diagonal) for direction in DIAGONAL
    ]
    return {
        (start[0] + dx * step, start[1] + dy * step)
        for (dx, dy), most in lines
        for step in range(1, most + 1)
    }


def moves(game: Game, space: Space) -> Iterator[Action]:
    """P25: "into an empty space ... The card must be supported where it lands, its old space being empty.
    What lies in between does not matter." P23: what a moving invader releases in 1.3 counts at once, also
    as its neighbour.
    """
    x = in_force(game.table, space)
    targets = reach(x.abilities, space.at)
    if not targets:
        return
    rest = game.copy().table
    rest.lift(space.at)
    for place in targets:
        if game.table.at(place) is None and is_supported(game.rules, rest, x, place):
            yield {"do": "move", "from": list(space.at), "to": list(place)}


def spreads(game: Game, space: Space) -> Iterator[Action]:
    """P26: "Up to n cards, taken from one's own discard pile (1.4a) or hand (1.3), any cards, at least
    one, are placed face down into empty spaces next to the spreading card. They need no support when
    placed."

    record-format: left out are "`spread` actions that use fewer cards than could be used; each assignment
    of cards to spaces is listed once, `to` ascending".
    """
    spread = in_force(game.table, space).abilities.get("spread")
    if spread is None or not is_need_met(game, space, spread.get("needs", [])):
        return
    cells = game.table.empty_beside(space.at)
    stock = game.spread_stock()
    count = min(spread["count"], len(cells), len(stock))
    if count == 0:
        return
    for to in combinations(cells, count):
        for cards in arrangements(Counter(stock), count):
            yield {"do": "spread", "from": list(space.at), "cards": cards, "to": [list(cell) for cell in to]}


def is_need_met(game: Game, space: Space, needs: list[str]) -> bool:
    """P26: "POLLINATOR, a species with that keyword (either player's) lies next to it; WIND, a WIND event
    lies on it; several requirements on a card are alternatives; none means free."
    """
    pollinated = any(
        in_force(game.table, neighbour).abilities.get("pollinator")
        for neighbour in game.table.beside(space.at)
    )
    windy = any(effect["do"] == "wind" for _, effect in game.table.effects_on(space))
    return not needs or ("pollinator" in needs and pollinated) or ("wind" in needs and windy)


def arrangements(stock: Counter[str], count: int) -> Iterator[list[str]]:
    """Every distinct sequence of `count` cards out of the stock."""
    if count == 0:
        yield []
        return
    for key in sorted(stock):
        if stock[key]:
            for rest in arrangements(stock - Counter([key]), count - 1):
                yield [key, *rest]


def events(game: Game, key: str) -> Iterator[Action]:
    """P28: "An event is played on a species, either player's, that meets the criterion on the card (no
    criterion: any species), never on HOME, a habitat or a face-down card."
    """
    for space in game.table.spaces:
        if not game.table.is_open_species(space):
            continue
        if not meets(game.cards[key].get("target", {}), in_force(game.table, space), None):
            continue
        action = {"do": "event", "card": key, "at": list(space.at)}
        choices = recoveries(game, game.seat, key, space.at)
        if len(choices) == 1:
            yield action
        else:
            for choose in choices:
                yield {**action, "choose": choose}
