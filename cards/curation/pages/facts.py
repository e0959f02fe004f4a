"""The facts of a published card: who confirms them, who doubts them."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.curation import services
from cards.curation.errors import CurationError
from cards.curation.facts import facts_of_card
from cards.curation.history import successor
from cards.curation.pages.asking import card_or_404, reader_of, status_of
from cards.curation.pages.steps import value_in
from cards.curation.roles import Action, may
from cards.pages.faces import faces


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_facts(request: HttpRequest, slug: str) -> HttpResponse:
    """POST: what the reader says of one of them."""
    card = card_or_404(slug)
    if card.merged_into is not None:
        return redirect("card-facts", successor(card).key, permanent=True)
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
        except CurationError as error:
            status, wrong = status_of(error), str(error)
        else:
            messages.success(request, _("Your word on this fact counts."))
            return redirect("card-facts", card.key)
    context = {
        "card": card,
        "face": faces([card])[0],
        "facts": facts_of_card(card, reader),
        "can": {"confirm": may(reader, Action.CONFIRM_FACT)},
        "wrong": wrong,
        "typed": {"column": request.POST.get("column", ""), "doubt": request.POST.get("doubt", "")},
    }
    return render(request, "curation/card_facts.html", context, status=status)
