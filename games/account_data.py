"""Matches as account data: taken over from a guest, released and downloaded."""

import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.urls import reverse

from games.models import ChatMessage, ChatReport, Match, Player, Seat
from games.services import players
from phylo.accounts.account_data import AccountData
from phylo.accounts.models import Guest, User


class Matches(AccountData):
    def name_of(self, *, guest: uuid.UUID) -> str:
        return Player.objects.filter(guest=guest).values_list("name", flat=True).first() or ""

    def adopt(self, *, guest: Guest, user: User) -> bool:
        return players.adopt_guest(guest_id=guest.pk, user=user)

    def release(self, *, user: User) -> None:
        players.leave(user=user)

    def forget_idle(self, *, before: datetime, at_most: int) -> None:
        players.forget_idle_players(before=before, at_most=at_most)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
        """
        `matches`, newest first, each with the URL of its record once it is finished; `chat` and
        `chat_reports`, which the person has written, oldest first.
        """
        player = Player.objects.filter(user=user).first()
        if player is None:
            return {"matches": [], "chat": [], "chat_reports": [], "imported_records": []}
        seats = Seat.objects.of(player.pk).prefetch_related("match__seats__player__user")
        reports = player.chat_reports.select_related("message__player__user").order_by("created")
        return {
            "matches": [_match(seat, absolute) for seat in seats.order_by("-match__created")],
            "chat": [_message(message) for message in player.chat.all()],
            "chat_reports": [_report(report) for report in reports],
            "imported_records": [
                {
                    "page": absolute(reverse("replay-imported", args=[each.pk])),
                    "record": absolute(reverse("replay-imported-record", args=[each.pk])),
                    "at": each.created.isoformat(),
                    "watched": each.watched.date().isoformat(),
                }
                for each in player.imported_records.order_by("created").defer("text")
            ],
        }


def _match(seat: Seat, absolute: Callable[[str], str]) -> dict[str, Any]:
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
            each.deck_told(seat.player_id, sat_there=True) for each in others if each.deck_name
        ),
        "scores": match.scores,
        "winner": match.winner,
        "page": absolute(reverse("match", args=[match.pk])),
        "record": absolute(reverse("api-match-record", args=[match.pk])) if match.finished else None,
    }


def _message(message: ChatMessage) -> dict[str, Any]:
    return {
        "match": str(message.match_id),
        "at": message.created.isoformat(),
        "text": message.text,
        "hidden_by_staff": message.hidden,
    }


def _report(report: ChatReport) -> dict[str, Any]:
    """A report; it contains the reported message of somebody else, which the reporter has read anyway."""
    return {
        "match": str(report.message.match_id),
        "at": report.created.isoformat(),
        "about": report.message.player.public_name,
        "text": report.message.text,
        "reason": report.reason,
        "looked_at": report.done,
    }
