"""A match as a game record, and the proof that its moves and its snapshot agree."""

from typing import Any

from games import engine
from games.models import Match, Move
from games.services.errors import MatchPlaying
from games.services.play import columns_of
from games.services.states import opening

FORMAT = "phylo-record/1"


def export_record(match: Match, *, even_playing: bool = False) -> dict[str, Any]:
    """
    The match as a `phylo-record/1`. It shows both decks and the seed, so it raises MatchPlaying before the
    end; `even_playing` is for whoever runs the site.
    """
    if not match.finished and not even_playing:
        raise MatchPlaying
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": match.rules,
        "options": match.options,
        "cards": match.cards,
        "decks": match.decks,
        "seed": match.seed,
    }
    if match.starters:
        record["starters"] = match.starters
    if match.opening_hands:
        record["opening_hands"] = match.opening_hands
    return record | {"actions": [recorded_action(move) for move in match.moves.order_by("number")]}


def recorded_action(move: Move) -> dict[str, Any]:
    """The action with its seat, and in `choose` also the cards that chance made the other player discard."""
    action = {"seat": move.seat, **move.action}
    drawn = [card for entry in move.log if entry["event"] == "opponent-discards" for card in entry["cards"]]
    if drawn:
        action["choose"] = [*action.get("choose", []), *drawn]
    return action


def differences(match: Match) -> list[str]:
    """Where replaying the moves gives something else than what is stored, in words."""
    wrong = []
    opening_log: list[dict[str, Any]] = []
    state = opening(match, log=opening_log)
    if opening_log != match.opening_log:
        wrong.append("another deal")
    moves = list(match.moves.order_by("number"))
    if [move.number for move in moves] != list(range(1, match.version + 1)):
        wrong.append(f"version {match.version} but moves {[move.number for move in moves]}")
    for move in moves:
        try:
            log = state.apply({**move.action, "seat": move.seat})
        except (engine.IllegalAction, engine.MalformedAction) as error:
            return [*wrong, f"move {move.number}: {error}"]
        if log != move.log:
            wrong.append(f"move {move.number}: another log")
    bot_seats = set(match.seats.exclude(bot="").values_list("number", flat=True))
    columns = columns_of(state, bot_seats)
    del columns["updated"]
    return wrong + [f"{name} differs" for name, value in columns.items() if getattr(match, name) != value]
