"""What an action did to other cards, and why, as further entries and fields of its log.

A reason compares the table before the action with the table after it: which neighbours a card lived on (P15
to P19, P24, P27), what became of them, and what the card lacks now. The record format's own log has none of
this; it is for players, and it names only what lies on the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.phylo.actions import EVENT, SLOT
from engine.phylo.bonds import supporters
from engine.phylo.checks import neighbour_support
from engine.phylo.effects import leave
from engine.phylo.game import Game
from engine.phylo.matchup import place
from engine.phylo.notation import encode, read_action, space_of
from engine.phylo.state import State
from engine.phylo.support import host_support
from engine.phylo.turn import act
from engine.phylo.upkeep import lying, missing_support, unsupported
from engine.record_format import FormerSupport, Log, LogEntry

FIELDS = ("beside", "points", "face_down", "lacks", "lost")
"""What `apply_with_reasons` adds to entries of a log."""
ENTRIES = ("endangered", "lost")
"""The entries that it adds."""


@dataclass(frozen=True, slots=True)
class Loss:
    """
    A card that the upkeep of `seat` takes (P13): its `points` there, what it `lacks` (see
    upkeep.missing_support), and what it had lived on and does no more.
    """

    slot: int
    seat: int
    space: int
    points: int
    face_down: bool
    lacks: str
    lost: tuple[FormerSupport, ...]


def apply_with_reasons(state: State, action: Mapping[str, object]) -> Log:
    """
    `State.apply`, with reasons in the log that it returns. In it are besides:

    - in `played` and `moved`, `beside`: the cards that support the card in its new space, or its host;
    - in `removed`, `points`, `face_down`, and after upkeep `lacks` and `lost`, as in Loss;
    - `endangered`: a card that the action has put at risk (P13), with its seat and the same fields;
    - `lost`: of a seat whose cards were removed, their `count` and `points`.

    Raises what `apply` raises.
    """
    before = state.copy()
    log = state.apply(action)
    if not before.running:
        return log
    rest = [_with_reasons(before, entry) for entry in log]
    why = {(loss.space, before.matchup.keys[loss.slot]): loss for loss in _upkeep_losses(before, action, log)}
    rest = [_with_loss(entry, why) for entry in rest]
    end = next(
        (number for number, entry in enumerate(rest) if entry["event"] in ("turn", "ended")), len(rest)
    )
    return [*rest[:end], *_sums(before, rest), *_endangered(before, state), *rest[end:]]


def without_reasons(log: Sequence[LogEntry]) -> Log:
    """The log as `State.apply` returns it."""
    return [
        cast(LogEntry, {name: value for name, value in entry.items() if name not in FIELDS})
        for entry in log
        if entry["event"] not in ENTRIES
    ]


def preview_event(state: State, action: Mapping[str, object]) -> Log:
    """
    What an event would do to the table, tried on a copy: its log with `endangered` as in
    `apply_with_reasons`, `rescued` for cards at risk that it would save, and for each seat `outcome` with the
    change of its points, upkeeps included. What chance decides about hands is left out. The event must be
    legal; which cards it recovers need not be said, since the table is the same.
    """
    ahead, event = state.copy(), read_action(action, state.matchup.definitions)
    assert event["do"] == "event"
    log: Log = []
    ahead.log = log
    act(ahead, EVENT | ahead.slot_in_hand(event["seat"], event["card"]) << SLOT | space_of(event["at"]))
    ahead.log = None
    shown = [entry for entry in log if entry["event"] not in ("drew", "opponent-discards")]
    entries = [_with_reasons(state, entry) for entry in shown]
    for seat in (0, 1):
        was, then = losses(state, state, seat), losses(state, ahead, seat)
        known, still = {loss.slot for loss in was}, {loss.slot for loss in then}
        safe = [loss for loss in was if loss.slot not in still and ahead.cell_of[loss.slot]]
        entries += [_entry("rescued", seat, state, loss.slot, loss.space) for loss in safe]
        entries += [_as_entry(state, loss) for loss in then if loss.slot not in known]
        score = ahead.score(seat) - sum(loss.points for loss in then)
        points = score - state.score(seat) + sum(loss.points for loss in was)
        entries.append({"seat": seat, "event": "outcome", "points": points})
    return entries


def losses(before: Game, game: Game, seat: int) -> list[Loss]:
    """What the seat's upkeep would take now, round by round, with the reasons since `before` (P13)."""
    if not game.below and not game.loose & game.own[seat]:
        return []
    now, found = game.copy(), []
    while gone := unsupported(now, seat):
        order = [slot for slot in lying(now) if slot in gone]
        found += [_loss(before, game, now, slot, seat) for slot in order]
        for slot in order:
            leave(now, slot, "no-support", together=gone)
    # An original that grows on in the place of its seedling is not lost (P31).
    return [loss for loss in found if not now.cell_of[loss.slot]]


def _loss(before: Game, game: Game, now: Game, slot: int, seat: int) -> Loss:
    lacks = missing_support(now, slot) or "no-neighbour"
    former = _lived_on(before, slot, partner=lacks == "not-adjacent") if before.cell_of[slot] else []
    still = _lived_on(now, slot, partner=lacks == "not-adjacent")
    lost = tuple(_fate(before, now, other) for other in former if other not in still)
    space = game.cell_of[slot]
    return Loss(slot, seat, space, game.points_of(slot), slot in game.seedlings, lacks, lost)


def _lived_on(game: Game, slot: int, *, partner: bool) -> list[int]:
    """The cards that support a card where it lies, or with `partner` those that it must be beside (P27)."""
    space = game.cell_of[slot]
    face, host = game.face(slot), game.at[space]
    if host != slot:
        return [host] if host_support(face, game.face(host)).supports else []
    beside = neighbour_support(game, slot, space)
    if partner:
        wanted = face.abilities.beside
        return [other for other in beside if wanted is not None and wanted.met_by(game.face(other), face)]
    return [other for other, found in beside.items() if found.supports]


def _fate(before: Game, now: Game, slot: int) -> FormerSupport:
    """What became of a card that another one lived on."""
    there = before.cell_of[slot]
    if not now.cell_of[slot]:
        how = "gone"
    elif now.cell_of[slot] != there:
        how = "moved"
    else:
        how = "covered" if now.at[there] != slot else "changed"
    return {"card": before.matchup.keys[slot], "how": how}


def _with_reasons(before: State, entry: LogEntry) -> LogEntry:
    """The entry with what supports the card in its new space, or with what the removed card was worth."""
    if entry["event"] == "removed":
        slot = _slot_of(before, entry)
        if slot is not None:
            return {**entry, "points": before.points_of(slot), "face_down": slot in before.seedlings}
    if entry["event"] not in ("played", "moved"):
        return entry
    at = cast(list[int], entry["at"] if entry["event"] == "played" else entry["to"])
    spaces = [at]
    if not entry.get("under"):
        found = supporters(before, entry["card"], at, start=entry.get("from"))
        spaces = [list(beside) for beside, lack in found.items() if lack is None]
    keys = before.matchup.keys
    return {**entry, "beside": [keys[before.at[space_of(each)]] for each in spaces]}


def _slot_of(game: Game, entry: LogEntry) -> int | None:
    space = space_of(entry["at"])
    there = (game.at.get(space), game.below.get(space))
    return next(
        (slot for slot in there if slot is not None and game.matchup.keys[slot] == entry["card"]), None
    )


def _upkeep_losses(before: State, action: Mapping[str, object], log: Sequence[LogEntry]) -> list[Loss]:
    if not any(entry.get("why") == "no-support" for entry in log):
        return []
    ahead = before.copy()
    read = read_action(action, before.matchup.definitions)
    act(ahead, *encode(ahead, read))
    return losses(before, ahead, read["seat"])


def _with_loss(entry: LogEntry, why: Mapping[tuple[int, str], Loss]) -> LogEntry:
    loss = why.get((space_of(entry["at"]), entry["card"])) if entry.get("why") == "no-support" else None
    if loss is None:
        return entry
    more: LogEntry = {"event": "removed", "lacks": loss.lacks, "lost": list(loss.lost)}
    return {**entry, **more, "points": loss.points, "face_down": loss.face_down}


def _sums(before: Game, log: Sequence[LogEntry]) -> Log:
    """An entry for each seat whose cards were removed; the points were those of whoever controlled them."""
    found: dict[int, list[int]] = {}
    for entry in log:
        slot = _slot_of(before, entry) if entry["event"] == "removed" else None
        if slot is not None and "points" in entry:
            found.setdefault(before.own[1] >> slot & 1, []).append(entry["points"])
    return [
        {"seat": seat, "event": "lost", "count": len(points), "points": sum(points)}
        for seat, points in sorted(found.items())
    ]


def _endangered(before: Game, after: Game) -> Log:
    """The cards that lay there before and are at risk only now."""
    found: Log = []
    for seat in (0, 1) if after.running else ():
        risks = losses(before, after, seat)
        if risks:
            known = {loss.slot for loss in losses(before, before, seat)}
            found += [
                _as_entry(before, loss)
                for loss in risks
                if loss.slot not in known and before.cell_of[loss.slot] == loss.space
            ]
    return found


def _as_entry(game: Game, loss: Loss) -> LogEntry:
    entry = _entry("endangered", loss.seat, game, loss.slot, loss.space)
    entry["points"], entry["face_down"] = loss.points, loss.face_down
    entry["lacks"], entry["lost"] = loss.lacks, list(loss.lost)
    return entry


def _entry(event: str, seat: int, game: Game, slot: int, space: int) -> LogEntry:
    return {"seat": seat, "event": event, "card": game.matchup.keys[slot], "at": place(space)}
