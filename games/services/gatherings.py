"""Tables of the drafting games: how one is begun at once, and how people gather at one that waits."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.drafting import GAMES
from games import stream
from games.models import Gathering, Match, Place, Player
from games.services.clock import DAY, DAYS, NONE, TURN, Pace
from games.services.errors import MatchPlaying, NotAllowed
from games.services.matches import Side, create_match
from games.services.players import hold
from games.services.rulebooks import STAND_IN, rulebook

MOST_STANDING = 10
"""Gatherings of one maker that may stand at the same time."""
STANDS = {TURN: timedelta(minutes=30), DAYS: timedelta(days=14), NONE: timedelta(days=14)}
PACES = (
    Pace(), Pace(TURN, 30), Pace(TURN, 60), Pace(TURN, 120), Pace(DAYS, DAY), Pace(DAYS, 3 * DAY),
    Pace(DAYS, 7 * DAY),
)  # fmt: skip
"""The clocks that may be chosen."""


@dataclass(frozen=True)
class Table:
    """
    What will be played and who sits there: the maker, `here` more on the maker's device, `bots` by level, and
    `people` whom the table waits for.
    """

    rules: str
    bots: Sequence[str] = ()
    here: int = 0
    people: int = 0
    pace: Pace = field(default_factory=Pace)
    rated: bool = False
    public: bool = True
    listed: bool = True

    @property
    def seats(self) -> int:
        return 1 + len(self.bots) + self.here + self.people


Doing = Callable[[Gathering, Player], Gathering]


class _SomebodyCame(Exception):
    """The people of a gathering have changed between looking and locking."""


def start_table(*, player: Player, table: Table) -> Match:
    """A match that waits for nobody else; the player sits first. Raises NotAllowed."""
    with transaction.atomic():
        player = hold(player)
        _check(player, table)
        return _dealt(table, _sides_alone(player, table))


def gather(*, maker: Player, table: Table, key: str, invited: Sequence[Player] = ()) -> Gathering:
    """
    A table that waits for people; for those `invited` a seat is kept until they decline. The same key again
    gives the gathering that it made. Raises NotAllowed.
    """
    with transaction.atomic():
        # One after the other, so that nobody passes the limit.
        maker = hold(maker)
        if earlier := maker.gatherings.filter(key=key).first():
            return earlier
        _check(maker, table)
        now = timezone.now()
        if Gathering.objects.standing(at=now).filter(maker=maker).count() >= MOST_STANDING:
            raise NotAllowed(_("You have %(most)s tables waiting already.") % {"most": MOST_STANDING})
        if not table.people:
            raise NotAllowed(_("There is no seat for anybody else."))
        if any(each.pk == maker.pk for each in invited):
            raise NotAllowed(_("You sit there already."))
        if len({each.pk for each in invited}) > table.people:
            raise NotAllowed(_("You have invited more people than there are seats."))
        gathering = _gathering(maker, table, key)
        _seat_people(gathering, maker, invited)
        return gathering


def join(*, code: str, player: Player) -> Gathering:
    """
    Take a seat; the match is dealt when it is the last one. Whoever sits there already does so again. Raises
    Gathering.DoesNotExist or NotAllowed.
    """
    return _with_its_people(code, player, _join)


def step_out(*, code: str, player: Player) -> None:
    """
    Give one's seat back, or decline an invitation; the maker's ends the gathering. Does nothing once it is
    over. Raises Gathering.DoesNotExist.
    """
    with transaction.atomic():
        gathering = Gathering.objects.select_for_update().get(code=code)
        if gathering.status != Gathering.Status.OPEN:
            return
        if gathering.maker_id == player.pk:
            gathering.status = Gathering.Status.WITHDRAWN
            gathering.save(update_fields=["status"])
            _tell(gathering)
            return
        if gathering.places.filter(player=player).update(state=Place.State.DECLINED):
            _tell(gathering)


def begin(*, code: str, player: Player, level: str = STAND_IN) -> Match:
    """
    The maker waits no longer: bots of that level take all seats that are free. Again it is the same match.
    Raises Gathering.DoesNotExist or NotAllowed.
    """

    def begun(gathering: Gathering, maker: Player) -> Gathering:
        if gathering.maker_id != maker.pk:
            raise NotAllowed(_("Only who has made the table may begin."))
        if gathering.match_id is None:
            _check_stands(gathering)
            if level not in rulebook(gathering.rules).bots:
                raise NotAllowed(_("There is no such level."))
            _deal(gathering, level)
        return gathering

    match = _with_its_people(code, player, begun).match
    assert match is not None
    return match


def meet_again(*, match: Match, player: Player) -> Match | Gathering:
    """
    The same table once more, for one who sat there: dealt at once where nobody else did, else a gathering
    of the same people, or the match that has become of it; a new one where that does not wait any more.
    Raises MatchPlaying or NotAllowed.
    """
    if not match.finished:
        raise MatchPlaying
    seats = list(match.seats.select_related("player").order_by("number"))
    others = {seat.player.pk: seat.player for seat in seats if seat.player and seat.player.pk != player.pk}
    table = Table(
        rules=match.rules,
        bots=[seat.bot for seat in seats if seat.bot],
        here=sum(1 for seat in seats if seat.player_id == player.pk) - 1,
        people=len(others),
        pace=Pace(match.pace, match.pace_seconds),
        rated=match.rated,
        public=match.public,
        listed=False,
    )
    if not others:
        return _alone_again(match, player, table)
    if any(other.former for other in others.values()):
        raise NotAllowed(_("Somebody who sat there has left."))
    with transaction.atomic():
        player = hold(player)
        # Before the match, as everywhere; looked for again when nobody else can make one.
        list(Gathering.objects.select_for_update().filter(again_of=match))
        Match.objects.select_for_update().get(pk=match.pk)
        gathering = Gathering.objects.filter(again_of=match).first()
        if gathering is not None and gathering.match_id is None and not gathering.stands:
            Gathering.objects.filter(pk=gathering.pk).update(again_of=None)
            gathering = None
        if gathering is None:
            gathering = _gathering(player, table, f"again-{secrets.token_hex(16)}", again_of=match)
            _seat_people(gathering, player, others.values())
    if gathering.match is not None:
        return gathering.match
    joined = join(code=gathering.code, player=player)
    return joined.match or joined


def _alone_again(match: Match, player: Player, table: Table) -> Match:
    """The next match of one who sat there with bots alone; asked again, the same one."""
    with transaction.atomic():
        player = hold(player)
        Match.objects.select_for_update().get(pk=match.pk)
        if again := Match.objects.filter(rematch_of=match).first():
            return again
        _check(player, table)
        return _dealt(table, _sides_alone(player, table), again_of=match)


def _sides_alone(player: Player, table: Table) -> list[Side]:
    """The player, who sits first, and bots."""
    return [*(Side(player=player) for _seat in range(1 + table.here)), *(Side(bot=bot) for bot in table.bots)]


def _with_its_people(code: str, player: Player, do: Doing) -> Gathering:
    """Do something while the players of a gathering and then it are locked, in the order of all services."""
    while True:
        known = set(Place.objects.filter(gathering__code=code).values_list("player", flat=True))
        try:
            with transaction.atomic():
                everybody = Player.objects.select_for_update(no_key=True).filter(pk__in=known | {player.pk})
                people = {each.pk: each for each in everybody.order_by("pk")}
                gathering = Gathering.objects.select_for_update().get(code=code)
                if not set(gathering.places.values_list("player", flat=True)) <= people.keys():
                    raise _SomebodyCame
                return do(gathering, hold(player))
        except _SomebodyCame:
            continue


def _join(gathering: Gathering, player: Player) -> Gathering:
    place = gathering.places.filter(player=player).first()
    if place is not None and place.state == Place.State.TAKEN:
        return gathering
    _check_stands(gathering)
    if gathering.rated and player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    invited = place is not None and place.state == Place.State.INVITED
    if not invited and not gathering.free:
        raise NotAllowed(_("All seats are taken."))
    Place.objects.update_or_create(gathering=gathering, player=player, defaults={"state": Place.State.TAKEN})
    gathering = Gathering.objects.get(pk=gathering.pk)
    if gathering.taken == gathering.seats:
        _deal(gathering)
    else:
        _tell(gathering)
    return gathering


def _deal(gathering: Gathering, level: str = STAND_IN) -> None:
    """Everybody who has come sits by chance, and bots where nobody does."""
    come = list(gathering.places.filter(state=Place.State.TAKEN).select_related("player"))
    sides = [Side(player=place.player) for place in come]
    sides += [Side(player=gathering.maker) for _seat in range(gathering.here)]
    sides += [Side(bot=bot) for bot in gathering.bots]
    sides += [Side(bot=level) for _seat in range(gathering.seats - len(sides))]
    secrets.SystemRandom().shuffle(sides)
    table = Table(
        rules=gathering.rules,
        pace=Pace(gathering.pace, gathering.pace_seconds),
        rated=gathering.rated,
        public=gathering.public,
    )
    gathering.match = _dealt(table, sides, again_of=gathering.again_of)
    gathering.status = Gathering.Status.BEGUN
    gathering.save(update_fields=["match", "status"])


def _dealt(table: Table, sides: Sequence[Side], *, again_of: Match | None = None) -> Match:
    return create_match(
        sides=sides,
        rules=table.rules,
        pace=table.pace,
        rated=table.rated,
        public=table.public,
        rematch_of=again_of,
    )


def _gathering(maker: Player, table: Table, key: str, *, again_of: Match | None = None) -> Gathering:
    return Gathering.objects.create(
        maker=maker,
        rules=table.rules,
        seats=table.seats,
        bots=list(table.bots),
        here=table.here,
        pace=table.pace.kind,
        pace_seconds=table.pace.seconds,
        rated=table.rated,
        public=table.public,
        listed=table.listed,
        key=key,
        again_of=again_of,
        expires=timezone.now() + STANDS[table.pace.kind],
    )


def _seat_people(gathering: Gathering, maker: Player, invited: Iterable[Player]) -> None:
    Place.objects.create(gathering=gathering, player=maker)
    for player in {each.pk: each for each in invited}.values():
        Place.objects.create(gathering=gathering, player=player, state=Place.State.INVITED)
    _tell(gathering)


def _check(player: Player, table: Table) -> None:
    if table.rules not in GAMES:
        raise NotAllowed(_("There is no such game."))
    if table.seats not in rulebook(table.rules).seats:
        raise NotAllowed(_("There are seats for six at most."))
    if unknown := set(table.bots) - set(rulebook(table.rules).bots):
        raise NotAllowed(_("There is no level “%(level)s”.") % {"level": min(unknown)})
    if table.pace not in PACES:
        raise NotAllowed(_("There is no such clock."))
    if not table.rated:
        return
    if table.seats == 1:
        raise NotAllowed(_("A game alone is not rated."))
    if table.here:
        raise NotAllowed(_("A table with several people on one device is not rated."))
    if player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    if table.pace.kind == NONE:
        raise NotAllowed(_("A rated match needs a clock: else nobody has to lose it."))


def _check_stands(gathering: Gathering) -> None:
    if not gathering.stands:
        raise NotAllowed(_("This table does not wait any more."))


def _tell(gathering: Gathering) -> None:
    """Those whom it concerns look again."""
    for player in gathering.places.values_list("player", flat=True):
        transaction.on_commit(partial(stream.announce, player), robust=True)
