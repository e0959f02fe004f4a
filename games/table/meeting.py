"""Who meets at a table and what they have to settle beside the moves: offers, talk, another game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import services
from games.access import Look
from games.models import ChatMessage, Mute, Player, Seat
from games.services import course
from games.services.offers import before_last_action
from games.table.clocks import Clocks, clocks


@dataclass(frozen=True)
class Offered:
    """What stands on the table: "draw" or "take-back", and whether the one who looks offers it."""

    kind: str
    own: bool


@dataclass(frozen=True)
class Talk:
    """The chat as a player reads it."""

    messages: Sequence[ChatMessage]
    me: Player
    muted: bool


@dataclass(frozen=True)
class Meeting:
    """
    A table as far as it changes between the moves. `seat` is the one that looks (None: a watcher), `other`
    the name opposite. `data` is for the page's scripts.
    """

    seat: int | None
    other: str
    bot: bool
    clocks: Clocks | None
    offered: Offered | None = None
    may_offer: Sequence[str] = ()
    talk: Talk | None = None
    again: str = ""
    """Another game: "" nothing yet, "asked" by oneself, "wanted" by the other one, else its address."""
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> bool:
        return self.seat is not None and not self.bot


def seats_of(look: Look) -> list[Seat]:
    """Both seats by number, with their players and accounts."""
    return list(look.match.seats.select_related("player__user").order_by("number"))


def names_of(seats: Sequence[Seat], own: int | None = None) -> list[str]:
    """What both are called; the seat that looks is "You"."""
    names = [seat.player.public_name if seat.player else _("Computer") for seat in seats]
    if own is not None:
        names[own] = _("You")
    return names


def meeting(look: Look, seats: Sequence[Seat]) -> Meeting:
    match, seat = look.match, look.seat
    shown = clocks(match, timezone.now())
    opposite = seats[1 if seat is None else 1 - seat]
    data = {
        "version": match.version,
        "talk": match.talk,
        "acting": [] if match.finished else [int(number) for number in match.to_act],
        "over": match.finished,
        "clocks": shown.data if shown else None,
    }
    other = names_of(seats)[opposite.number]
    if seat is None:
        return Meeting(None, other, False, shown, data=data)
    me = seats[seat].player
    return Meeting(
        seat=seat,
        other=other,
        bot=opposite.is_bot,
        clocks=shown,
        offered=_offered(look),
        may_offer=_may_offer(look, bot=opposite.is_bot),
        talk=None if opposite.is_bot or me is None else talk(look, me, opposite),
        again="" if opposite.is_bot or not match.finished else _again(look),
        data=data,
    )


def talk(look: Look, me: Player, opposite: Seat) -> Talk:
    muted = Mute.objects.filter(player=me, muted=opposite.player_id).exists()
    return Talk(services.heard(match=look.match, player=me), me, muted)


def _offered(look: Look) -> Offered | None:
    standing = look.match.offer
    return Offered(standing["kind"], standing["seat"] == look.seat) if standing else None


def _may_offer(look: Look, *, bot: bool) -> list[str]:
    """What the seat may offer now, besides what stands already."""
    match = look.match
    found: list[str] = []
    if match.finished or look.seat is None:
        return found
    if not match.rated:
        try:
            before_last_action(match, look.seat)
            found.append(course.TAKE_BACK)
        except services.NotAllowed:
            pass
    if not bot:
        found.append(course.DRAW)
    standing = match.offer
    return [kind for kind in found if not (standing and standing["kind"] == kind)]


def _again(look: Look) -> str:
    match = look.match
    if again := type(match).objects.filter(rematch_of=match.pk).values_list("pk", flat=True).first():
        return reverse("match", args=[again])
    if match.rematch_by is None:
        return ""
    return "asked" if match.rematch_by == look.seat else "wanted"
