"""The players at a table in words, for lists of matches of all games."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.words import all_of
from engine.drafting import GAMES
from games.matches.models import BotLevel, ChatMessage, Match, Player, Seat


@dataclass(frozen=True)
class Other:
    """Another player, or a `bot` by its level; `url` is "" for those without a page."""

    name: str
    bot: str = ""
    url: str = ""


def others_at(match: Match, player: uuid.UUID | None) -> list[Other]:
    """Everybody but the player, each person once; expects prefetched seats with their players."""
    found: dict[object, Other] = {}
    for seat in sorted(match.seats.all(), key=lambda seat: seat.number):
        if seat.player is None:
            found[seat.number] = Other(bot_label(seat.bot), seat.bot)
        elif seat.player_id != player:
            found[seat.player_id] = Other(seat.player.public_name, url=page_of(seat.player))
    return list(found.values())


def page_of(player: Player) -> str:
    """The URL of an account's page; "" for guests and former players."""
    return player.user.get_absolute_url() if player.user and player.user.is_active else ""


def bot_label(level: str) -> str:
    """The name of a bot in lists and sentences; people may not take one with "computer" in brackets."""
    return _("%(level)s (computer)") % {"level": BotLevel(level).label}


def names_in_a_row(match: Match, others: Iterable[Other]) -> str:
    """Such as "Ada, Ben and Fox (computer)"; otherwise the solo opponent, or players on one device."""
    names = list(dict.fromkeys(other.name for other in others))
    if names:
        return all_of(names)
    if match.players == 1:
        return GAMES[match.rules].opponent
    return _("each other, on one device")


def place_of(match: Match, seat: int) -> int:
    """The rank of a seat by points, from 1; seats with equal points share a rank."""
    return 1 + sum(points > match.scores[seat] for points in match.scores[: match.players])


def seat_of(message: ChatMessage, seats: Sequence[Seat]) -> int:
    """The first seat in the list that the message's author holds."""
    return next(seat.number for seat in seats if seat.player_id == message.player_id)
