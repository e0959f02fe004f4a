"""Players that are programs: `choose(view, legal, rng, budget)` gets what a seat may see, nothing more.

`view` is the seat's view with `cards`, the definitions of every card it names; `legal` its legal actions;
`rng` the only source of chance; `budget` seconds to think, None for as long as it takes. The answer is one of
`legal`.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from . import greedy, randomly

Action = Mapping[str, Any]
Bot = Callable[[Mapping[str, Any], Sequence[Action], Random, float | None], Action]

LEVELS: Mapping[str, Bot] = {"random": randomly.choose, "greedy": greedy.choose}
