"""The pages of one card: its history, its facts, and a proposal to retire or merge it."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.curation import services
from cards.curation.changes import compared, history
from cards.curation.facts import facts_of_card
from cards.curation.fields import REASON, SUMMARY
from cards.curation.models import Proposal, ProposalState
from cards.curation.pages.steps import value_in
from cards.curation.permissions import Action, may
from cards.models import Card, CardRevision
from cards.pages.faces import faces
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of, reader_of
from phylo.http.input import line_in, number_in, page_in
from phylo.http.keys import KeyReused, new_key
from phylo.http.problems import Refused
from phylo.http.refusals import BadValue


def _card_or_404(slug: str) -> Card:
    return get_object_or_404(Card.objects.select_related("card_set", "merged_into"), key=slug)


@never_cache
@require_safe
def card_history(request: HttpRequest, slug: str) -> HttpResponse:
    """`?from=` and `?to=` select two revisions to compare. A merged card keeps its own history."""
    return _shown(request, _card_or_404(slug))


@require_POST
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    card = _card_or_404(slug)
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("card-history", args=[slug]))
    reason = request.POST.get("reason", "")
    try:
        services.restore(card=card, number=number, user=user, reason=reason)
    except CardRevision.DoesNotExist as error:
        raise Http404("no such revision") from error
    except Refused as error:
        wrong = {"number": number, "words": str(error), "reason": reason}
        return _shown(request, card, wrong, error.status)
    messages.success(request, _("Revision %(number)s is published again.") % {"number": number})
    return redirect("card-history", slug)


def _shown(
    request: HttpRequest,
    card: Card,
    wrong: dict[str, object] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    reader = reader_of(request)
    ends = [number_in(request.GET.get(name, "")) for name in ("from", "to")]
    between = None
    if all(ends):
        try:
            between = compared(card, *ends)
        except CardRevision.DoesNotExist as error:
            raise Http404("no such revision") from error
    context = {
        "card": card,
        "history": history(card, page_in(request)),
        "ends": ends,
        "between": between,
        "successor": card.successor if card.merged_into_id is not None else None,
        "pending": Proposal.objects.pending().filter(card=card).order_by("submitted_at"),
        "can_restore": may(reader, Action.REVERT),
        "wrong": wrong,
        "longest_reason": REASON.longest,
    }
    return render(request, "curation/history.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_facts(request: HttpRequest, slug: str) -> HttpResponse:
    """The card's facts. POST: the reader confirms or doubts one of them."""
    card = _card_or_404(slug)
    if card.merged_into is not None:
        return redirect("card-facts", card.successor.key, permanent=True)
    reader = reader_of(request)
    status, wrong = HTTPStatus.OK, ""
    if request.method == "POST":
        if reader is None:
            return redirect_to_login(reverse("card-facts", args=[slug]))
        agrees = {"yes": True, "no": False}.get(request.POST.get("agrees", ""))
        column, reason = request.POST.get("column", ""), request.POST.get("doubt", "")
        try:
            services.confirm_fact(
                user=reader, column=column, value=value_in(request.POST), agrees=agrees, card=card,
                reason=reason,
            )  # fmt: skip
        except Refused as error:
            status, wrong = error.status, str(error)
        else:
            messages.success(request, _("Your answer is recorded."))
            return redirect("card-facts", card.key)
    context = {
        "card": card,
        "face": faces([card])[0],
        "facts": facts_of_card(card, reader),
        "can": {"confirm_fact": may(reader, Action.CONFIRM_FACT)},
        "wrong": wrong,
        "typed": {"column": request.POST.get("column", ""), "doubt": request.POST.get("doubt", "")},
    }
    return render(request, "curation/card_facts.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    card = get_object_or_404(Card.objects.offered().select_related("card_set"), key=slug)
    user = member_of(request)
    status, wrong, key = HTTPStatus.OK, "", request.POST.get("key", "") or new_key()
    if request.method == "POST":
        try:
            proposal = _proposed(request, card, user)
        except Refused as error:
            status, wrong = error.status, str(error)
            if isinstance(error, KeyReused):
                key = new_key()
        else:
            messages.success(request, _("Others can see it now, and reviewers decide on it."))
            return redirect("proposal", proposal.same_as_id or proposal.pk)
    typed = {name: request.POST.get(name, "") for name in ("kind", "into", "summary")}
    others = Card.objects.offered().filter(kind=card.kind).exclude(pk=card.pk)
    context = {
        "card": card,
        "face": faces([card])[0],
        "typed": typed,
        "wrong": wrong,
        "key": key,
        "longest": SUMMARY.longest,
        "others": sorted(others, key=lambda card: card.by_name),
    }
    return render(request, "curation/leave.html", context, status=status)


def _proposed(request: HttpRequest, card: Card, user: User) -> Proposal:
    """Make and submit a proposal. Sending the form twice makes one. Raises Refused."""
    kind = "merge" if request.POST.get("kind") == "merge" else "retire"
    named = line_in(request.POST.get("into", ""))
    into = None
    if kind == "merge":
        into = Card.objects.offered().filter(key=named).first()
        into = into or Card.objects.offered().filter(name__iexact=named, kind=card.kind).first()
        if into is None:
            raise BadValue("into", _("There is no such card to merge it into."))
    summary = request.POST.get("summary", "")
    if not summary.strip():
        raise BadValue("summary", _("Say why it should go."))
    made = services.propose(
        author=user, kind=kind, card=card, into=into, summary=summary, key=request.POST.get("key", "")
    )
    if made.state != ProposalState.DRAFT:
        return made
    return services.submit(proposal_id=made.pk, author=user, version=made.version)
