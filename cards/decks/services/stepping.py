"""Small steps of a list, each from the deck as it is when its turn comes."""

from collections.abc import Callable

from django.db import transaction

from cards.deck_contents import Contents
from cards.decks.services.building import Change, change_deck
from cards.models import Deck
from cards.services.turns import hold_cards


def step_deck(*, deck_id: int, step: str, card: str, key: str = "") -> Deck:
    """
    One of `STEPS` with a card, whatever else happened to the deck meanwhile. Made before under the same key,
    it is not made again. Raises BadChange or Deck.DoesNotExist.
    """
    with transaction.atomic():
        hold_cards(alone=False)
        deck = Deck.objects.select_for_update().prefetch_related("entries__card").get(pk=deck_id)
        if key and deck.versions.filter(key=key).exists():
            return deck
        change = STEPS[step](deck.contents, card)
        return change_deck(deck_id=deck_id, edition=deck.edition, change=change, key=key)


def _copies(by: int) -> Callable[[Contents, str], Change]:
    return lambda contents, card: Change(copies={card: max(0, contents.cards.get(card, 0) + by)})


def _hold(contents: Contents, card: str) -> Change:
    return Change(opening_hand=(*contents.opening_hand, card))


def _release(contents: Contents, card: str) -> Change:
    hand = list(contents.opening_hand)
    if card in hand:
        hand.remove(card)
    return Change(opening_hand=tuple(hand))


STEPS: dict[str, Callable[[Contents, str], Change]] = {
    "add": _copies(1), "take": _copies(-1), "hold": _hold, "release": _release,
}  # fmt: skip
"""A copy more or less of a card in the deck, or in the opening hand."""
