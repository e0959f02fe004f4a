"""Taking over what the cards of a deck say now."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from cards.decks import services
from cards.decks.access import own_deck_or_404
from cards.decks.errors import BadChange, StaleEdition
from cards.models import Deck
from phylo.numbers import whole


@never_cache
@require_POST
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes `edition`."""
    deck = own_deck_or_404(request, slug)
    try:
        services.take_over(deck_id=deck.pk, edition=whole(request.POST.get("edition", "")) or 0)
    except Deck.DoesNotExist as error:
        raise Http404("no such deck") from error
    except StaleEdition:
        messages.warning(request, _("Nothing is taken over: the deck was changed meanwhile. Look again."))
    except BadChange as error:
        messages.warning(request, _("This cannot be taken over: %(why)s") % {"why": error})
    else:
        messages.success(request, _("The deck has the newest cards now."))
    return redirect("deck", deck.slug)
