"""Matches as account data: taken over from a guest, released and downloaded."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import islice

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.matches.models import ChatMessage, Match, Mute, Player, Seat
from games.matches.player_data import PlayerData
from games.matches.services import players
from games.matches.services.records import export_record
from phylo.accounts.kept import PLAYERS, WITH_ACCOUNT, Kept
from phylo.accounts.models import Guest, User

MOST_GAMES, AT_ONCE = 500, 50
"""Records in a download, and those that are read at a time."""

KEPT = (
    Kept(
        what=_(
            "Matches: seats, first names typed for two on one device, moves with their times, decks, "
            "results, and mails about turns"
        ),
        whose=PLAYERS,
        why=_("To play them, to watch them again, and so that nobody can take a move back unseen."),
        how_long=_("For good: a match belongs to everybody who played it."),
        stays=_(
            "Matches stay with those you played, under the name “Former player”. Running ones are resigned."
        ),
        held={
            "games.Player.user": "matches",
            "games.Player.guest": "matches",
            "games.Seat.player": "matches",
        },
        tables=("games.Match", "games.Move", "games.TurnMail"),
    ),
    Kept(
        what=_("What you write at a table, or while you watch one"),
        whose=PLAYERS,
        why=_("For those at the table, or those who watch, and for moderators if somebody reports it."),
        how_long=_("As long as the match."),
        stays=_("Messages stay with the match, under the name “Former player”."),
        held={"games.ChatMessage.player": "chat"},
    ),
    Kept(
        what=_("Whom you have muted or blocked"),
        whose=PLAYERS,
        why=_("So that you do not read what they write, and are not challenged or matched by those blocked."),
        how_long=WITH_ACCOUNT,
        held={"games.Mute.player": "mutes"},
        besides={"games.Mute.muted": "Who has muted or blocked whom is known to the one who did alone."},
    ),
)


class Matches(PlayerData):
    kept = KEPT

    def name_of(self, *, guest: uuid.UUID) -> str:
        return Player.objects.filter(guest=guest).values_list("name", flat=True).first() or ""

    def adopt(self, *, guest: Guest, user: User) -> bool:
        return players.adopt_guest(guest_id=guest.pk, user=user)

    def erase(self, *, guest: Guest) -> None:
        players.erase(guest=guest)

    def release(self, *, user: User) -> None:
        players.leave(user=user)

    def suspend(self, *, user: User | None, guest: uuid.UUID | None) -> None:
        players.stand_aside(user=user, guest=guest)

    def forget_idle(self, *, before: datetime, at_most: int) -> None:
        players.forget_idle_players(before=before, at_most=at_most)

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        """
        `matches`, newest first, each with the URL of its record once it is finished, and with the record
        itself if nobody else played; `chat`, what the person has written, oldest first; and `mutes`.
        """
        seats = Seat.objects.of(player.pk).prefetch_related("match__seats__player__user")
        found = list(seats.order_by("-match__created", "number"))
        games = _own_games(player, found)
        return {
            "matches": [_match(seat, absolute) | {"game": games.pop(seat.match_id, None)} for seat in found],
            "chat": [_message(message) for message in player.chat.all()],
            "mutes": [_mute(each) for each in player.mutes.select_related("muted__user")],
        }


def _own_games(player: Player, seats: Sequence[Seat]) -> dict[uuid.UUID, object]:
    """By match, the records of the newest finished ones in which all others are the computer."""
    own = (
        seat.match_id
        for seat in seats
        if seat.match.finished and all(each.player_id in (None, player.pk) for each in seat.match.seats.all())
    )
    newest = list(islice(dict.fromkeys(own), MOST_GAMES))
    matches = Match.objects.filter(pk__in=newest).prefetch_related("moves")
    return {match.pk: export_record(match) for match in matches.iterator(chunk_size=AT_ONCE)}


def _match(seat: Seat, absolute: Callable[[str], str]) -> dict[str, object]:
    match: Match = seat.match
    others = [each for each in match.seats.all() if each.number != seat.number]
    return {
        "match": str(match.pk),
        "rules": match.rules,
        "options": match.options,
        "begun": match.created.isoformat(),
        "last_move": match.updated.isoformat(),
        "status": match.status,
        "moves": match.version,
        "seat": seat.number,
        "deck": seat.deck_name,
        "opponent": ", ".join(
            each.player.public_name if each.player else f"bot {each.bot}" for each in others
        ),
        "opponent_deck": ", ".join(
            each.deck_name_for(seat.player_id, sat_there=True) for each in others if each.deck_name
        ),
        "scores": match.scores,
        "winner": match.winner,
        "page": absolute(reverse("match", args=[match.pk])),
        "record": absolute(reverse("api-match-record", args=[match.pk])) if match.finished else None,
    }


def _mute(mute: Mute) -> str:
    name = mute.muted.public_name
    return gettext("%(name)s (blocked)") % {"name": name} if mute.blocks else name


def _message(message: ChatMessage) -> dict[str, object]:
    return {
        "match": str(message.match_id),
        "at": message.created.isoformat(),
        "text": message.text,
        "hidden_by_staff": message.hidden,
    }
