"""What studies of decks read from the database."""

from collections.abc import Iterable

from django.db.models import Count, Q

from cards.deck_contents import Contents
from cards.decks.insight.reading import Definitions
from cards.decks.insight.suggest import Suggestion, suggest, weaknesses
from cards.models import Card, Kind
from cards.services.search import CardSearch

SEARCHED = 6
"""Weaknesses for which candidates are searched at most."""
LOOKED_AT = 40
"""Candidates of a search."""
COMMON_EVENTS = 6


def definitions_of(*decks: Contents, events: Iterable[str] = ()) -> Definitions:
    """The card objects of all that the decks name, and of events besides, as far as they exist."""
    keys = {key for deck in decks for key in (*deck.cards, *deck.opening_hand, deck.starter)}
    return Card.objects.definitions({*keys, *events} - {""})


def common_events() -> list[str]:
    """The events that most of the ready decks hold, the most common first."""
    held = Count("deck_entries", filter=Q(deck_entries__deck__ready=True))
    events = Card.objects.filter(kind=Kind.EVENT).annotate(held=held).filter(held__gt=0)
    return list(events.order_by("-held", "key").values_list("key", flat=True)[:COMMON_EVENTS])


def suggestions(contents: Contents, cards: Definitions) -> list[Suggestion]:
    """
    Cards of the whole database that would repair the deck. Candidates are searched for, one weakness at a
    time, so that the rules need not look at every card there is.
    """
    candidates: dict[str, Card] = {}
    searches = list(dict.fromkeys(weakness.search for weakness in weaknesses(contents, cards)))
    for text in searches[:SEARCHED]:
        if text:
            found = CardSearch(f"{text} sort:points", rules=contents.rules).slice_after(size=LOOKED_AT)
            candidates |= {card.key: card for card in found.cards}
    return suggest(contents, cards, [(key, card.as_record()) for key, card in sorted(candidates.items())])
