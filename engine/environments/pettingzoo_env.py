"""PettingZoo: all four games as environments in which agents act in turn (AEC), with action masks.

    from engine.environments.pettingzoo_env import env
    table = env("phylo-1.4a")
    table.reset(seed=7)

`pip install phylo-engine[pettingzoo]` brings what it needs.
"""

from collections.abc import Mapping, Sequence
from random import Random

from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.environments.arrays import Observation, observation_space, observed
from engine.environments.games import game_of
from engine.environments.phylo import Pair
from engine.environments.table import Table


def env(
    rules: str = "phylo-1.4a",
    *,
    pairs: Sequence[Pair] | None = None,
    players: int = 2,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """The environment as PettingZoo's own come: whoever chooses an illegal action loses and ends the game."""
    raw = AgentsInTurn(rules, pairs=pairs, players=players, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


class AgentsInTurn(AECEnv[str, Observation, int], EzPickle):
    """
    A game whose agents are its seats, `player_0` and so on. Seats that choose at the same time are asked one
    after the other, and none sees what the others have chosen.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "phylo_engine_v0", "is_parallelizable": False}

    def __init__(
        self,
        rules: str = "phylo-1.4a",
        *,
        pairs: Sequence[Pair] | None = None,
        players: int = 2,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, rules, pairs=pairs, players=players, render_mode=render_mode)
        super().__init__()
        self.game = game_of(rules, pairs=pairs, players=players)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self._chance = Random()
        self.table: Table

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal the game of this seed, or any."""
        if seed is not None:
            self._chance = Random(seed)
        self.table = self.game.table(self._chance.getrandbits(53) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._choose_agent()

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent in `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.table.returns, strict=True))
        if self.table.seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {each: {"scores": self.table.state.scores} for each in self.agents}
        self._choose_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent sees, and which numbers it may choose; none while it is another's turn."""
        seat = self.possible_agents.index(agent)
        return observed(self.table, seat)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as text: printed, or returned in the mode `ansi`."""
        if self.render_mode == "ansi":
            return self.table.drawn()
        print(self.table.drawn())
        return None

    def _choose_agent(self) -> None:
        seat = self.table.seat
        self.agent_selection = self.possible_agents[0 if seat is None else seat]
