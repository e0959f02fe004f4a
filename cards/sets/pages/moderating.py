"""Hiding a set, and showing it again."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from cards.curation.permissions import moderates
from cards.decks.access import builder_of
from cards.errors import Refused
from cards.sets import services
from cards.sets.access import set_or_404


@never_cache
@require_POST
def hide(request: HttpRequest, slug: str) -> HttpResponse:
    """With `hidden` and a `reason`; without, it is shown again."""
    collection, user = set_or_404(request, slug), builder_of(request).user
    if user is None or not moderates(user):
        raise Http404("no such set")
    hidden = bool(request.POST.get("hidden"))
    try:
        services.hide_set(
            collection_id=collection.pk, user=user, hidden=hidden, reason=request.POST.get("reason", "")
        )
    except Refused as error:
        messages.warning(request, str(error))
    else:
        messages.success(request, _("The set is hidden.") if hidden else _("The set is shown again."))
    return redirect("set", slug)
