"""What a deck's table loses when events strike, found by playing on the engine.

The greedy bot grows a table with the deck in seat 0; seat 1 has the same deck and passes every action, so
that only this deck lies there. After some of the bot's turns, each event strikes the table on each card that
it can be played on. Then the next upkeep of seat 0 removes what has lost its support.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from random import Random
from typing import Any, Self, TypedDict

from cards.decks.insight.trials import LEVEL, bot_action, seed_of, setup
from cards.decks.models.contents import Contents, Definitions
from engine.phylo.start import from_position
from engine.phylo.state import State

GROWER, STRIKER = 0, 1
MOMENTS = (3, 6)
"""Turns of the growing seat after which the table is struck."""
TENTHS = 10


class Blow(TypedDict):
    """
    One event on the tables of one game, as JSON. `cards` and `points` are sums of shares; `fell` counts how
    often each card fell besides the struck one; `tenths[i]` counts the strikes that took i tenths of the
    points.
    """

    strikes: int
    cards: float
    points: float
    worst_cards: float
    worst_points: float
    fell: dict[str, int]
    tenths: list[int]


@dataclass(frozen=True, slots=True)
class Loss:
    """
    What an event destroys, as shares (0 to 1) of the cards and points on the table, including the struck
    card.

    `strikes`: number of targets, 0 for an event that never had one. `fell`: cards lost together with the
    struck one and how often, the most frequent first.
    """

    event: str
    own: bool
    """Whether the event is in the deck."""
    strikes: int
    mean_cards: float
    worst_cards: float
    mean_points: float
    worst_points: float
    fell: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Resilience:
    """
    The events from harmless to worst, by mean share of points; `mean_points` over all strikes.

    `curve[i]`: the share of strikes that destroy at least i tenths of the points, i from 0 to 10. `fell` as
    in Loss, over all events. `bot` grew the tables, against a passive opponent; `tables` were struck.
    """

    losses: tuple[Loss, ...]
    curve: tuple[float, ...]
    mean_cards: float
    mean_points: float
    fell: tuple[tuple[str, int], ...]
    tables: int
    bot: str
    seed: int

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        losses = tuple(Loss(**each) for each in stored["losses"])
        return cls(**{**{each.name: stored[each.name] for each in fields(cls)}, "losses": losses})


@dataclass(frozen=True)
class Storm:
    """
    `games` grow tables; `events` are keys of common events, to which the deck's own are added. `cards` holds
    everything that the deck and the events name.
    """

    contents: Contents
    cards: Definitions
    events: tuple[str, ...]
    games: int
    seed: int

    @property
    def total(self) -> int:
        return self.games

    @property
    def striking(self) -> list[str]:
        """The keys of all events, sorted."""
        named = {*self.contents.cards, *self.events} & self.cards.keys()
        return sorted(key for key in named if self.cards[key]["kind"] == "event")

    def play_one(self, number: int) -> Mapping[str, Blow]:
        """The effect of each event on the tables of game `number`; deterministic."""
        blows: dict[str, Blow] = {}
        for table in self._grown(seed_of("storm", self.seed, number)):
            before = _lying(table)
            score = table.scores[GROWER]
            for event, struck, after in self._strikes(table):
                blow = blows.setdefault(event, _no_blow())
                _count(blow, before, _lying(after), struck)
                _score(blow, score, after.scores[GROWER])
        return blows

    def result(self, games: Iterable[Mapping[str, Blow]]) -> Resilience:
        """The result of the games played so far."""
        played = list(games)
        blows = {event: _joined(game[event] for game in played if event in game) for event in self.striking}
        everything = _joined(blows.values())
        strikes = everything["strikes"] or 1
        at_least = [sum(everything["tenths"][tenth:]) for tenth in range(TENTHS + 1)]
        losses = [_loss(event, event in self.contents.cards, blow) for event, blow in blows.items()]
        return Resilience(
            losses=tuple(sorted(losses, key=lambda loss: (loss.mean_points, loss.mean_cards, loss.event))),
            curve=tuple(count / strikes for count in at_least),
            mean_cards=everything["cards"] / strikes,
            mean_points=everything["points"] / strikes,
            fell=_most(everything["fell"]),
            tables=len(played) * len(MOMENTS),
            bot=LEVEL,
            seed=self.seed,
        )

    def _grown(self, seed: int) -> Iterator[State]:
        """The table at each of the moments that the game reaches."""
        prepared, definitions = setup([self.contents] * 2, self.cards, rules=self.contents.rules)
        state, rng, turns = prepared.deal(seed), Random(seed_of("bots", seed)), 0
        while not state.over and turns < MOMENTS[-1]:
            seat = state.to_act[0]
            if seat == STRIKER:
                state.apply({"seat": STRIKER, "do": "pass"})
                continue
            state.apply(bot_action(state, definitions, rng))
            if state.to_act != (GROWER,):
                turns += 1
                if turns in MOMENTS:
                    yield state

    def _strikes(self, table: State) -> Iterator[tuple[str, str, State]]:
        """Each event on each target: the event, the struck card, and the table after upkeep."""
        position = table.position()
        position["hands"][STRIKER] = self.striking
        position["turn"] |= {"seat": STRIKER, "actions_left": 3, "event_played": False, "last_turn": False}
        named = {*self.contents.cards, *self.striking, self.contents.starter} & self.cards.keys()
        ready = from_position(self.contents.rules, {key: self.cards[key] for key in named}, position)
        lying = {tuple(space["at"]): space["card"] for space in position["spaces"]}
        done = set()
        for action in ready.legal(STRIKER):
            if action["do"] != "event" or (action["card"], *action["at"]) in done:
                continue
            done.add((action["card"], *action["at"]))
            after = ready.copy()
            after.apply({"seat": STRIKER, **action})
            after.settle_upkeep(GROWER)
            yield action["card"], lying[tuple(action["at"])], after


def _lying(state: State) -> Counter[str]:
    """Copies by key of the growing seat's scoring cards; starters and habitats never leave (P21)."""
    found: Counter[str] = Counter()
    for space in state.position()["spaces"]:
        if "face_down" in space:
            continue
        for layer in (space, space.get("under"), space.get("covered")):
            if layer is not None and layer["owner"] == GROWER:
                found[layer["card"]] += 1
    return found


def _no_blow() -> Blow:
    return {
        "strikes": 0, "cards": 0.0, "points": 0.0, "worst_cards": 0.0, "worst_points": 0.0,
        "fell": {}, "tenths": [0] * (TENTHS + 1),
    }  # fmt: skip


def _count(blow: Blow, before: Counter[str], after: Counter[str], struck: str) -> None:
    lost = before - after
    share = lost.total() / before.total()
    blow["strikes"] += 1
    blow["cards"] += share
    blow["worst_cards"] = max(blow["worst_cards"], share)
    lost.subtract([struck] if lost[struck] else [])
    for key, times in sorted((+lost).items()):
        blow["fell"][key] = blow["fell"].get(key, 0) + times


def _score(blow: Blow, before: int, after: int) -> None:
    lost, of = (min(before, max(0, before - after)), before) if before > 0 else (0, 1)
    blow["points"] += lost / of
    blow["worst_points"] = max(blow["worst_points"], lost / of)
    blow["tenths"][TENTHS * lost // of] += 1


def _joined(blows: Iterable[Blow]) -> Blow:
    joined = _no_blow()
    fell: Counter[str] = Counter()
    for blow in blows:
        joined["strikes"] += blow["strikes"]
        joined["cards"] += blow["cards"]
        joined["points"] += blow["points"]
        joined["worst_cards"] = max(joined["worst_cards"], blow["worst_cards"])
        joined["worst_points"] = max(joined["worst_points"], blow["worst_points"])
        joined["tenths"] = [one + other for one, other in zip(joined["tenths"], blow["tenths"], strict=True)]
        fell.update(blow["fell"])
    joined["fell"] = dict(fell)
    return joined


def _loss(event: str, own: bool, blow: Blow) -> Loss:
    strikes = blow["strikes"] or 1
    return Loss(
        event=event,
        own=own,
        strikes=blow["strikes"],
        mean_cards=blow["cards"] / strikes,
        worst_cards=blow["worst_cards"],
        mean_points=blow["points"] / strikes,
        worst_points=blow["worst_points"],
        fell=_most(blow["fell"]),
    )


def _most(fell: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(fell.items(), key=lambda pair: (-pair[1], pair[0])))
