"""OpenSpiel: the four games as games written in Python, with information states for its algorithms.

    import pyspiel
    import engine.environments.openspiel_game
    game = pyspiel.load_game("phylo_1_4a")

Chance chooses one of `deals` deals at the beginning; all that chance does later follows from it. Seats that
choose at the same time do so one after the other, and none sees what the others have chosen.
`pip install phylo-engine[openspiel]` brings what it needs.
"""

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Self

import numpy as np
import pyspiel

from engine.contract import State
from engine.drafting.sets import GAMES
from engine.environments.drafting import MOST_SEATS
from engine.environments.games import ALL, game_of
from engine.environments.table import Game, Table

DEALS = 1000
PARAMETERS = {"deals": DEALS, "players": 2}


def name_of(rules: str) -> str:
    """What OpenSpiel calls the game with these rules."""
    return rules.replace("-", "_").replace(".", "_")


class SpielGame(pyspiel.Game):
    """One of the four games. Chance chooses among so many `deals`; `players` is for drafting games."""

    rules: str

    def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
        chosen = {**PARAMETERS, **(parameters or {})}
        self.deals, players = int(str(chosen["deals"])), int(str(chosen["players"]))
        self.played: Game = game_of(self.rules, players=players)
        about = pyspiel.GameInfo(
            num_distinct_actions=self.played.actions,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.played.longest,
        )
        super().__init__(TYPES[self.rules], about, dict(parameters or {}))

    def new_initial_state(self) -> "SpielState":
        """A game that is not dealt yet."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType = None, params: Mapping[str, object] | None = None
    ) -> "SpielObserver":
        """What writes observations, or with perfect recall information states."""
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        return SpielObserver(self.played, iig_obs_type is not None and iig_obs_type.perfect_recall)


@dataclass(frozen=True, slots=True)
class Decision:
    """A game before an action, who took it and by which number; `rows` are observations asked for so far."""

    state: State
    seat: int | None
    number: int
    rows: dict[int, "array[int]"] = field(default_factory=dict)


class RecallingTable(Table):
    """A table that can say what a seat saw before every action: it keeps states, quicker than to observe."""

    def __init__(self, game: Game, seed: int, numbers: Iterable[int] = ()) -> None:
        super().__init__(game, seed)
        self.decisions: list[Decision] = []
        for number in numbers:
            self.play(number)

    def play(self, number: int) -> None:
        before = Decision(self.state.copy(), self.seat, number)
        super().play(number)
        self.decisions.append(before)

    def recalled(self, seat: int) -> Iterator[tuple[int, "array[int]"]]:
        """For every action, its number plus 1 if it was the seat's own, else 0, and what the seat saw."""
        for before in self.decisions:
            if seat not in before.rows:
                before.rows[seat] = array("i", self.game.observation(before.state, seat))
            yield (before.number + 1 if before.seat == seat else 0), before.rows[seat]

    def copy(self) -> Self:
        other = super().copy()
        other.decisions = self.decisions.copy()
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return RecallingTable, (self.game, self.seed, self.numbers)


class SpielState(pyspiel.State):
    """A game in OpenSpiel's form; `table` has it in the engine's, once it is dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deals, self.played = game.deals, game.played
        self.table: RecallingTable | None = None

    def current_player(self) -> int:
        """The seat to act, or that chance deals, or that the game is over."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.seat is None

    def returns(self) -> list[float]:
        """By seat, 1 for a victory."""
        return [0.0] * self.num_players() if self.table is None else self.table.returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds of the deals, all as likely."""
        return [(seed, 1 / self.deals) for seed in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.table is None else list(self.table.legal)

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = RecallingTable(self.played, action)
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.table is None:
            return f"deal {action}"
        return json.dumps(self.table.legal.get(action, action))

    def __str__(self) -> str:
        return "not dealt" if self.table is None else self.table.drawn()


class SpielObserver:
    """
    What a player sees, as numbers and as text; with perfect recall also all that it was told since the deal.

    `now` is an observation, with its sections beside it in `dict`. With perfect recall there are before it
    `opening` (`Game.opening`) and for each action so far, the first one first, what the player saw (`seen`)
    and the number of the action plus 1 if it was its own (`done`); 0 for what has not been done.
    """

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        shapes = {name: section.shape for name, section in game.sections.items()}
        if perfect_recall:
            told = {"opening": (len(game.opening([], 0)),), "done": (game.longest,)}
            shapes = {**told, "seen": (game.longest, game.width), **shapes}
        self.tensor = np.zeros(sum(prod(shape) for shape in shapes.values()), np.float32)
        self.dict, start = {}, 0
        for name, shape in shapes.items():
            if prod(shape):
                self.dict[name] = self.tensor[start : start + prod(shape)].reshape(shape)
                start += prod(shape)
        self.now = self.tensor[start - game.width :]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        self.tensor[:] = 0
        table = state.table
        if table is None:
            return
        self.now[:] = table.observation(player)
        if not self.perfect_recall:
            return
        if "opening" in self.dict:
            self.dict["opening"][:] = table.game.opening(table.log, player)
        for place, (number, seen) in enumerate(table.recalled(player)):
            self.dict["done"][place] = number
            self.dict["seen"][place] = seen

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, or everything that it was told so far, as text."""
        table = state.table
        if table is None:
            return f"player {player}"
        told = table.told(player) if self.perfect_recall else table.observation(player)
        return json.dumps([player, *told], separators=(",", ":"))


def _type(rules: str) -> pyspiel.GameType:
    drafts = rules in GAMES
    return pyspiel.GameType(
        short_name=name_of(rules),
        long_name=f"{rules} of phylo-engine",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS if drafts else 2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


TYPES = {rules: _type(rules) for rules in ALL}
# OpenSpiel keeps what is registered until the interpreter is gone, which only classes of a module outlive.


class Phylo14aGame(SpielGame):
    rules = "phylo-1.4a"


class Phylo13Game(SpielGame):
    rules = "phylo-1.3"


class EcosystemGame(SpielGame):
    rules = "ecosystem"


class CoralReefGame(SpielGame):
    rules = "coral-reef"


for _game in (Phylo14aGame, Phylo13Game, EcosystemGame, CoralReefGame):
    pyspiel.register_game(TYPES[_game.rules], _game)
