"""Mails about matches."""

from collections.abc import Callable

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.matches.models import Match, Seat, TurnMail
from games.matches.words.seats import names_in_a_row, others_at
from phylo.accounts.languages import written_to
from phylo.accounts.models import User
from phylo.accounts.services import stop_turn_mails_token
from phylo.slices import Extension

Occasion = Callable[[Match], str]
"""What the match is a part of, such as "the tournament X"; "" for nothing."""

OCCASIONS = Extension[Occasion]("occasions")


def send_turn_mail(*, seat_id: int, kind: str) -> None:
    """Send the seat's player a mail, unless there is no reason any more or they no longer want mails."""
    begun = Seat.objects.filter(looked=None, match__status=Match.Status.PLAYING)
    seats = begun if kind == TurnMail.Kind.BEGUN else Seat.objects.to_act()
    seat = seats.select_related("match", "player__user").filter(pk=seat_id).first()
    user = seat.player.user if seat and seat.player else None
    if seat is None or user is None or not (user.is_active and user.confirmed_email and user.turn_mails):
        return
    with written_to(user):
        _turn_mail(seat, user, kind).send()


def _turn_mail(seat: Seat, user: User, kind: str) -> EmailMessage:
    opponent = names_in_a_row(seat.match, others_at(seat.match, seat.player_id))
    stop = settings.SITE_URL + reverse("mails-stop", args=[stop_turn_mails_token(user)])
    until = seat.match.flag_at
    body = render_to_string(
        f"matches/mails/{kind}.txt",
        {
            "opponent": opponent,
            "occasion": next((name for each in OCCASIONS if (name := each(seat.match))), ""),
            "link": settings.SITE_URL + reverse("match", args=[seat.match_id]),
            "until": f"{date_format(until, 'j F, H:i')} UTC" if until else "",
            "stop": stop,
        },
    )
    subjects = {
        TurnMail.Kind.TURN: _("Your turn against %(name)s"),
        TurnMail.Kind.REMINDER: _("Your time against %(name)s runs out"),
        TurnMail.Kind.BEGUN: _("Your game against %(name)s has begun"),
    }
    return EmailMessage(
        subjects[TurnMail.Kind(kind)] % {"name": opponent},
        body,
        to=[user.confirmed_email],
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )
