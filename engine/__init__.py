"""The card games Phylo (V1.3, V1.4a), Ecosystem and Coral Reef: rules, records, and a computer that plays.

    import engine

    game = engine.new_game("phylo-1.4a", ["uluru", "lauca"], seed=7)
    while not game.over:
        engine.apply(game, engine.legal_actions(game)[0])
    print(engine.result(game))

What is here is for all four games and stays as it is:

- `new_game` deals one, `replay` plays a record again; both give a `Game`
- `legal_actions` says what may be done, `apply` does it, `view` is what a seat knows, `result` (a `Result`)
  how the game has ended, `record` its record
- `explain` says why an action is refused or what follows from it (an `Explanation`), `search` what the
  computer thinks (a `Thought`), `judge` whether a record is legal
- `State` is the game in a `Game`, for those who need copies, snapshots or positions; `Bot` is how a program
  plays, `Refusal` what forbids an action; IllegalAction, MalformedAction, InvalidSetup, InvalidCard and
  InvalidRecord are what may be raised

Actions, views and records are plain JSON (docs/record-format.md). Everything else is in the modules below:
cards and decks in `engine.sets`, Phylo in `engine.phylo`, the drafting games in `engine.drafting`, levels in
`engine.bots`. No database, no pages, no network; nothing is loaded before it is used.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from engine.contract import (
    Bot,
    IllegalAction,
    InvalidRecord,
    InvalidSetup,
    MalformedAction,
    Refusal,
    State,
)

if TYPE_CHECKING:
    from engine.bots.thought import Thought
    from engine.deprecation import Ending
    from engine.game import (
        Explanation,
        Game,
        Result,
        apply,
        explain,
        legal_actions,
        new_game,
        record,
        replay,
        result,
        view,
    )
    from engine.phylo.criteria import InvalidCard
    from engine.referee import judge
    from engine.searching import search

__all__ = [
    "Bot",
    "Explanation",
    "Game",
    "IllegalAction",
    "InvalidCard",
    "InvalidRecord",
    "InvalidSetup",
    "MalformedAction",
    "Refusal",
    "Result",
    "State",
    "Thought",
    "apply",
    "explain",
    "judge",
    "legal_actions",
    "new_game",
    "record",
    "replay",
    "result",
    "search",
    "view",
]

_LATER = {
    "Thought": "engine.bots.thought",
    "InvalidCard": "engine.phylo.criteria",
    "judge": "engine.referee",
    "search": "engine.searching",
}
"""Where names are that are looked up when they are used; `engine.game` has the others."""
_ENDING: Mapping[str, "Ending"] = {}
"""Names that will not stay."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if ending := _ENDING.get(name):
        ending.warn(f"engine.{name}")
    return getattr(import_module(_LATER.get(name, "engine.game")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
