"""Proposals waiting for a decision, with filters and bulk steps."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.curation import services
from cards.curation.fields import REASON
from cards.curation.models import Proposal, ProposalKind, ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS
from cards.curation.pages.proposal import face_of
from cards.curation.permissions import Action, curator_of, may, moderates
from cards.curation.queue import Filters, queue, seen_proposals
from cards.models import CardSet
from phylo.accounts.models import User
from phylo.accounts.visitors import reader_of
from phylo.http.answers import page_of
from phylo.http.input import line_in, number_in
from phylo.http.problems import Refused
from phylo.moderation.services import open_reports

A_PAGE = 25
VIEWS: dict[str, tuple[object, tuple[str, ...]]] = {
    "": (gettext_lazy("Waiting"), BEFORE_REVIEWERS),
    "open": (gettext_lazy("Open"), ("open",)),
    "discussion": (gettext_lazy("In discussion"), ("discussion",)),
    "changes": (gettext_lazy("Needs changes"), ("changes",)),
    "stale": (gettext_lazy("Out of date"), ("stale",)),
    "decided": (gettext_lazy("Decided"), ("published", "rejected", "withdrawn", "reverted")),
    "mine": (pgettext_lazy("proposals", "Yours"), tuple(ProposalState.values)),
}
"""For each value of `?state=`, its label and the states that it shows."""
CLAIMS = {
    "": pgettext_lazy("looked after by", "Any"), "free": pgettext_lazy("looked after by", "Nobody"),
    "mine": pgettext_lazy("looked after by", "You"),
    "others": pgettext_lazy("looked after by", "Somebody else"),
}  # fmt: skip
ORDERS = {
    "oldest": gettext_lazy("Oldest first"), "newest": gettext_lazy("Newest first"),
    "votes": gettext_lazy("Most votes first"),
}  # fmt: skip
EVIDENCE = {
    "": gettext_lazy("Any"), "all": gettext_lazy("From evidence"), "scale": gettext_lazy("Scale"),
    "diet": gettext_lazy("Diet and number"), "terrains": gettext_lazy("Terrains"),
    "climates": gettext_lazy("Climates"), "invasive": gettext_lazy("INVASIVE"),
}  # fmt: skip
CHOSEN = ("state", "kind", "set", "claims", "author", "card", "q", "newcomers", "evidence", "order")


def _claim(*, proposal_id: int, version: int, user: User) -> Proposal:
    return services.claim(proposal_id=proposal_id, user=user)


@dataclass(frozen=True, slots=True)
class Bulk:
    """A step on all ticked proposals; `reason`: whether it takes a reason, `needed`: whether it must."""

    words: object
    done: object
    action: Action
    step: Callable[..., Proposal]
    reason: bool = True
    needed: bool = True


BULK = {
    "claim": Bulk(
        gettext_lazy("Claim"), gettext_lazy("Claimed"), Action.CLAIM, _claim, reason=False, needed=False
    ),
    "ask-changes": Bulk(
        gettext_lazy("Ask for changes"), gettext_lazy("Asked for changes"), Action.ASK_CHANGES,
        services.ask_changes,
    ),
    "reject": Bulk(gettext_lazy("Reject"), gettext_lazy("Rejected"), Action.REJECT, services.reject),
    "approve": Bulk(
        gettext_lazy("Approve and publish"), gettext_lazy("Published"), Action.APPROVE, services.approve,
        needed=False,
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    proposal: Proposal
    face: dict[str, object]
    pick: bool
    """Whether the reader can tick it for a bulk step."""
    ticked: bool


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """The outcome for one of many proposals; `problem` is "" if the step succeeded."""

    name: str
    pk: int
    words: str
    problem: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def queue_page(request: HttpRequest) -> HttpResponse:
    """The list of proposals. POST: `do` with each `pick` (id:version); outcomes are shown above the list."""
    if request.method != "POST":
        return _page(request)
    reader = reader_of(request)
    if reader is None:
        return redirect_to_login(reverse("proposals"))
    bulk = BULK.get(request.POST.get("do", ""))
    picked = _picked(request)
    if bulk is None or not picked:
        return _page(request, wrong=_("Tick proposals first."), status=HTTPStatus.BAD_REQUEST)
    reason = request.POST.get("reason", "")
    if bulk.needed and not reason.strip():
        return _page(request, wrong=_("Say why: the authors read it."), status=HTTPStatus.BAD_REQUEST)
    given = {"reason": reason} if bulk.reason else {}
    seen = seen_proposals(reader)
    names = dict(seen.filter(pk__in=[pk for pk, _version in picked]).values_list("pk", "name"))
    try:
        outcomes = services.for_all(bulk.step, picked, user=reader, **given)
    except Refused as error:
        return _page(request, wrong=str(error), status=error.status)
    rows = [
        OutcomeRow(
            names.get(each.proposal_id) or _("A card without a name"), each.proposal_id, str(bulk.done),
            str(each.problem) if each.problem is not None else "",
        )
        for each in outcomes
    ]  # fmt: skip
    problems = [each.problem for each in outcomes if each.problem is not None]
    # If every step failed, the status says so; otherwise the list tells each outcome.
    status = problems[0].status if len(problems) == len(outcomes) else HTTPStatus.OK
    return _page(request, outcomes=rows, status=status)


@never_cache
@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """Only the tabs, for a script that keeps them up to date."""
    return render(request, "curation/_tabs.html", {"tabs": _tabs(request, reader_of(request))})


def _picked(request: HttpRequest) -> list[tuple[int, int]]:
    pairs = (text.partition(":") for text in request.POST.getlist("pick"))
    found = [(number_in(pk), number_in(version)) for pk, _colon, version in pairs]
    return [pair for pair in dict.fromkeys(found) if pair[0]]


def _page(
    request: HttpRequest,
    *,
    outcomes: list[OutcomeRow] | None = None,
    wrong: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    reader = reader_of(request)
    chosen = {name: line_in(request.GET.get(name, "")) for name in CHOSEN}
    page = _found(request, reader, chosen)
    failed = {each.pk for each in outcomes or [] if each.problem}
    ticked = failed if outcomes is not None else {pk for pk, _version in _picked(request)}
    curator = curator_of(reader) if reader is not None else None
    bulk = {name: each for name, each in BULK.items() if may(reader, each.action, curator=curator)}
    context = {
        "rows": [
            Row(
                each,
                face_of(each),
                pick=any(may(reader, one.action, each, curator=curator) for one in bulk.values()),
                ticked=each.pk in ticked,
            )
            for each in page
        ],
        "page": page,
        "tabs": _tabs(request, reader),
        "chosen": chosen,
        "kinds": ProposalKind.choices,
        "sets": CardSet.objects.order_by("name"),
        "claims": CLAIMS,
        "orders": ORDERS,
        "evidence": EVIDENCE,
        "filtered": any(chosen[name] for name in CHOSEN if name not in ("state", "order")),
        "address": _address(chosen),
        "bulk": bulk,
        "outcomes": outcomes,
        "failed": len(failed),
        "wrong": wrong,
        "reason": request.POST.get("reason", "") if wrong or failed else "",
        "longest_reason": REASON.longest,
        "reports": open_reports() if moderates(reader) else None,
    }
    return render(request, "curation/queue.html", context, status=status)


def _found(request: HttpRequest, reader: User | None, chosen: dict[str, str]) -> "Page[Proposal]":
    view = chosen["state"] if chosen["state"] in VIEWS else ""
    filters = Filters(
        states=VIEWS[view][1],
        kinds=(chosen["kind"],) if chosen["kind"] in ProposalKind.values else (),
        claims=chosen["claims"],
        author=chosen["author"],
        card=chosen["card"],
        words=chosen["q"],
        mine=view == "mine",
        card_set=chosen["set"],
        newcomers=bool(chosen["newcomers"]),
        evidence=chosen["evidence"] if chosen["evidence"] in EVIDENCE else "",
        order=chosen["order"] or ("newest" if view in ("mine", "decided") else "oldest"),
    )
    return page_of(request, queue(reader, filters), A_PAGE)


def _address(chosen: dict[str, str], **changed: str) -> str:
    """The address of the list with these filters, without empty ones."""
    given = {name: value for name, value in (chosen | changed).items() if value}
    return reverse("proposals") + (f"?{urlencode(given)}" if given else "")


def _tabs(request: HttpRequest, reader: User | None) -> list[dict[str, object]]:
    """The tabs with counts, except for decided proposals. Takes one query."""
    rows = seen_proposals(reader)
    counted = {name: Count("pk", filter=Q(state__in=VIEWS[name][1])) for name in VIEWS if name != "mine"}
    asked = {name or "waiting": count for name, count in counted.items() if name != "decided"}
    if reader is not None:
        asked["mine"] = Count("pk", filter=Q(author=reader))
    numbers = rows.aggregate(**asked)
    view = request.GET.get("state", "")
    return [
        {
            "words": words,
            "url": _address({"state": name}),
            "count": numbers.get(name or "waiting"),
            "chosen": name == (view if view in VIEWS else ""),
        }
        for name, (words, _states) in VIEWS.items()
        if name != "mine" or reader is not None
    ]
