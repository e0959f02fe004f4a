"""
Matches that go on elsewhere and come back (games/transfer/). The same match on two sites has the same key,
deal and first moves; its record tells how far it came there.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.models import Match, Move
from games.matches.models.match import FROM_ELSEWHERE
from games.matches.services import administrative_moves
from games.matches.services.administrative_moves import TAKE_BACK, Action
from games.matches.services.errors import NotAllowed
from games.matches.services.match_end import note_end
from games.matches.services.matches import Side, create_match
from games.matches.services.play import bot_seats, columns_of, tell_on_commit
from games.matches.services.positions import replay
from games.matches.services.records import export_record
from games.matches.services.rulebooks import State, apply_with_log, carry_out, rulebook

Record = Mapping[str, Any]
LINE = {"actions", "hurried"}
"""What of a record is not the deal."""


class OtherGame(NotAllowed):
    """The record is not of this match."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How many actions a match has here and in a record, and how many of them, from the first on, in both."""

    common: int
    here: int
    there: int

    @property
    def parted(self) -> bool:
        return self.common < min(self.here, self.there)


def is_alone(match: Match) -> bool:
    """
    Whether a match may go on elsewhere: it has one player, in one or all seats, and nobody else cares for it.
    It has no clock and no rating, and no set whose people watch.
    """
    seats = list(match.seats.all())
    return (
        len({seat.player_id for seat in seats} - {None}) == 1
        and not any(seat.stand_in for seat in seats)
        and not match.rated
        and match.pace == Match.Pace.NONE
        and match.collection_id is None
        and not match.has_own_cards
    )


def ways(match: Match, record: Record) -> Ways:
    """Raises OtherGame where rules, cards or deal are others."""
    own = export_record(match, even_playing=True)
    if _deal(own) != _deal(record):
        raise OtherGame(_("The file has another game under this number than the one here."))
    here, there = own["actions"], record["actions"]
    assert isinstance(here, list)
    pairs = enumerate(zip(here, there, strict=False))
    common = next((step for step, (one, other) in pairs if one != other), min(len(here), len(there)))
    return Ways(common, len(here), len(there))


def begin_again(*, match_id: uuid.UUID, record: Record, sides: Sequence[Side]) -> Match:
    """
    The match of this key with the deal and the moves of a legal record, in a transaction. Raises OtherGame if
    that is not what the record tells, NotAllowed, or engine.InvalidSetup.
    """
    match = create_match(
        match_id=match_id,
        sides=sides,
        rules=record["rules"],
        options=record.get("options"),
        seed=record.get("seed"),
        starters=record.get("starters"),
        opening_hands=record.get("opening_hands"),
        pinned=record.get("cards"),
    )
    match.first_seed = record.get("first_seed", "")
    match.save(update_fields=["first_seed"])
    match.seats.exclude(player=None).update(looked=timezone.now())
    match.refresh_from_db()
    go_on(match=match, record=record)
    return match


def go_on(*, match: Match, record: Record, taking_back: int = 0) -> None:
    """
    Make the moves that a legal record has more than the match, which is locked; those that it has instead are
    taken back first, by the seat `taking_back`. Raises OtherGame.
    """
    found = ways(match, record)
    moves: list[Move] = []

    def add(seat: int, action: Action, log: Any, *, hurried: bool = False) -> None:
        number = match.version + len(moves) + 1
        key = f"{FROM_ELSEWHERE}{number}"
        moves.append(
            Move(match=match, number=number, seat=seat, action=action, key=key, log=log, hurried=hurried)
        )

    # Not a remembered one: what is begun here may be refused in the end, and another begun in its place.
    state = replay(match, match.version)
    if found.common < found.here:
        to = _version_after(match, found.common)
        state = replay(match, to)
        add(taking_back, {"do": TAKE_BACK, "to": to}, administrative_moves.taken_back(taking_back, to))
    hurried = set(record.get("hurried", ()))
    for step in range(found.common, found.there):
        seat, action = _as_sent(match, state, record["actions"][step])
        add(seat, action, apply_with_log(state, seat, action), hurried=step in hurried)
    Move.objects.bulk_create(moves)
    version = match.version + len(moves)
    ending = administrative_moves.ending(moves[-1].action) if moves and state.over else ""
    columns = columns_of(state, bot_seats(match)) | {"version": version, "offer": None, "ending": ending}
    Match.objects.filter(pk=match.pk).update(**columns)
    match.refresh_from_db()
    if export_record(match, even_playing=True) != record:
        raise OtherGame(_("The moves in the file do not lead to the game that it tells."))
    if state.over:
        note_end(match)
    tell_on_commit(match.pk, version, bot_to_act=match.bot_to_act)


def _deal(record: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if name not in LINE}


def _version_after(match: Match, actions: int) -> int:
    moves = match.moves.order_by("number").values_list("number", "seat", "action")
    return administrative_moves.in_force(moves)[actions - 1][0] if actions else 0


def _as_sent(match: Match, state: State, recorded: Mapping[str, Any]) -> tuple[int, Action]:
    """The seat and its action, without the cards that a record adds to `choose` where chance took them."""
    action = dict(recorded)
    seat = action.pop("seat")
    if action.get("choose"):
        log = carry_out(rulebook(match.rules), state.copy(), seat, action)
        drawn = sum(len(entry["cards"]) for entry in log if entry["event"] == "opponent-discards")
        chosen = action.pop("choose")
        if own := chosen[: len(chosen) - drawn]:
            action["choose"] = own
    return seat, action
