"""The people at a table and what happens between them besides moves: offers, chat, rematch requests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cards.words import all_of
from games.matches.access import Look
from games.matches.models import ChatMessage, Match, Mute, Player, Seat
from games.matches.models.match import on_one_device
from games.matches.presence import here
from games.matches.services import administrative_moves, chat
from games.matches.services.contact_rules import talk_of
from games.matches.services.errors import NotAllowed
from games.matches.services.match_end import was_hurried
from games.matches.services.offers import before_last_action, declined, offered_already
from games.matches.services.rematches import request_stands
from games.matches.services.rulebooks import rulebook
from games.matches.services.site_clock import site_time
from games.table import match_parts
from games.table.clocks import Clocks, clocks


@dataclass(frozen=True)
class Offered:
    """The standing offer: "draw" or "take-back", and whether it is the reader's own."""

    kind: str
    own: bool


@dataclass(frozen=True)
class Companion:
    """
    Another player at the table, whether the reader has muted or `blocked` them, and where to report their
    name.
    """

    seat: int
    name: str
    muted: bool
    blocked: bool
    guest: bool
    report_url: str


@dataclass(frozen=True)
class Talk:
    """
    The chat as a player sees it; `others` are the other people at the table. A pupil has ready `phrases`, and
    writes freely only if the class may.
    """

    messages: Sequence[ChatMessage]
    me: Player
    others: Sequence[Companion]
    phrases: Sequence[str] = ()
    free: bool = True


@dataclass(frozen=True)
class Present:
    """Another person in a running match whose seat no bot has taken over, and whether they are present."""

    name: str
    here: bool


@dataclass(frozen=True)
class LiveState:
    """
    What can change at a table between moves. `seat` is the reader's (None: a spectator), `other` names the
    opponents, `bot` says that none of them is a person. `data` is for the page's scripts.
    """

    seat: int | None
    other: str
    bot: bool
    clocks: Clocks | None
    beside: bool = False
    """Whether the opponent sits at the same device, and has a seat of the same player."""
    offered: Offered | None = None
    declined: str = ""
    """The kind of the reader's offer that was declined since the reader's last move."""
    may_offer: Sequence[str] = ()
    talk: Talk | None = None
    present: Sequence[Present] = ()
    awaited: str = ""
    """The names of others to act for whom the clock has not started, as they have yet to see the table."""
    again: str = ""
    """
    The rematch: "" if nobody has asked, "asked" by the reader, "wanted" by the opponent, "lapsed" or "missed"
    once the reader's or the opponent's request has lapsed, or else the URL of the new match.
    """
    bring: bool = False
    """Whether the new match is played and the reader has not seen it."""
    begun_url: str = ""
    """For a match that is played on from a finished one: the address of that step in its replay."""
    brought: Mapping[str, object] = field(default_factory=dict)
    """What slices show beside the table (games.table.match_parts)."""
    unrated: bool = False
    """Whether the match, now over, was to be rated and was not, as the computer had to hurry."""
    data: dict[str, object] = field(default_factory=dict)

    @property
    def people(self) -> bool:
        return self.seat is not None and not self.bot


def seats_of(look: Look) -> list[Seat]:
    """All seats in order, with their players and accounts."""
    return list(look.seats) or list(look.match.seats.select_related("player__user").order_by("number"))


def names_of(seats: Sequence[Seat], own: int | None = None) -> list[str]:
    """The names of all seats, with a number where several share a name; the seat `own` is "You"."""
    # With the article that some languages want in a sentence; beside a number they want none.
    alone = sum(not seat.called and seat.player is None for seat in seats) == 1
    computer = pgettext("the only one at a table", "Computer") if alone else _("Computer")
    names = [seat.called or (seat.player.public_name if seat.player else computer) for seat in seats]
    found = [
        _("%(name)s %(number)d") % {"name": name, "number": names[: seat + 1].count(name)}
        if names.count(name) > 1
        else name
        for seat, name in enumerate(names)
    ]
    if own is not None:
        found[own] = _("You")
    return found


def beside_table(look: Look, seats: Sequence[Seat], *, whole: bool = False) -> LiveState:
    """
    What the table itself shows of its live state. Not `whole`: without what slices show only with
    `?part=live`.
    """
    shown = clocks(look.match, site_time.read())
    brought = match_parts.beside_table(look, seats, whole=whole)
    unrated = look.match.finished and look.match.rated and was_hurried(look.match, seats)
    if look.seat is None:
        return LiveState(None, names_of(seats)[-1], False, shown, brought=brought, unrated=unrated)
    people, opposite = _others(look.seat, seats)
    again, bring = _again(look, seats[look.seat].player) if people and look.match.finished else ("", False)
    other = all_of([names_of(seats)[each.number] for each in opposite])
    return LiveState(
        look.seat,
        other,
        not people,
        shown,
        beside=on_one_device(seats),
        again=again,
        bring=bring,
        begun_url=_begun_url(look.match),
        brought=brought,
        unrated=unrated,
    )


def _begun_url(match: Match) -> str:
    if match.begun_from_id is None:
        return ""
    return f"{reverse('match-replay', args=[match.begun_from_id])}?version={match.begun_at}"


def _others(own: int, seats: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
    """The seats of other people, and of the opponents, who may be computers."""
    me = seats[own].player
    people = [other for other in seats if other.player is not None and other.player != me]
    return people, people or [other for other in seats if other.number != own]


def live_state(look: Look, seats: Sequence[Seat]) -> LiveState:
    match, seat, now = look.match, look.seat, site_time.read()
    table = beside_table(look, seats, whole=True)
    data = _data(look, table.clocks)
    if seat is None:
        return replace(table, data=data)
    names, me = names_of(seats), seats[seat].player
    people, _opposite = _others(seat, seats)
    found = here(match.pk, {other.player_id for other in people if other.player_id})
    playing = [] if match.finished else [each for each in people if not each.stand_in]
    present = [Present(names[each.number], each.player_id in found) for each in playing]
    waits = match.clock_since is not None and match.clock_since > now
    late = [each for each in playing if waits and each.number in match.acting and each.looked is None]
    data["here"] = [each.number for each in people if each.player_id in found]
    return replace(
        table,
        present=present,
        awaited=all_of([names[each.number] for each in late]),
        offered=_offered(look),
        declined="" if match.finished else declined(match, seat),
        may_offer=_may_offer(look, table) if rulebook(match.rules).offers else [],
        talk=talk(look, me, people, names) if people and me is not None else None,
        data=data,
    )


def _data(look: Look, shown: Clocks | None) -> dict[str, object]:
    match = look.match
    return {
        "version": match.version,
        "talk": match.talk,
        "acting": [] if match.finished else [int(number) for number in match.to_act],
        "over": match.finished,
        "unseen": look.unseen,
        "clocks": shown.data if shown else None,
    }


def data_after_move(look: Look, seats: Sequence[Seat]) -> dict[str, object] | None:
    """
    `LiveState.data` without who is here, if a move changes nothing else beside the table; with `undo` a
    player may now ask to take back the last action, if it is theirs. None if there is or was an offer, or the
    clock waits for somebody.
    """
    match, now = look.match, site_time.read()
    waits = match.clock_since is not None and match.clock_since > now
    if match.finished or match.offer or match.offered or look.unseen or waits:
        return None
    return {**_data(look, clocks(match, now)), "undo": not match.rated and not on_one_device(seats)}


def talk(look: Look, me: Player, people: Sequence[Seat], names: Sequence[str]) -> Talk:
    ids = [seat.player_id for seat in people]
    known = Mute.objects.filter(player=me, muted__in=ids)
    mutes = {each.muted_id: each.blocks for each in known}
    first = {seat.player_id: seat for seat in reversed(people)}.values()
    others = [
        Companion(
            seat=seat.number,
            name=names[seat.number],
            muted=seat.player_id in mutes,
            blocked=bool(seat.player_id and mutes.get(seat.player_id)),
            guest=seat.player is not None and seat.player.guest_id is not None,
            report_url=_report_url(seat),
        )
        for seat in first
    ]
    others.sort(key=lambda other: other.seat)
    messages = chat.heard(match=look.match, player=me)
    rules = talk_of(me) if look.match.collection_id is not None else None
    if rules is None:
        return Talk(messages, me, others)
    return Talk(messages, me, others, rules.phrases, rules.free)


def _report_url(seat: Seat) -> str:
    player = seat.player
    if player is None or player.former:
        return ""
    about = ["name", player.user.username] if player.user else ["guest", player.pk]
    return f"{reverse('report', args=about)}?next={reverse('match', args=[seat.match_id])}"


def _offered(look: Look) -> Offered | None:
    standing = look.match.offer
    return Offered(standing["kind"], standing["seat"] == look.seat) if standing else None


def _may_offer(look: Look, table: LiveState) -> list[str]:
    """What the seat may offer now, except what stands or was offered already."""
    match = look.match
    found: list[str] = []
    if match.finished or look.seat is None:
        return found
    if not match.rated and not table.beside:
        try:
            before_last_action(match, look.seat)
            found.append(administrative_moves.TAKE_BACK)
        except NotAllowed:
            pass
    if not table.bot or table.beside:
        found.append(administrative_moves.DRAW)
    standing = match.offer
    stand = standing and standing["kind"]
    return [kind for kind in found if kind != stand and not offered_already(match, look.seat, kind)]


def _again(look: Look, me: Player | None) -> tuple[str, bool]:
    """`LiveState.again` and `LiveState.bring`."""
    match = look.match
    if again := Match.objects.lean().filter(rematch_of=match.pk).first():
        unseen = again.seats.filter(player=me, looked__isnull=True).exists()
        return reverse("match", args=[again.pk]), unseen and not again.finished
    if match.rematch_by is None:
        return "", False
    own = match.rematch_by == look.seat
    asking = {"muted__seats__match": match.pk, "muted__seats__number": match.rematch_by}
    if not own and me is not None and me.mutes.filter(blocks=True, **asking).exists():
        return "", False
    if request_stands(match, at=timezone.now()):
        return "asked" if own else "wanted", False
    return "lapsed" if own else "missed", False
