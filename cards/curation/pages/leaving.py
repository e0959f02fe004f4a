"""Proposing that a card goes: retired, or merged into another one."""

from http import HTTPStatus
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.curation import services
from cards.curation.errors import BadContents, CurationError
from cards.curation.pages.asking import line_in, reader_of, status_of
from cards.models import Card, Proposal, ProposalState
from cards.models.proposal import LONGEST_SUMMARY
from cards.pages.faces import faces
from phylo.accounts.models import User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    card = get_object_or_404(Card.objects.offered().select_related("card_set"), key=slug)
    user = reader_of(request)
    assert user is not None
    status, wrong = HTTPStatus.OK, ""
    if request.method == "POST":
        try:
            proposal = _proposed(request, card, user)
        except CurationError as error:
            status, wrong = status_of(error), str(error)
        else:
            messages.success(request, _("Others can see it now, and reviewers decide on it."))
            return redirect("proposal", proposal.same_as_id or proposal.pk)
    typed = {name: request.POST.get(name, "") for name in ("kind", "into", "summary")}
    context = {
        "card": card,
        "face": faces([card])[0],
        "typed": typed,
        "wrong": wrong,
        "key": request.POST.get("key", "") or uuid4().hex,
        "longest": LONGEST_SUMMARY,
        "others": Card.objects.offered().filter(kind=card.kind).exclude(pk=card.pk).order_by("name_order"),
    }
    return render(request, "curation/leave.html", context, status=status)


def _proposed(request: HttpRequest, card: Card, user: User) -> Proposal:
    """Handed in at once. Sent twice it is one; raises CurationError."""
    kind = "merge" if request.POST.get("kind") == "merge" else "retire"
    named = line_in(request.POST.get("into", ""))
    into = None
    if kind == "merge":
        into = Card.objects.offered().filter(key=named).first()
        into = into or Card.objects.offered().filter(name__iexact=named, kind=card.kind).first()
        if into is None:
            raise BadContents("into", _("There is no such card to merge it into."))
    summary = request.POST.get("summary", "")
    if not summary.strip():
        raise BadContents("summary", _("Say why it should go."))
    made = services.propose(
        author=user, kind=kind, card=card, into=into, summary=summary, key=request.POST.get("key", "")
    )
    if made.state != ProposalState.DRAFT:
        return made
    return services.submit(proposal_id=made.pk, author=user, edition=made.edition)
