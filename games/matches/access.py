"""Who is asking, and may they see this match: used by all views."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import BigAutoField, Q, QuerySet, UUIDField
from django.http import Http404, HttpRequest

from cards.models.builder import builder_of
from cards.sets.models import Collection
from games.matches.models import Match, Player, Seat
from games.matches.models.match import MatchQuerySet, on_one_device
from games.matches.presence import Presence
from games.matches.services.contact_rules import call_by_name
from games.matches.services.last_seen import is_unseen, note_look
from games.matches.stream_hub import Opener, Seated
from phylo.accounts.guests import guest_in, known_guest
from phylo.accounts.tokens import bearer_of, digest_of
from phylo.accounts.visitors import reader_of
from phylo.http.prepared import Prepared

of_account = Prepared(lambda user: Player.objects.filter(user=user).only("pk"), BigAutoField())
of_guest = Prepared(lambda guest: Player.objects.filter(guest=guest).only("pk"), UUIDField())
at_one_table = Prepared(lambda match: Seat.objects.at_one_table(match), UUIDField())


def own_player(request: HttpRequest) -> QuerySet[Player]:
    """The player of the account, or of the guest in the session; takes no query if there is neither."""
    if request.user.is_authenticated:
        return Player.objects.filter(user=request.user)
    guest = guest_in(request.session)
    return Player.objects.filter(guest=guest) if guest else Player.objects.none()


def player_id(request: HttpRequest) -> uuid.UUID | None:
    """Kept once found: in the API, limits, permissions and the view ask for it in turn."""
    account = request.user.is_authenticated
    who = request.user.pk if account else guest_in(request.session)
    of, found = getattr(request, "known_player", (None, None))
    if found is None or of != who:
        own = (of_account if account else of_guest)(who) if who else []
        found = own[0].pk if own else None
        request.known_player = who, found  # type: ignore[attr-defined]
    return found


def current_player(request: HttpRequest) -> Player:
    """The visitor as a player, created only when needed, so that just looking around stores nothing."""
    if request.user.is_authenticated:
        return Player.objects.get_or_create(user=request.user)[0]
    with transaction.atomic():
        return Player.objects.get_or_create(guest_id=known_guest(request))[0]


def may_watch(request: HttpRequest, match: Match) -> bool:
    """Whether the visitor may watch a match without playing: a public one, or one inside a set of theirs."""
    if match.public or match.collection_id is None:
        return match.public
    return Collection.objects.inside(builder_of(request)).filter(pk=match.collection_id).exists()


def watchable_by(request: HttpRequest) -> MatchQuerySet:
    """The matches that the visitor `may_watch`, for lists."""
    inside = Collection.objects.inside(builder_of(request)).order_by().values("pk")
    return Match.objects.filter(Q(public=True) | Q(collection__in=inside))


@dataclass(frozen=True)
class Look:
    """
    A match and the seat from which it is looked at; None for a spectator. `unseen`: see `is_unseen`. `seats`
    has all seats in order, with their players and accounts, if they were read. `covered`: see `is_covered`.
    """

    match: Match
    seat: int | None
    unseen: bool = False
    seats: Sequence[Seat] = ()
    covered: bool = False

    @property
    def reader(self) -> int | None:
        """The seat that is "you" to the visitor, once nobody hides a hand; none on one device."""
        return None if on_one_device(self.seats) else self.seat

    @property
    def your_turn(self) -> bool:
        return self.seat in self.match.acting

    @property
    def hand(self) -> int | None:
        """The seat whose hand may be shown."""
        return None if self.covered else self.seat


def look_or_404(request: HttpRequest, match_id: uuid.UUID, *, noted: bool = True) -> Look:
    """
    The visitor's look at a match that they play or `may_watch`. Raises Http404 for any other. Not `noted`:
    the request does not show that somebody is looking, as a page may send it by itself.
    """
    seat, seats = _own_seat(request, match_id, noted=noted)
    if seat is not None:
        if noted and seat.player_id is not None:
            # A program may play without a stream.
            Presence(seat.player_id, match_id).note()
        return Look(seat.match, seat.number, is_unseen(seat), seats, is_covered(seat, seats))
    if not seats or not may_watch(request, seats[0].match):
        raise Http404("no such match")
    return Look(seats[0].match, None, seats=seats)


def look_of(player: uuid.UUID | None, match_id: uuid.UUID, seated: Seated) -> Look | None:
    """
    The look of a page that stays open, of a player or of a watcher (None). None if it has to be asked for:
    who may watch depends on more, several seats share a device, or it is to be noted that somebody looks.
    """
    seats = seated.get(match_id) or at_one_table(match_id)
    own = [seat for seat in seats if player is not None and seat.player_id == player]
    if not seats or len(own) > 1:
        return None
    match, seat = seats[0].match, next(iter(own), None)
    if seat is None:
        return Look(match, None, seats=seats) if player is None and match.public else None
    if is_unseen(seat):
        return None
    if match.collection_id is not None:
        call_by_name([each.player for each in seats if each.player is not None], to=seat.player)
    else:
        # Nobody is called otherwise by one than by another.
        seated[match_id] = seats
    return Look(seat.match, seat.number, seats=seats)


def is_covered(seat: Seat, seats: Sequence[Seat]) -> bool:
    """
    Whether a hand is hidden from the other people on the same device. It is shown while its seat is to act,
    and then until another of theirs acts, so that a page can show what the action has done.
    """
    match, beside = seat.match, [each.number for each in seats if each.player_id == seat.player_id]
    if len(beside) < 2 or match.finished or seat.may_act:
        return False
    moves = match.moves.filter(seat__in=beside).order_by("-number")
    return moves.values_list("seat", flat=True).first() != seat.number


def watchers_or_404(request: HttpRequest, match_id: uuid.UUID) -> Look:
    """
    The look of somebody who may know what watchers say to each other. Raises Http404 for those who still
    play, and for a match that not everybody may watch.
    """
    look = look_or_404(request, match_id, noted=False)
    if not look.match.public or (look.seat is not None and not look.match.finished):
        raise Http404("not for those who play")
    return look


def get_seat_or_404(request: HttpRequest, match_id: uuid.UUID) -> Seat:
    """The visitor's seat, with its match (bulky columns deferred). Raises Http404 for anybody else."""
    seat, _seats = _own_seat(request, match_id, noted=True)
    if seat is None:
        raise Http404("no such match")
    return seat


def seats_or_404(request: HttpRequest, match_id: uuid.UUID) -> tuple[Seat, list[Seat]]:
    """The visitor's seat and those of the other people at the table. Raises Http404 if there are none."""
    mine = get_seat_or_404(request, match_id)
    others = mine.match.seats.select_related("player").filter(player__isnull=False)
    found = list(others.exclude(player=mine.player_id).order_by("number"))
    if not found:
        raise Http404("the computer does not talk")
    return mine, found


def player_of(seat: Seat) -> Player:
    if seat.player is None:
        raise Http404("the computer does not talk")
    return seat.player


def _own_seat(
    request: HttpRequest, match_id: uuid.UUID, *, noted: bool
) -> tuple[Seat | None, Sequence[Seat]]:
    """
    The visitor's seat, and all of the match. Of several on one device: that in `?seat=`, the first to act, or
    the first.
    """
    seats = at_one_table(match_id)
    if seats and seats[0].match.collection_id is not None:
        people = [seat.player for seat in seats if seat.player is not None]
        call_by_name(people, to=_reader(request))
    own = [seat for seat in seats if seat.player is not None and _is_visitor(request, seat.player)]
    asked = request.GET.get("seat")
    named = [seat for seat in own if str(seat.number) == asked]
    found = next(iter([*named, *(seat for seat in own if seat.may_act), *own]), None)
    if noted and found is not None and note_look(found):
        # The clock may have started.
        return _own_seat(request, match_id, noted=False)
    return found, seats


def _reader(request: HttpRequest) -> Player | None:
    """The visitor as a player; an account that has never played as one that is not stored."""
    found = own_player(request).first()
    return Player(user=request.user) if found is None and request.user.is_authenticated else found


def _is_visitor(request: HttpRequest, player: Player) -> bool:
    """Like `own_player`, for a player who was read already."""
    if request.user.is_authenticated:
        return player.user_id == request.user.pk
    return player.guest_id is not None and player.guest_id == guest_in(request.session)


def opener_of(request: HttpRequest, player: uuid.UUID) -> Opener:
    """Who opens a stream, which ends with their session or token."""
    secret, account = bearer_of(request), reader_of(request)
    session = "" if secret else request.session.session_key or ""
    password = account.password if account is not None else None
    guest = guest_in(request.session) if account is None else None
    return Opener(player, password, session, digest_of(secret) if secret else "", guest)
