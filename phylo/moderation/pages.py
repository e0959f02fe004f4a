"""Reporting and appealing, for everybody; the queue, the log and people, for moderators."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from phylo.accounts.demanded_factors import lacks_factor, led_to_factors
from phylo.accounts.models import Guest, User
from phylo.accounts.suspension import suspended_page, whoever
from phylo.accounts.visitors import member_of, next_page, reader_of
from phylo.http.input import line_in, number_in
from phylo.http.problems import NotAllowed, Refused
from phylo.moderation import log, services
from phylo.moderation.content import Content, Person, content_of, kinds, person_of
from phylo.moderation.models import LONGEST_KEY, LONGEST_REPORT, LONGEST_WHY, LogEntry, Report
from phylo.moderation.rights import Standing, may_act_on, rank_of, standing_of

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
A_PAGE = 30
NO_END = "none"
LASTING = {"1": gettext_lazy("a day"), "7": gettext_lazy("a week"), "30": gettext_lazy("30 days")}
LONGER = {"365": gettext_lazy("a year"), NO_END: gettext_lazy("until it is lifted")}
"""For how long administrators may suspend, besides: days."""


@dataclass(frozen=True, slots=True)
class Case:
    """Content with its open reports; None if it is gone, or private by now."""

    kind: str
    key: str
    content: Content | None
    reports: list[Report]

    @property
    def name(self) -> str:
        return f"{self.kind} {self.key}"

    @property
    def hideable(self) -> bool:
        return self.content is not None and not self.content.hidden and self.kind != "appeal"


def moderators_only(view: View[P]) -> View[P]:
    """Visitors are asked to sign in; everybody else gets 404."""

    @wraps(view)
    def checked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        user = member_of(request)
        if rank_of(user) < Standing.MODERATOR or user.suspended:
            raise Http404("for moderators")
        if lacks_factor(user):
            return led_to_factors(request)
        return view(request, *args, **kwargs)

    return never_cache(checked)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """
    The form to report something, or to appeal about one's own that is hidden; leads to `next` or to where it
    was read.
    """
    person, text = person_of(request), request.POST.get("text", "")
    if not person.known:
        return redirect_to_login(request.get_full_path())
    try:
        content = services.reportable(kind=kind, key=key, person=person)
    except NotAllowed as error:
        raise Http404("nothing to report") from error
    own = content.author == person
    context = {"content": content, "own": own, "longest": LONGEST_REPORT, "text": text}
    if request.method == "POST":
        try:
            services.report(kind=kind, key=key, person=person, text=text)
        except Refused as error:
            return render(request, "moderation/report.html", context | {"wrong": error}, status=error.status)
        messages.success(request, _("Thank you. A moderator will look at it."))
        return redirect(content.address or next_page(request))
    return render(request, "moderation/report.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def suspended(request: HttpRequest) -> HttpResponse:
    """What a suspended visitor is shown in place of every page. POST: the `text` of an appeal."""
    who = whoever(request)
    if who is None or not who.suspended:
        return redirect("home")
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            services.appeal(person=person_of(request), text=text)
        except Refused as error:
            return suspended_page(request, who, wrong=str(error), text=text, appeal=_appeal(request))
        return redirect("suspended")
    return suspended_page(request, who, appeal=_appeal(request))


def _appeal(request: HttpRequest) -> Report | None:
    return services.appeal_of(person_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def queue(request: HttpRequest) -> HttpResponse:
    """Open reports of everything, oldest first. POST: `do` what with `kind` and `key`, for which `reason`."""
    wrong: dict[str, object] = {}
    status = HTTPStatus.OK
    if request.method == "POST":
        kind, key = (line_in(request.POST.get(name, ""), LONGEST_KEY) for name in ("kind", "key"))
        reason = request.POST.get("reason", "")
        try:
            _settle(kind, key, reader_of(request), request.POST.get("do", ""), reason)
        except Refused as error:
            wrong = {"case": f"{kind} {key}", "words": str(error), "reason": reason}
            status = error.status
        else:
            messages.success(request, _("The report is settled."))
            return redirect("moderation")
    found = Report.objects.filter(outcome=Report.Outcome.OPEN).values("kind", "key")
    page = Paginator(found.annotate(first=Min("pk")).order_by("first"), A_PAGE).get_page(
        request.GET.get("page")
    )
    cases = [_case(each["kind"], each["key"]) for each in page]
    context = {"page": page, "cases": cases, "wrong": wrong, "longest": LONGEST_WHY}
    return render(request, "moderation/queue.html", context, status=status)


def _case(kind: str, key: str) -> Case:
    reports = Report.objects.filter(kind=kind, key=key, outcome=Report.Outcome.OPEN)
    return Case(kind, key, content_of(kind, key), list(reports.select_related("user")))


def _settle(kind: str, key: str, user: User | None, do: str, reason: str) -> None:
    if kind not in kinds():
        raise Http404("no such kind")
    if do == "dismiss":
        services.dismiss(kind=kind, key=key, user=user)
    elif do in ("hide", "show") and kind != "appeal":
        services.decide(kind=kind, key=key, user=user, hidden=do == "hide", reason=reason)
    else:
        raise Http404("no such step")


@require_safe
@moderators_only
def audit_log(request: HttpRequest) -> HttpResponse:
    entries = LogEntry.objects.select_related("user", "about")
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/log.html", {"page": page, "lines": log.in_words(page)})


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def account(request: HttpRequest, name: str) -> HttpResponse:
    user = get_object_or_404(User.objects.named(line_in(name, 150)))
    return _person(request, Person(user=user), user)


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def guest(request: HttpRequest, guest_id: uuid.UUID) -> HttpResponse:
    return _person(request, Person(guest=guest_id), get_object_or_404(Guest, pk=guest_id))


def _person(request: HttpRequest, person: Person, row: User | Guest) -> HttpResponse:
    """What was decided about somebody. POST: `do` what, for which `reason`, having `seen` which line."""
    user, status, wrong = reader_of(request), HTTPStatus.OK, ""
    if request.method == "POST":
        try:
            messages.success(request, _act(request, person, user))
            return redirect(request.path)
        except Refused as error:
            status, wrong = error.status, str(error)
    entries = LogEntry.objects.filter(log.about(person)).select_related("user", "about")[:A_PAGE]
    lasting = LASTING | (LONGER if standing_of(user) >= Standing.ADMINISTRATOR else {})
    context = {
        "account": person.user,
        "row": row,
        "lines": log.in_words(entries),
        "seen": log.last_about(person),
        "acts": may_act_on(user, person),
        "lasting": lasting.items(),
        "appeal": services.appeal_of(person),
        "longest": LONGEST_WHY,
        "wrong": wrong,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "moderation/person.html", context, status=status)


def _act(request: HttpRequest, person: Person, user: User | None) -> str:
    sent = request.POST
    reason, seen = sent.get("reason", ""), number_in(sent.get("seen", ""))
    match sent.get("do"):
        case "suspend":
            days = sent.get("days", "")
            if days not in LASTING | LONGER:
                raise services.NoReason(_("Please say for how long."))
            until = None if days == NO_END else timezone.now() + timedelta(days=int(days))
            shadow = bool(sent.get("shadow"))
            services.suspend(person=person, user=user, until=until, reason=reason, shadow=shadow, seen=seen)
            return _("They are suspended.")
        case "lift":
            services.lift(person=person, user=user, reason=reason, seen=seen)
            return _("The suspension is lifted.")
        case "shadow" | "unshadow" as do:
            services.shadow(person=person, user=user, on=do == "shadow", reason=reason, seen=seen)
            return _("It is done.")
    raise Http404("no such step")
