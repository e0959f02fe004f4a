"""Players of the drafting games that are programs: `choose(view, legal, chance, budget)`.

`view` is what a seat may see (`State.view_for`), the hands among it that it has held earlier in the round;
`legal` its legal actions; `chance` the only source of chance. `budget`, the seconds to think, is not looked
at: work is counted, so that the same view gives the same choice. The answer is one of `legal`.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from . import greedy, randomly, strong

Action = Mapping[str, Any]
Bot = Callable[[Mapping[str, Any], Sequence[Action], Random, float | None], Action]

LEVELS: Mapping[str, Bot] = {"random": randomly.choose, "greedy": greedy.choose, "strong": strong.choose}
