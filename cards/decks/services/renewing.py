"""Taking over what has become of a deck's cards since it took them."""

from django.db import transaction
from django.utils.translation import gettext as _

from cards.decks.errors import StaleEdition
from cards.decks.newer import newer
from cards.decks.services.building import store_contents
from cards.models import Deck
from cards.services.turns import hold_cards


def take_over(*, deck_id: int, edition: int) -> Deck:
    """
    Every card at its newest revision, and in place of merged ones those that they were merged into, as a
    version of its own. Where nothing is newer nothing changes, whatever the edition.

    Raises StaleEdition, BadChange or Deck.DoesNotExist.
    """
    with transaction.atomic():
        hold_cards(alone=False)
        deck = Deck.objects.select_for_update().prefetch_related("entries__card").get(pk=deck_id)
        if not newer(deck):
            return deck
        if edition != deck.edition:
            raise StaleEdition(deck.edition)
        store_contents(deck, deck.contents, note=_("Newer cards taken over"), newest=True)
    return deck
