"""What follows when a card changes, in the same transaction."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from cards.curation.contents import Contents, card_from
from cards.curation.facts import FACTS, value_digest
from cards.curation.revisions import Publishing
from cards.curation.storing import store_cards
from cards.deck_contents import Contents as DeckContents
from cards.deck_contents import is_complete
from cards.models import Card, Deck, FactVerdict, Proposal

BATCH = 200


def publish(contents: Contents, publishing: Publishing) -> Card:
    """
    The card with these contents, as its newest revision: what search reads, decks that hold it, and pending
    proposals follow. Its picture has another version by itself, and the bulk files are due by its time.

    The caller holds the turn of the cards. Raises BadContents.
    """
    before = Card.objects.filter(key=contents["key"]).first()
    played = before.as_record() if before is not None else None
    store_cards([card_from(contents, strict=False)], publishing)
    card = Card.objects.get(key=contents["key"])
    if played is not None and played != card.as_record():
        recheck_decks([card])
    return card


def recheck_decks(cards: Iterable[Card]) -> int:
    """Bring what lists say of the decks that hold them (points, legality) to what they are worth now."""
    keys = [card.key for card in cards]
    holding = Deck.objects.filter(Q(entries__card__key__in=keys) | Q(starter__in=keys)).distinct()
    numbers = list(holding.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(numbers), BATCH):
        batch = numbers[first : first + BATCH]
        held = list(Deck.objects.select_for_update().filter(pk__in=batch).order_by("pk"))
        rows = {deck.pk: deck for deck in Deck.objects.filter(pk__in=batch).prefetch_related("entries__card")}
        decks = [(deck, rows[deck.pk].contents) for deck in held if deck.pk in rows]
        named = {key for _deck, contents in decks for key in (*contents.cards, contents.starter) if key}
        known = {card.key: card for card in Card.objects.filter(key__in=named)}
        records = {key: card.as_record() for key, card in known.items()}
        for deck, contents in decks:
            _recheck(deck, contents, known, records)
    return len(numbers)


def _recheck(
    deck: Deck, contents: DeckContents, known: Mapping[str, Card], records: Mapping[str, Any]
) -> None:
    points = sum((known[key].points or 0) * copies for key, copies in contents.cards.items())
    own = {*contents.cards, *contents.opening_hand} | ({contents.starter} - {""})
    complete = own <= known.keys() and is_complete(contents, {key: records[key] for key in own})
    if (points, complete) != (deck.points, deck.complete):
        # The deck itself has not changed: neither its edition nor its time.
        Deck.objects.filter(pk=deck.pk).update(points=points, complete=complete)


def hand_over_verdicts(proposal: Proposal, card: Card, contents: Contents) -> None:
    """What was said of the facts of a proposal holds for the card now; nobody confirms their own values."""
    given = {column: value_digest(column, contents.get(column)) for column in FACTS}
    base = proposal.base_contents or {}
    own = [column for column in FACTS if contents.get(column) != base.get(column)]
    FactVerdict.objects.filter(card=card, user=proposal.author_id, column__in=own).delete()
    for verdict in proposal.fact_verdicts.all():
        if given.get(verdict.column) == verdict.value_digest:
            said = {"agrees": verdict.agrees, "reason": verdict.reason}
            FactVerdict.objects.update_or_create(
                card=card,
                column=verdict.column,
                value_digest=verdict.value_digest,
                user_id=verdict.user_id,
                defaults=said,
                create_defaults=said | {"created_at": verdict.created_at},
            )
