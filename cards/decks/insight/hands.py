"""Sample hands of a deck, and what of one can be played at once, laid out by the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import combinations, groupby
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from cards.deck_contents import Contents
from cards.decks.insight.chances import deal, in_order
from cards.decks.insight.reading import HOME_CARD, START, Definitions, Reading
from cards.words import all_of

FIRST_SEAT = 0
MOST_WEIGHED = 30
"""Cards out of which those of a first turn are chosen; with all of 200 it would take seconds."""


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid at [x, y] (P3), which lives on the card `on`, or `under` it; START for the starter."""

    key: str
    at: tuple[int, int]
    on: str
    under: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """
    What a hand can do in a first turn without an opponent: as many cards as can be, of several ways the one
    with the most points. `later` could follow in further turns; `idle` are the other cards, events too.
    """

    steps: tuple[Step, ...]
    later: tuple[str, ...]
    idle: tuple[str, ...]
    text: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def sample_hand(contents: Contents, seed: int, number: int | None = None) -> list[str]:
    """The opening hand of a shuffle, or the first `number` cards: the chosen hand comes first (P7)."""
    return deal(contents, Random(seed), number or engine.rule_set(contents.rules).hand)


def opening(contents: Contents, cards: Definitions, hand: Sequence[str]) -> Opening:
    """What can be played at once of cards of this deck."""
    reading = Reading.of(contents, cards)
    playable = in_order(reading, hand)
    steps: list[Step] = []
    # In this order none lacks a card behind it.
    for chosen in _choices(reading, playable[:MOST_WEIGHED]):
        steps = _laid(reading, chosen)
        if len(steps) == len(chosen):
            break
    played = Counter(step.key for step in steps)
    later = list((Counter(playable) - played).elements())
    idle = list((Counter(hand) - Counter(playable)).elements())
    return Opening(tuple(steps), tuple(later), tuple(idle), _words(reading, steps))


def _choices(reading: Reading, playable: Sequence[str]) -> Iterator[list[str]]:
    """Cards that could be laid in one turn, in such an order; the most, and those with most points, first."""
    for number in range(min(reading.rules.actions, len(playable)), 0, -1):
        found = {tuple(sorted(chosen)) for chosen in combinations(playable, number)}
        worth = {chosen: sum(reading.cards[key].points for key in chosen) for chosen in found}
        for chosen in sorted(found, key=lambda each: (-worth[each], each)):
            order = in_order(reading, chosen)
            if len(order) == number:
                yield order


def _laid(reading: Reading, chosen: Sequence[str]) -> list[Step]:
    """These cards laid one after the other by the engine, as far as there are spaces for them."""
    starter = reading.starter.key
    definitions = {key: reading.definitions[key] for key in {*chosen, starter} - {"home"}}
    lying = [{"at": [seat, 0], "owner": seat, "card": key} for seat, key in enumerate((starter, "home"))]
    position = {
        "turn": {"seat": FIRST_SEAT, "number": 1, "actions_left": reading.rules.actions},
        "spaces": lying,
        "hands": [list(chosen), []],
        "decks": [[], []],
        "discards": [[], []],
    }
    cards = {**definitions, "home": HOME_CARD}
    return _tried(engine.from_position(reading.rules.key, cards, position), chosen)


def _tried(state: engine.State, chosen: Sequence[str]) -> list[Step]:
    """The longest way of laying the cards in this order; spaces nearest to the starter are tried first."""
    best: list[Step] = []
    for action in _plays(state, chosen[0]) if chosen else ():
        step = _step(state, action)
        ahead = state.copy()
        ahead.apply({"seat": FIRST_SEAT, **action})
        found = [step, *_tried(ahead, chosen[1:])]
        if len(found) > len(best):
            best = found
        if len(best) == len(chosen):
            break
    return best


def _plays(state: engine.State, key: str) -> list[Mapping[str, Any]]:
    """The ways to play a card without covering another, of those beside the same cards only one."""
    taken = {tuple(space["at"]): space["card"] for space in state.position()["spaces"]}
    different: dict[Any, list[tuple[Any, Mapping[str, Any]]]] = {}
    for action in state.legal(FIRST_SEAT):
        if action["do"] != "play" or action["card"] != key:
            continue
        under = bool(action.get("under"))
        if under or tuple(action["at"]) not in taken:
            x, y = action["at"]
            order = (abs(x) + abs(y), x, -y, under)
            near = frozenset(
                other for other in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if other in taken
            )
            different.setdefault((near, under), []).append((order, action))
    nearest = [min(found, key=lambda pair: pair[0]) for found in different.values()]
    return [action for _order, action in sorted(nearest, key=lambda pair: pair[0])]


def _step(state: engine.State, action: Mapping[str, Any]) -> Step:
    at = (action["at"][0], action["at"][1])
    lying = {tuple(space["at"]): space["card"] for space in state.position()["spaces"]}
    lying[0, 0] = START
    if action.get("under"):
        return Step(action["card"], at, lying[at], under=True)
    found = engine.supporters(state, action["card"], action["at"])
    supporting = [lying[other] for other, missing in found.items() if missing is None]
    return Step(action["card"], at, START if START in supporting else supporting[0])


def _words(reading: Reading, steps: Sequence[Step]) -> str:
    if not steps:
        return _("None of these cards can be played at once.")
    parts = []
    for (on, under), group in groupby(steps, key=lambda step: (step.on, step.under)):
        words = {"cards": all_of([reading.name(step.key) for step in group]), "on": reading.name(on)}
        parts.append((_("%(cards)s under %(on)s") if under else _("%(cards)s beside %(on)s")) % words)
    way = reduce(
        lambda before, after: _("%(before)s, then %(after)s") % {"before": before, "after": after}, parts
    )
    text = ngettext(
        "%(count)s card playable at once. %(way)s.", "%(count)s playable at once. %(way)s.", len(steps)
    )
    return text % {"count": len(steps), "way": way}
