"""What a bot gets of a game of any kind, beside its legal actions."""

from collections.abc import Mapping, Sequence

from engine.bots.phylo.view import bot_view
from engine.contract import State
from engine.phylo.state import State as Phylo
from engine.phylo.state import hide
from engine.record_format import CardData, Log


def seen(
    state: State,
    seat: int,
    log: Log,
    cards: Mapping[str, CardData],
    known_decks: Sequence[Sequence[str]] = (),
) -> Mapping[str, object]:
    """
    `log` is all that has happened so far. `cards`, of which those of both decks and of `known_decks` are
    needed, and `known_decks` are for Phylo alone.
    """
    if not isinstance(state, Phylo):
        return state.view_for(seat)
    return bot_view(state, seat, cards, known_decks=known_decks, log=hide(log, seat))
