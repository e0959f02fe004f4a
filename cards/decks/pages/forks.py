"""A deck of one's own from another's."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from cards.decks import services
from cards.decks.access import deck_or_404, known_builder
from cards.decks.errors import MOST_DECKS, BadChange, TooManyDecks
from cards.models import DeckVersion
from phylo.numbers import whole


@never_cache
@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Leads to the builder of the copy. Takes `version`, left out for the newest, and `key`: sent twice with the
    same key it makes one copy.
    """
    deck = deck_or_404(request, slug)
    wanted = request.POST.get("version", "")
    version = whole(wanted)
    if wanted and version is None:
        raise Http404("no such version")
    try:
        made = services.copy_deck(
            deck=deck,
            builder=known_builder(request),
            version=version,
            key=request.POST.get("key", ""),
        )
    except DeckVersion.DoesNotExist as error:
        raise Http404("no such version") from error
    except TooManyDecks:
        most = {"most": MOST_DECKS}
        messages.warning(request, _("You have %(most)s decks, as many as one may have.") % most)
        return redirect("deck", deck.slug)
    except BadChange as error:
        messages.warning(request, _("This cannot be copied: %(why)s") % {"why": error})
        return redirect("deck", deck.slug)
    return redirect("deck-build", made.slug)
