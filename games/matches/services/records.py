"""Matches as game records, and the check that moves and snapshot agree."""

import uuid
from operator import attrgetter

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine import chance
from engine.phylo.reasons import without_reasons
from engine.record_format import FORMAT, Log
from games.matches.models import Match, Move, Seat
from games.matches.services import administrative_moves
from games.matches.services.administrative_moves import Action
from games.matches.services.errors import MatchPlaying, NotAllowed
from games.matches.services.play import bot_seats, columns_of
from games.matches.services.positions import opening, replay
from games.matches.services.rulebooks import carry_out, rulebook


def export_record(match: Match, *, even_playing: bool = False) -> dict[str, object]:
    """
    The match as a `phylo-record/1`. It contains both decks and the seed, so it raises MatchPlaying before the
    end unless `even_playing`, which is for the site's operator.
    """
    if not match.finished and not even_playing:
        raise MatchPlaying
    record: dict[str, object] = {
        "format": FORMAT,
        "rules": match.rules,
        "options": match.options,
        **chance.recorded(match.dealt_from),
        **({"first_seed": match.first_seed} if match.first_seed else {}),
        **rulebook(match.rules).recorded(match),
    }
    moves = {move.number: move for move in sorted(match.moves.all(), key=attrgetter("number"))}
    line = administrative_moves.in_force((move.number, move.seat, move.action) for move in moves.values())
    recorded = [
        (action, moves[number].hurried)
        for number, _seat, _action in line
        if (action := recorded_action(moves[number])) is not None
    ]
    record |= {"actions": [action for action, _hurried in recorded]}
    if steps := [step for step, (_action, hurried) in enumerate(recorded) if hurried]:
        record["hurried"] = steps
    return record


def recorded_action(move: Move) -> Action | None:
    """
    The action with its seat, and with the cards that the opponent discarded at random added to `choose`. The
    format has no clock and no agreement: a fallen flag becomes a resignation, and a draw is left out.
    """
    if move.action["do"] == administrative_moves.DRAW:
        return None
    if move.action["do"] == administrative_moves.FLAG:
        return {"seat": move.seat, "do": "resign"}
    chose = next((entry for entry in move.log if entry["event"] == "chose"), None)
    if chose is not None:
        # In a solo game the player also chooses for the opponent.
        return {"seat": chose["seat"], **chose["action"]}
    action = {"seat": move.seat, **move.action}
    drawn = [card for entry in move.log if entry["event"] == "opponent-discards" for card in entry["cards"]]
    if drawn:
        action["choose"] = [*action.get("choose", []), *drawn]
    return action


def differences(match: Match) -> list[str]:
    """The differences, in words, between what is stored and a replay of the moves."""
    wrong = []
    opening_log: Log = []
    book, state = rulebook(match.rules), opening(match, log=opening_log)
    if opening_log != match.opening_log:
        wrong.append("another deal")
    moves = list(match.moves.order_by("number"))
    if [move.number for move in moves] != list(range(1, match.version + 1)):
        wrong.append(f"version {match.version} but moves {[move.number for move in moves]}")
    for move in moves:
        try:
            if move.action["do"] == administrative_moves.TAKE_BACK:
                state = replay(match, move.number)
                log = administrative_moves.taken_back(move.seat, move.action["to"])
            else:
                log = carry_out(book, state, move.seat, move.action)
        except (engine.IllegalAction, engine.MalformedAction) as error:
            return [*wrong, f"move {move.number}: {error}"]
        if log != without_reasons(move.log):
            wrong.append(f"move {move.number}: another log")
    columns = columns_of(state, bot_seats(match))
    del columns["updated"]
    if state.over:
        columns["ending"] = administrative_moves.ending(moves[-1].action)
    return wrong + [f"{name} differs" for name, value in columns.items() if getattr(match, name) != value]


def share(*, match_id: uuid.UUID) -> None:
    """
    Make the replay of a finished match public, without names typed at one device. Raises MatchPlaying, or
    NotAllowed for one of a set.
    """
    finished = Match.objects.finished().filter(pk=match_id)
    match = finished.only("collection", "cards").first()
    if match is not None and (match.collection_id is not None or match.has_own_cards):
        raise NotAllowed(_("A game inside a set is shown only to the people of the set."))
    with transaction.atomic():
        if not finished.update(public=True):
            raise MatchPlaying
        Seat.objects.filter(match=match_id).exclude(called="").update(called="")
