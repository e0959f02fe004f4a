"""What an action does for its player, as facts: tried on copies with the engine's own turns and upkeep.

A fact about cards that stay or go compares two games in which nobody does anything more: one in which the
action is followed by a pass, and one in which the player passes instead of it. So what is claimed is what
happens if both players pass. Facts tell nothing of hidden cards: cards that are drawn are only counted.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.phylo.actions import KINDS, PLAY, SLOT, SLOT_MASK, SPACE_MASK, UNDER
from engine.phylo.bonds import bonds_by_card
from engine.phylo.game import Game
from engine.phylo.matchup import NEIGHBOURS, place
from engine.phylo.notation import encode, read_action
from engine.phylo.reasons import Loss, losses
from engine.phylo.state import State
from engine.phylo.support import host_support
from engine.phylo.turn import act, end_turn
from engine.phylo.upkeep import lying
from engine.record_format import Log, Place


@dataclass(frozen=True, slots=True)
class Stake:
    """
    A card on the table, its space [x, y] as long as it lies there, the seat that has it and what it scores.

    Of a rescued card, `kind` is how the card `by`, which the action brings, supports it (see
    support.Support), "" if none does. `lacks` is what it lacks (see upkeep.missing_support), of a rescued
    card without the action; `lived_on` the keys of the cards that it lived on and does no more. `fresh`: the
    action brings it.
    """

    slot: int
    card: str
    at: Place
    seat: int
    points: int
    face_down: bool = False
    fresh: bool = False
    kind: str = ""
    by: str = ""
    lacks: str = ""
    lived_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """
    A card in hand that could be played nowhere before and can be now: what it would score, the spaces, and
    the `kind` of support that the card `by`, which the action brings, would give it there ("" if none does).
    """

    card: str
    points: int
    spaces: tuple[Place, ...]
    kind: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Consequences:
    """
    What one or several actions of a seat in the same turn do. `points` are the changes of both scores at
    once, before any upkeep.

    - `removed`, `taken`: cards that the actions discard, cover or replace, and those that change sides
    - `falling`: the seat's cards that its upkeep takes at the end of this turn (P13) after the actions
    - `rescued`, `exposed`: the seat's cards that only without, and only with the actions go by that upkeep
    - `endangered`, `helped`: the same of the other's cards, with and without, at the other's next upkeep
    - `opened`: see Opening
    - `hemmed_in`: species of the other that have no empty space beside them any more
    - `drawn`, `recovered`, `discarded`: how many cards the seat draws, which ones it takes back (P30), and
      how many the other has to discard
    - `left`: how many actions are left; `last`: the seat has no further turn; `final`: nor has the other
    """

    seat: int
    points: tuple[int, int]
    left: int
    last: bool
    final: bool
    removed: tuple[Stake, ...] = ()
    taken: tuple[Stake, ...] = ()
    falling: tuple[Stake, ...] = ()
    rescued: tuple[Stake, ...] = ()
    exposed: tuple[Stake, ...] = ()
    endangered: tuple[Stake, ...] = ()
    helped: tuple[Stake, ...] = ()
    opened: tuple[Opening, ...] = ()
    hemmed_in: tuple[Stake, ...] = ()
    drawn: int = 0
    recovered: tuple[str, ...] = ()
    discarded: int = 0

    @property
    def won(self) -> int:
        """The change of the seat's own score at once."""
        return self.points[self.seat]

    @property
    def swing(self) -> int:
        """What the lead of the seat gains if both pass from there on, against passing now."""
        gained = self.won - self.points[1 - self.seat]
        for stakes, sign in (
            (self.rescued, 1), (self.exposed, -1), (self.endangered, 1), (self.helped, -1)
        ):  # fmt: skip
            gained += sign * sum(stake.points for stake in stakes)
        return gained


@dataclass(frozen=True, slots=True)
class Advantage:
    """
    What one choice has over another in the same position: points `won` more at once, points that the other
    player has less at once (`denied`), and the cards that only it keeps, discards, takes or brings into
    danger, or for which only it opens a space. Each is as in Consequences.
    """

    seat: int
    won: int
    denied: int
    kept: tuple[Stake, ...] = ()
    removed: tuple[Stake, ...] = ()
    taken: tuple[Stake, ...] = ()
    endangered: tuple[Stake, ...] = ()
    opened: tuple[Opening, ...] = ()


def consequences(state: State, line: Sequence[Mapping[str, object]]) -> Consequences:
    """
    What legal actions do that the seat whose turn it is carries out in a row; they need not have a seat.

    What the state hides may be imagined (see start.imagine). Not during the reveal: ValueError.
    """
    if not state.running:
        raise ValueError("nothing follows from an action outside a turn")
    seat, log = state.seat, Log()
    after = state.copy()
    after.log = log
    for action in line:
        read = read_action({**action, "seat": seat}, state.matchup.definitions)
        after.actions_left = act(after, *encode(after, read))
    after.log = None
    (ahead, later), (idle, idle_later) = _passed(after), _passed(state)
    facts = _Facts(state, after)
    falling, doomed = facts.stakes(losses(state, after, seat)), facts.stakes(losses(state, state, seat))
    theirs = () if ahead.over else facts.stakes(losses(state, ahead, 1 - seat))
    anyway = () if idle.over else facts.stakes(losses(state, idle, 1 - seat))
    drawn, recovered, discarded = _of_hands(log, seat)
    return Consequences(
        seat=seat,
        points=(after.score(0) - state.score(0), after.score(1) - state.score(1)),
        left=after.actions_left,
        last=ahead.over or ahead.last_turn,
        final=ahead.over,
        removed=facts.removed(),
        taken=facts.taken(seat),
        falling=falling,
        rescued=facts.supported(without(doomed, falling, on=ahead)),
        exposed=without((stake for stake in falling if not stake.fresh), doomed, on=idle),
        endangered=without((stake for stake in theirs if not stake.fresh), anyway, on=idle_later),
        helped=facts.supported(without(anyway, theirs, on=later)),
        opened=facts.opened(seat),
        hemmed_in=facts.hemmed_in(1 - seat),
        drawn=drawn,
        recovered=recovered,
        discarded=discarded,
    )


def advantage(one: Consequences, other: Consequences) -> Advantage:
    """What `one` choice has over the `other`; both are of the same seat in the same position."""
    rival = 1 - one.seat
    opened = {opening.card for opening in other.opened}
    gone = [stake.slot for stake in one.removed]
    return Advantage(
        seat=one.seat,
        won=one.won - other.won,
        denied=other.points[rival] - one.points[rival],
        kept=tuple(
            stake
            for stake in without(other.falling, one.falling)
            if not stake.fresh and stake.slot not in gone
        ),
        removed=tuple(stake for stake in without(one.removed, other.removed) if stake.seat == rival),
        taken=without(one.taken, other.taken),
        endangered=without(one.endangered, (*other.endangered, *other.removed)),
        opened=tuple(opening for opening in one.opened if opening.card not in opened),
    )


def without(stakes: Iterable[Stake], others: Iterable[Stake], *, on: Game | None = None) -> tuple[Stake, ...]:
    """The stakes whose card is not among the others', and lies `on` that table."""
    known = {other.slot for other in others}
    return tuple(
        stake for stake in stakes if stake.slot not in known and (on is None or on.cell_of[stake.slot])
    )


def _passed(game: State) -> tuple[State, State]:
    """The game once the turn has ended with no further action, and once the other's turn has."""
    ahead = game.copy()
    end_turn(ahead)
    later = ahead.copy()
    if not later.over:
        later.settle_upkeep(later.seat)
    return ahead, later


def _of_hands(log: Log, seat: int) -> tuple[int, tuple[str, ...], int]:
    """The number of cards drawn, the cards recovered, and the number that the other discards."""
    drawn = sum(entry["count"] for entry in log if entry["event"] == "drew" and entry["seat"] == seat)
    recovered = [card for entry in log if entry["event"] == "recovered" for card in entry["cards"]]
    discarded = [entry["cards"] for entry in log if entry["event"] == "opponent-discards"]
    return drawn, tuple(recovered), sum(map(len, discarded))


class _Facts:
    """Facts that compare the table before the actions with the table after them, before upkeep."""

    def __init__(self, before: State, after: State) -> None:
        self.before, self.after = before, after
        came = [slot for slot in lying(after) if before.cell_of[slot] != after.cell_of[slot]]
        self.came, self.fresh = set(came), {slot for slot in came if not before.cell_of[slot]}

    def stakes(self, found: Collection[Loss]) -> tuple[Stake, ...]:
        keys = self.before.matchup.keys
        return tuple(
            Stake(
                loss.slot,
                keys[loss.slot],
                place(loss.space),
                loss.seat,
                loss.points,
                face_down=loss.face_down,
                fresh=loss.slot in self.fresh,
                lacks=loss.lacks,
                lived_on=tuple(former["card"] for former in loss.lost),
            )
            for loss in found
        )

    def removed(self) -> tuple[Stake, ...]:
        before, after = self.before, self.after
        return tuple(
            self._stake(slot)
            for slot in lying(before)
            if not after.cell_of[slot] or after.covered & ~before.covered & 1 << slot
        )

    def taken(self, seat: int) -> tuple[Stake, ...]:
        changed = self.before.own[1 - seat] & self.after.own[seat]
        return tuple(self._stake(slot) for slot in lying(self.before) if changed >> slot & 1)

    def hemmed_in(self, seat: int) -> tuple[Stake, ...]:
        before, after = self.before, self.after
        species = after.own[seat] & after.matchup.species & ~after.face_down
        return tuple(
            self._stake(slot)
            for space, slot in after.at.items()
            if species >> slot & 1
            and before.cell_of[slot] == space
            and _free_beside(before, space)
            and not _free_beside(after, space)
        )

    def opened(self, seat: int) -> tuple[Opening, ...]:
        before, after = _playable(self.before, seat), _playable(self.after, seat)
        held = {self.before.matchup.keys[slot] for slot in self.before.hands[seat]}
        found = []
        for key, (slot, spaces) in after.items():
            if key in held and key not in before:
                kind, by = self._support_there(slot, spaces, seat)
                places = tuple(place(space) for space in spaces)
                found.append(Opening(key, self.after.matchup.points[slot], places, kind, by))
        return tuple(found)

    def supported(self, stakes: Sequence[Stake]) -> tuple[Stake, ...]:
        """The stakes, each with the card that the actions bring and that supports it now."""
        ways = [self._way(stake.slot) for stake in stakes]
        return tuple(replace(stake, kind=kind, by=by) for stake, (kind, by) in zip(stakes, ways, strict=True))

    def _stake(self, slot: int) -> Stake:
        game = self.before
        return Stake(
            slot,
            game.matchup.keys[slot],
            place(game.cell_of[slot]),
            game.controller(slot),
            game.points_of(slot),
            face_down=slot in game.seedlings,
        )

    def _way(self, slot: int) -> tuple[str, str]:
        game, space = self.after, self.after.cell_of[slot]
        host = game.at[space]
        if host == slot:
            return self._support_there(slot, [space])
        supports = host in self.came and host_support(game.face(slot), game.face(host)).supports
        return ("host", game.matchup.keys[host]) if supports else ("", "")

    def _support_there(self, slot: int, spaces: Sequence[int], seat: int | None = None) -> tuple[str, str]:
        keys, parasitic = self.after.matchup.keys, self.after.face(slot).abilities.parasitic
        for space in spaces:
            upper = self.after.at.get(space)
            if parasitic is not None and upper != slot and upper in self.came:
                return "host", keys[upper]
            for other, bond in bonds_by_card(self.after, slot, space, seat=seat).items():
                if bond.supports and other in self.came:
                    return bond.kind, keys[other]
        return "", ""


def _free_beside(game: Game, space: int) -> bool:
    return any(space + step not in game.at for step in NEIGHBOURS)


def _playable(state: State, seat: int) -> dict[str, tuple[int, list[int]]]:
    """Where the species and habitats in hand might be played if there were an action left, by key."""
    game = state.copy()
    game.seat, game.actions_left, game.event_played = seat, 1, False
    found: dict[str, tuple[int, list[int]]] = {}
    for action in game.actions():
        if action & KINDS in (PLAY, UNDER):
            slot = action >> SLOT & SLOT_MASK
            found.setdefault(game.matchup.keys[slot], (slot, []))[1].append(action & SPACE_MASK)
    return found
