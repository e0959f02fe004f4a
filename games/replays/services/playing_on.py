"""
Playing on from a step of a finished match, against the computer: a new match whose first moves are those of
the old one up to there. So hands, decks and their order are as they were, and records and replays begin with
the deal.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.bots.levels import LEVELS
from games.matches.models import Match, Move, Player, Seat
from games.matches.services import administrative_moves
from games.matches.services.errors import MatchPlaying, NotAllowed, UnknownVersion
from games.matches.services.matches import Side, create_match
from games.matches.services.play import bot_seats, columns_of, tell_on_commit
from games.matches.services.players import hold
from games.matches.services.positions import state_at
from phylo.http.keys import asked_for, made_before


@dataclass(frozen=True)
class Moment:
    """A version of a finished match, and the seat in which somebody wants to play on there."""

    match: Match
    version: int
    seat: int


def play_on(*, moment: Moment, level: str, player: Player, key: str = "") -> Match:
    """
    Begin a match at this moment, with bots of that level in all other seats; it is not rated and has no
    clock. The same `key` of a player begins it once.

    Raises MatchPlaying before the end of the old match, UnknownVersion, NotAllowed where its game was over or
    has no such seat, or KeyReused.
    """
    match, version = moment.match, moment.version
    if not match.finished:
        raise MatchPlaying
    if not 0 <= version <= match.version:
        raise UnknownVersion
    if not 0 <= moment.seat < match.players or level not in LEVELS[match.rules]:
        raise NotAllowed(_("The match has no such seat, or the game no such level."))
    if state_at(match, version).over:
        raise NotAllowed(_("At this step the game is over."))
    asked = asked_for("play-on", str(match.pk), version, moment.seat, level)
    with transaction.atomic():
        player = hold(player)
        if (before := made_before(player.seats.select_related("match"), key, asked=asked)) is not None:
            return before.match
        found = _dealt_again(moment, level, player)
        _take_over_moves(found, match, version)
        # The visitor has seen these moves in the replay.
        found.seats.filter(player=player).update(key=key, asked=asked, looked=timezone.now())
    return found


def _dealt_again(moment: Moment, level: str, player: Player) -> Match:
    match = moment.match
    seats = list(match.seats.order_by("number"))
    found = create_match(
        sides=[_side(each, match, moment.seat, level, player) for each in seats],
        rules=match.rules,
        options=match.options,
        seed=match.dealt_from,
        starters=match.starters,
        opening_hands=match.opening_hands,
        pinned=match.cards,
        own_faces=match.own_faces,
        collection=match.collection_id,
    )
    found.begun_from, found.begun_at = match, moment.version
    found.save(update_fields=["begun_from", "begun_at"])
    return found


def _side(seat: Seat, match: Match, own: int, level: str, player: Player) -> Side:
    """A deck that is not listed keeps its name to its owner."""
    mine = seat.number == own
    return Side(
        deck_name=seat.deck_name if seat.deck_listed or seat.player_id == player.pk else "",
        deck=match.decks[seat.number] if match.decks else (),
        player=player if mine else None,
        bot="" if mine else level,
        deck_listed=seat.deck_listed,
    )


def _take_over_moves(found: Match, match: Match, version: int) -> None:
    """Copy the moves that were in force at that version. Their keys are none that a player could send."""
    stored = {move.number: move for move in match.moves.filter(number__lte=version).order_by("number")}
    line = administrative_moves.in_force((move.number, move.seat, move.action) for move in stored.values())
    moves = [
        Move(
            match=found,
            number=number,
            seat=seat,
            action=action,
            key=f"{administrative_moves.OWN_KEY}from-{number}",
            log=stored[earlier].log,
        )
        for number, (earlier, seat, action) in enumerate(line, start=1)
    ]
    Move.objects.bulk_create(moves)
    columns = columns_of(state_at(match, version), bot_seats(found)) | {"version": len(moves)}
    Match.objects.filter(pk=found.pk).update(**columns)
    found.refresh_from_db()
    tell_on_commit(found.pk, found.version, bot_to_act=found.bot_to_act)
