"""Events (P28 to P30): laying one down, running its effects, and the choices that one leaves."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from .departure import depart
from .table import LyingEvent, Piece, Place, Space
from .traits import in_force, meets

if TYPE_CHECKING:
    from .game import Game


class Target:
    """The species an event is played on: a card in a space. It is gone as soon as that card is no longer
    there.
    """

    def __init__(self, space: Space) -> None:
        self.space: Space = space
        self.piece: Piece = space.upper

    def lies(self, game: Game) -> bool:
        return self.space in game.table.spaces and self.space.upper is self.piece


def play_event(game: Game, seat: int, key: str, at: Place, choose: list[str]) -> None:
    """P28, P29, P30: with a duration the event lies on its species from the start, then its effects run in
    the order on the card; without one it goes to its player's pile when they have run. A target that an
    effect takes away takes a lasting event along (to its player's pile, as the youngest event on it).
    """
    card = game.cards[key]
    recovered, discarded = _split_choice(game, seat, key, at, choose)
    target = _lay(game, seat, key, at)
    for effect in card.get("effects", []):
        if effect["do"] == "recover":
            count = min(effect["count"], len(recoverable(game, seat)))
            keys, recovered = recovered[:count], recovered[count:]
            recover(game, seat, keys)
        elif effect["do"] == "opponent-discards":
            count = min(effect["count"], len(game.hands[1 - seat]))
            keys, discarded = discarded[:count], discarded[count:]
            for one in keys:
                game.hands[1 - seat].remove(one)
                game.discards[1 - seat].append(one)
        else:
            run(game, seat, effect, target, lasting=bool(card.get("duration", 0)))
    if not card.get("duration", 0):
        game.discards[seat].append(key)


def _lay(game: Game, seat: int, key: str, at: Place) -> Target:
    game.hands[seat].remove(key)
    space = game.table.at(at)
    duration = game.cards[key].get("duration", 0)
    if duration:
        space.events.append(LyingEvent(owner=seat, card=key, turns_left=duration))
    return Target(space)


def run(game: Game, seat: int, effect: dict, target: Target, *, lasting: bool) -> None:
    """One effect that happens at once and leaves no choice. The lasting ones (terrain, climate, freeze,
    points, WIND, control with a duration) work by lying there, so there is nothing to run. P30: "Control:
    with duration 0 the card changes its owner for good".
    """
    if effect["do"] == "discard" and target.lies(game):
        depart(game.table, game.discards, target.space)
    elif effect["do"] == "discard-neighbours":
        _discard_neighbours(game, effect.get("which", {}), target.space.at)
    elif effect["do"] == "take-control" and not lasting and target.lies(game):
        target.piece.owner = seat
    elif effect["do"] == "draw":
        game.draw(seat, effect["count"])


def _discard_neighbours(game: Game, which: object, at: Place) -> None:
    """P30: "discard neighbours that meet a criterion". All that match are found first, then they go left,
    right, down, up.

    HOME and habitats are never removed (P5, P21), a face-down card is no target for anything (P31).
    """
    matching = [
        Target(space)
        for space in game.table.beside(at)
        if game.table.is_open_species(space) and meets(which, in_force(game.table, space), None)
    ]
    for neighbour in matching:
        if neighbour.lies(game):
            depart(game.table, game.discards, neighbour.space)


def recoverable(game: Game, seat: int) -> list[str]:
    """P30: "take a species back from the discard pile", the event's player's own one."""
    return [key for key in game.discards[seat] if game.cards[key]["kind"] == "species"]


def recover(game: Game, seat: int, keys: Iterable[str]) -> None:
    for key in keys:
        game.discards[seat].remove(key)
        game.hands[seat].append(key)


def recoveries(game: Game, seat: int, key: str, at: Place) -> list[list[str]]:
    """Every choice of species that the event's `recover` effects leave, each once, the keys of one effect
    ascending.

    P30: "each on the table as it then is": the effects before it are tried out on a copy, since they can
    add to the pile.
    """
    effects = game.cards[key].get("effects", [])
    lasting = bool(game.cards[key].get("duration", 0))
    if not any(effect["do"] == "recover" for effect in effects):
        return [[]]
    first = game.copy()
    tried = [(first, _lay(first, seat, key, at), [])]
    for effect in effects:
        if effect["do"] == "recover":
            tried = [
                branch
                for trial, target, chosen in tried
                for branch in _branches(trial, target, chosen, seat, effect)
            ]
        elif effect["do"] != "opponent-discards":
            for trial, target, _ in tried:
                run(trial, seat, effect, target, lasting=lasting)
    return sorted(chosen for _, _, chosen in tried)


def _branches(
    trial: Game, target: Target, chosen: list[str], seat: int, effect: dict
) -> list[tuple[Game, Target, list[str]]]:
    pile = recoverable(trial, seat)
    count = min(effect["count"], len(pile))
    branches = []
    for keys in sorted(set(combinations(sorted(pile), count))):
        after, moved = copy.deepcopy((trial, target), {id(trial.cards): trial.cards})
        recover(after, seat, keys)
        branches.append((after, moved, [*chosen, *keys]))
    return branches


def _split_choice(
    game: Game, seat: int, key: str, at: Place, choose: list[str]
) -> tuple[list[str], list[str]]:
    """`choose` as (recover's keys, chance's keys). "where there is only one choice it may be left out";
    the cards that the other player discards come after recover's keys, and need not be named when the
    whole hand goes (hand order).
    """
    choices = recoveries(game, seat, key, at)
    hand = game.hands[1 - seat]
    effects = game.cards[key].get("effects", [])
    wanted = sum(effect["count"] for effect in effects if effect["do"] == "opponent-discards")
    by_chance = min(wanted, len(hand))
    by_choice = len(choices[0])
    if len(choose) < by_choice + by_chance and len(choices) == 1 and len(choose) in (0, by_chance):
        choose = [*choices[0], *choose]
    recovered, discarded = choose[:by_choice], choose[by_choice:]
    if not discarded and by_chance == len(hand):
        discarded = list(hand)
    if len(discarded) != by_chance or Counter(discarded) - Counter(hand):
        raise ValueError(f"choose has to name the {by_chance} cards that the other player discards")
    if sorted(recovered) not in [sorted(one) for one in choices]:
        raise ValueError("choose has to name the species that are recovered")
    return recovered, discarded
