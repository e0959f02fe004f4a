"""Curators and the rules they follow; and what administrators do with accounts in curation."""

from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.curation import limits, services
from cards.curation.facts import FEWEST
from cards.curation.fields import ACCOUNT_REASON
from cards.curation.models import (
    Curator,
    Decision,
    FactVerdict,
    Proposal,
    ProposalComment,
    ProposalState,
    ProposalVote,
)
from cards.curation.pages.log import in_words
from cards.curation.permissions import (
    ACCEPTED_TO_BE_TRUSTED,
    ROLE_WORDS,
    Action,
    Role,
    appointed,
    curator_of,
    may,
    moderates,
    role_of,
)
from cards.curation.states import Event, sources
from phylo.accounts.models import User
from phylo.accounts.visitors import reader_of
from phylo.http.input import line_in
from phylo.http.problems import Refused

LINES = 50


@dataclass(frozen=True, slots=True)
class Activity:
    """How much undoing everything that an account did would affect."""

    pending: int
    published: int
    comments: int
    votes: int
    verdicts: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def curators(request: HttpRequest) -> HttpResponse:
    """The list of curators. POST: an administrator names a reviewer by `name`."""
    if request.method == "POST":
        return _named(request)
    return _curators(request)


def _named(request: HttpRequest) -> HttpResponse:
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("curators"))
    name = line_in(request.POST.get("name", ""), 150)
    account = User.objects.filter(username__iexact=name, is_active=True).first() if name else None
    if account is None:
        if not may(user, Action.NAME_REVIEWERS):
            return _curators(request, HTTPStatus.FORBIDDEN)
        return _curators(request, HTTPStatus.BAD_REQUEST, wrong=_("There is nobody of this name."), name=name)
    try:
        services.name_reviewer(account=account, user=user, reviewer=True)
    except Refused as error:
        return _curators(request, error.status, wrong=str(error), name=name)
    messages.success(request, _("%(name)s is a reviewer now.") % {"name": account.public_name})
    return redirect("curators")


def _curators(
    request: HttpRequest, status: HTTPStatus = HTTPStatus.OK, *, wrong: str = "", name: str = ""
) -> HttpResponse:
    reader = reader_of(request)
    active = User.objects.filter(is_active=True).order_by("username")
    administrators = Q(is_staff=True) | Q(is_superuser=True)
    others = active.exclude(administrators).filter(curator__blocked=False).select_related("curator")
    sees = moderates(reader)
    blocked = Curator.objects.filter(blocked=True).select_related("user").order_by("user__username")
    context = {
        "administrators": active.filter(administrators).select_related("curator"),
        "reviewers": others.filter(curator__reviewer=True),
        "trusted": others.filter(curator__reviewer=False, curator__accepted__gte=ACCEPTED_TO_BE_TRUSTED),
        "own": ROLE_WORDS[role_of(reader)] if reader is not None else "",
        "accepted": curator_of(reader).accepted if reader is not None else 0,
        "needed": ACCEPTED_TO_BE_TRUSTED,
        "fewest": FEWEST,
        "new_days": limits.NEW_FOR.days,
        "new_open": limits.NEWCOMERS_OPEN,
        "new_a_day": limits.NEWCOMERS_A_DAY,
        "moderates": sees,
        "can_name": may(reader, Action.NAME_REVIEWERS),
        "blocked": blocked if sees else [],
        "wrong": wrong,
        "name": name,
    }
    return render(request, "curation/curators.html", context, status=status)


@never_cache
@require_safe
def curator(request: HttpRequest, name: str) -> HttpResponse:
    """What an account has done in curation, for reviewers; administrators can act on it."""
    return _curator(request, _account_or_404(request, name))


@require_POST
def act(request: HttpRequest, name: str, step: str) -> HttpResponse:
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("curators"))
    if step not in ("block", "unblock", "undo", "review", "end-review"):
        raise Http404("no such step")
    account = _account_or_404(request, name)
    reason = request.POST.get("reason", "")
    try:
        done = _done(step, account, user, reason)
    except Refused as error:
        wrong = {"step": step, "words": str(error), "reason": reason}
        return _curator(request, account, wrong, error.status)
    messages.success(request, done)
    return redirect("curator", account.username)


def _done(step: str, account: User, user: User, reason: str) -> str:
    words = {"name": account.public_name}
    match step:
        case "block":
            services.block(account=account, user=user, blocked=True, reason=reason)
            return _("%(name)s may no longer take part.") % words
        case "unblock":
            services.block(account=account, user=user, blocked=False, reason=reason)
            return _("%(name)s may take part again.") % words
        case "undo":
            return _undone(services.undo_all(account=account, user=user, reason=reason))
    services.name_reviewer(account=account, user=user, reviewer=step == "review")
    return (
        _("%(name)s is a reviewer now.") if step == "review" else _("%(name)s no longer reviews.")
    ) % words


def _undone(undone: services.Undone) -> str:
    parts = [
        ngettext("%(n)s proposal rejected", "%(n)s proposals rejected", undone.rejected)
        % {"n": undone.rejected},
        ngettext("%(n)s reverted", "%(n)s reverted", undone.reverted) % {"n": undone.reverted},
        ngettext("%(n)s comment hidden", "%(n)s comments hidden", undone.comments) % {"n": undone.comments},
        ngettext("%(n)s vote taken back", "%(n)s votes taken back", undone.votes) % {"n": undone.votes},
        ngettext("%(n)s answer on a fact withdrawn", "%(n)s answers on facts withdrawn", undone.verdicts)
        % {"n": undone.verdicts},
    ]
    if undone.kept:
        parts.append(
            ngettext(
                "%(n)s published with nothing left to revert",
                "%(n)s published with nothing left to revert",
                undone.kept,
            )
            % {"n": undone.kept}
        )
    return ", ".join(parts) + "."


def _account_or_404(request: HttpRequest, name: str) -> User:
    if not moderates(reader_of(request)):
        raise Http404("for reviewers")
    return get_object_or_404(User, username__iexact=line_in(name, 150), is_active=True)


def _curator(
    request: HttpRequest,
    account: User,
    wrong: dict[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    reader = reader_of(request)
    role = appointed(account)
    proposals = Proposal.objects.filter(author=account).exclude(state=ProposalState.DRAFT)
    log = Decision.objects.filter(user=account).select_related("user", "proposal")
    administers = may(reader, Action.BLOCK)
    context = {
        "account": account,
        "role": ROLE_WORDS[role],
        "curator": curator_of(account),
        "newcomer": limits.is_newcomer(account),
        "proposals": proposals.order_by("-created_at")[:LINES],
        "activity": _activity(account),
        "log": in_words(log.order_by("-created_at", "-pk")[:LINES]),
        "administers": administers and role < Role.ADMINISTRATOR,
        "wrong": wrong or {},
        "longest": ACCOUNT_REASON.longest,
    }
    return render(request, "curation/curator.html", context, status=status)


def _activity(account: User) -> Activity:
    own = Proposal.objects.filter(author=account)
    return Activity(
        pending=own.filter(state__in=sources(Event.REJECT)).count(),
        published=own.filter(state=ProposalState.PUBLISHED).count(),
        comments=ProposalComment.objects.filter(user=account, hidden=False).count(),
        votes=ProposalVote.objects.filter(user=account).count(),
        verdicts=FactVerdict.objects.filter(user=account).count(),
    )
