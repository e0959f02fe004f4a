"""States that random games pass through, as a strategy for properties."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.phylo.start import new_game, restore
from engine.phylo.state import State
from tests.engine.build import BOTH
from tests.engine.differential import lively, what_chance_chose
from tests.engine.pools import pool

quick = settings(
    max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@dataclass
class Playout:
    """A game between two random pools, so and so many actions on."""

    rules: str
    seed: int
    options: dict[str, Any]
    rng: Random = field(init=False)
    cards: dict[str, Any] = field(init=False)
    decks: list[list[str]] = field(init=False)
    state: State = field(init=False)
    actions: list[dict[str, Any]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.cards, self.decks = pool(self.rng, self.rules)
        self.state = new_game(self.rules, self.cards, self.decks, self.seed, options=self.options)

    def step(self) -> list[dict[str, Any]]:
        """One lively action; what happened."""
        seat = self.rng.choice(self.state.to_act)
        action = {"seat": seat, **lively(self.rng, self.state.legal(seat))}
        log = self.state.apply(action)
        self.actions.append(what_chance_chose(action, log))
        return log

    def go(self, steps: int) -> "Playout":
        """So many actions on, or to the end."""
        for _ in range(steps):
            if self.state.over:
                break
            self.step()
        return self

    def restored(self) -> State:
        return restore(self.rules, self.cards, self.state.snapshot(), options=self.options)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "food_step": st.sampled_from(["below", "same-or-below"]),
        "home_gap": st.sampled_from([0, 1]),
        "reveal": st.sampled_from(["auto", "choose"]),
    },
)
GAMES = st.builds(Playout, st.sampled_from(BOTH), st.integers(0, 10**6), OPTIONS)


@st.composite
def playouts(draw: st.DrawFn) -> Playout:
    """A game somewhere on its way."""
    return draw(GAMES).go(draw(st.integers(0, 60)))
