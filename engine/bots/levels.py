"""
The levels of the computer, for all games: how long each thinks, and how the weak ones err.

What a level chooses depends on the view, the legal actions and the random generator alone, as long as its
ceiling in time is not hit; the thought says so then.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Generic, TypeVar

from engine.bots import play_randomly
from engine.bots.erring import Erring
from engine.bots.phylo import greedy
from engine.bots.phylo import strong as searching
from engine.bots.thought import Thought
from engine.contract import Bot
from engine.drafting import GAMES
from engine.phylo.rules import RULES
from engine.record_format import Action, BotView, DraftAction, DraftView

V = TypeVar("V")
A = TypeVar("A", bound=Mapping[str, object])
DraftThought = Thought[DraftAction]

OFFERED = ("mouse", "hedgehog", "fox", "owl", "orca")
"""The levels that people are offered, weakest first."""
STRONGEST = "strongest"
"""Understood as the last of them wherever a level is named."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may use for one choice."""

    playouts: int | None
    """None: as many as the time allows."""
    seconds: float | None
    """None: without a ceiling."""


Search = Callable[[V, Sequence[A], Random, Budget], Thought[A]]
"""A bot that says what it thinks of the legal actions; it uses no chance but the generator's."""
AtOnce = Callable[[V, Sequence[A]], Sequence[float]]
"""The points by which the seat to act leads directly after each action."""


@dataclass(frozen=True, slots=True)
class Level(Generic[V, A]):
    """
    `playouts` and `seconds` are for a whole turn of at most `choices` actions, which share them evenly. With
    `errs` the level chooses among the candidates of its search as a beginner does.
    """

    key: str
    search: Search[V, A]
    rating: int
    """Points as in Elo's rating, 400 more being odds of 10 to 1; `greedy` has 1500 (docs/strength.md)."""
    playouts: int | None = 0
    seconds: float | None = 5.0
    choices: int = 1
    errs: Erring | None = None
    at_once: AtOnce[V, A] | None = None

    def think(self, view: V, legal: Sequence[A], rng: Random, seconds: float | None = None) -> Thought[A]:
        """
        What the seat to act thinks of its `legal` actions, and its choice. `view` is what a bot gets of the
        seat; `seconds` is a ceiling for this choice, if it is lower than the level's own.
        """
        if len(legal) == 1:
            return Thought((), legal[0])
        thought = self.search(view, legal, rng, self._budget(seconds))
        if self.errs is None or not thought.candidates:
            return thought
        at_once = self.at_once
        glance = None if at_once is None else lambda actions: at_once(view, actions)
        return replace(thought, action=self.errs.choose(thought.candidates, rng, glance).action)

    def within(self, seconds: float | None) -> "Level[V, A]":
        """The same level with another ceiling for a turn; with one, playouts are not limited."""
        return replace(self, seconds=seconds, playouts=self.playouts if seconds is None else None)

    def _budget(self, seconds: float | None) -> Budget:
        playouts = None if self.playouts is None else -(-self.playouts // self.choices)
        own = None if self.seconds is None else self.seconds / self.choices
        return Budget(playouts, min((each for each in (seconds, own) if each is not None), default=None))


AnyLevel = Level[Any, Any]
"""Of whichever game its rules are."""


def level_of(rules: str, key: str) -> AnyLevel:
    """The level of that name under a rule set. Raises KeyError."""
    return LEVELS[rules][OFFERED[-1] if key == STRONGEST else key]


def _phylo(rules: str) -> dict[str, Level[BotView, Action]]:
    def look_ahead(view: BotView, legal: Sequence[Action], rng: Random, budget: Budget) -> Thought[Action]:
        return greedy.think(view, legal, rng)

    def search(view: BotView, legal: Sequence[Action], rng: Random, budget: Budget) -> Thought[Action]:
        return searching.think(view, legal, rng, budget.playouts, budget.seconds)

    def erring(key: str, rating: int, errs: Erring) -> Level[BotView, Action]:
        return Level(key, look_ahead, rating, choices=choices, errs=errs, at_once=greedy.at_once)

    choices = RULES[rules].actions
    mouse, hedgehog, fox = CARE[rules]
    levels: list[Level[BotView, Action]] = [
        erring("mouse", 930, Erring(care=mouse, most_lost=10, short_sighted=0.5, forgets=CHILD)),
        erring("hedgehog", 1080, Erring(care=hedgehog, most_lost=8, short_sighted=0.3, forgets=PUPIL)),
        erring("fox", 1330, Erring(care=fox, most_lost=8)),
        Level("owl", search, 1640, playouts=OWLS[rules], choices=choices),
        Level("orca", search, 1920, playouts=MOST[rules], choices=choices),
        Level("greedy", look_ahead, 1500),
        Level("beginner", look_ahead, 1200, errs=Erring(care=0.2, most_lost=8)),
        Level("random", _plain(play_randomly), 800),
    ]
    return {level.key: level for level in levels}


def _drafting(rules: str) -> dict[str, Level[DraftView, DraftAction]]:
    def bot(name: str) -> ModuleType:
        # Imported where it thinks, so that a process that only serves pages loads no compiled code.
        return import_module(f"engine.bots.drafting.{name}")

    def look(view: DraftView, legal: Sequence[DraftAction], rng: Random, budget: Budget) -> DraftThought:
        thought: DraftThought = bot("greedy").think(view, legal, rng)
        return thought

    def search(view: DraftView, legal: Sequence[DraftAction], rng: Random, budget: Budget) -> DraftThought:
        thought: DraftThought = bot("strong").think(view, legal, rng, budget.playouts, budget.seconds)
        return thought

    mouse, hedgehog, owl = CARE[rules]
    levels: list[Level[DraftView, DraftAction]] = [
        Level("mouse", look, 1000, errs=Erring(care=mouse, most_lost=8, forgets={"rearrange": 0.8})),
        Level("hedgehog", look, 1270, errs=Erring(care=hedgehog, most_lost=8, forgets={"rearrange": 0.4})),
        Level("fox", look, 1500),
        Level("owl", search, 1720, playouts=100, errs=Erring(care=owl, most_lost=8)),
        Level("orca", search, 2100, playouts=4_000),
        Level("strong", search, 2100, playouts=4_000),
        Level("greedy", look, 1500),
        Level("beginner", look, 1200, errs=Erring(care=0.25, most_lost=8)),
        Level("random", _plain(play_randomly), 800),
    ]
    return {level.key: level for level in levels}


def _plain(choose: Bot[V, A]) -> Search[V, A]:
    """A bot that does not say what it thinks."""

    def search(view: V, legal: Sequence[A], rng: Random, budget: Budget) -> Thought[A]:
        return Thought((), choose(view, legal, rng, budget.seconds))

    return search


CARE = {
    "phylo-1.4a": (0.05, 0.22, 0.8),
    "phylo-1.3": (0.04, 0.25, 1.5),
    "ecosystem": (0.1, 0.6, 0.9),
    "coral-reef": (0.05, 0.5, 0.33),
}
"""Of the three levels that err, found by duels between them."""
OWLS = {"phylo-1.4a": 60, "phylo-1.3": 36}
MOST = {"phylo-1.4a": 9_600, "phylo-1.3": 6_800}
"""The playouts of Owl, and of Orca, which take 0.3 s of a core a turn where the code is compiled."""
CHILD = {"event": 0.5, "move": 0.6, "spread": 0.6}
PUPIL = {"event": 0.25, "move": 0.3, "spread": 0.3}

LEVELS: Mapping[str, Mapping[str, AnyLevel]] = {
    **{rules: _phylo(rules) for rules in RULES},
    **{rules: _drafting(rules) for rules in GAMES},
}
"""
By rule set and key. Besides those that are offered it holds the ones of earlier versions, which stored
matches name: `random`, `beginner`, `greedy` and, in the drafting games, `strong`.
"""
