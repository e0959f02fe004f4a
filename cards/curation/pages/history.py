"""What a card has been, revision by revision; reviewers restore."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.curation import services
from cards.curation.errors import CurationError
from cards.curation.history import compared, history, successor
from cards.curation.pages.asking import card_or_404, number_in, page_in, reader_of, status_of
from cards.curation.roles import Action, may
from cards.models import Card, CardRevision, Proposal
from cards.models.proposal import LONGEST_REASON


@never_cache
@require_safe
def card_history(request: HttpRequest, slug: str) -> HttpResponse:
    """`?from=` and `?to=` say which two revisions are compared. A card that was merged keeps its own."""
    return _shown(request, card_or_404(slug))


@require_POST
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    card = card_or_404(slug)
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("card-history", args=[slug]))
    reason = request.POST.get("reason", "")
    try:
        services.restore(card=card, number=number, user=user, reason=reason)
    except CardRevision.DoesNotExist as error:
        raise Http404("no such revision") from error
    except CurationError as error:
        wrong = {"number": number, "words": str(error), "reason": reason}
        return _shown(request, card, wrong, status_of(error))
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
        "successor": successor(card) if card.merged_into_id is not None else None,
        "pending": Proposal.objects.pending().filter(card=card).order_by("submitted_at"),
        "can_restore": may(reader, Action.REVERT),
        "wrong": wrong,
        "longest_reason": LONGEST_REASON,
    }
    return render(request, "curation/history.html", context, status=status)
