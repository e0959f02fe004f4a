"""A user's notices about their proposals, and the setting for mails."""

from dataclasses import dataclass
from functools import cache
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.curation.models import Notice
from cards.curation.permissions import curator_of
from cards.curation.services.notices import mark_read, notice_text, set_mails, unread, user_of_stop_token
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of
from phylo.http.input import number_in


def notice_count(request: HttpRequest) -> dict[str, object]:
    """A context processor. `card_notices`: the number of new ones, queried only by pages that show it."""
    return {"card_notices": cache(lambda: unread(request.user) if isinstance(request.user, User) else 0)}


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice in words, for templates/curation/_notices.html."""

    notice: Notice
    words: str


def notice_rows(user: User, most: int = 50) -> list[NoticeRow]:
    """Newest first. Takes one query."""
    rows = Notice.objects.filter(user=user).select_related("by", "proposal")
    return [NoticeRow(notice, notice_text(notice)) for notice in rows[:most]]


@never_cache
@require_safe
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    user = member_of(request)
    context = {
        "rows": notice_rows(user),
        "new": unread(user),
        "mails": curator_of(user).mails,
        "reached": bool(user.confirmed_email),
    }
    return render(request, "curation/notices.html", context)


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read, or those of the `proposal`."""
    user = member_of(request)
    mark_read(user=user, proposal_id=number_in(request.POST.get("proposal", "")) or None)
    return redirect("notices")


@require_POST
@login_required
def mails(request: HttpRequest) -> HttpResponse:
    user = member_of(request)
    set_mails(user=user, wanted=bool(request.POST.get("mails")))
    messages.success(request, _("Your choice about mails is saved."))
    return redirect("notices")


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """
    The target of the link in a mail; works without signing in. Mail programs with an unsubscribe button post
    to it (RFC 8058), without cookies; a person presses the button on the page.
    """
    user = user_of_stop_token(token)
    if user is None:
        words = _("This link is not valid. You can change the setting on the page of your notices.")
        return render(request, "accounts/link_dead.html", {"words": words}, status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        set_mails(user=user, wanted=False)
    return render(request, "curation/stop_mails.html", {"person": user, "mails": curator_of(user).mails})
