"""What has become of the cards of a deck since it took them."""

from dataclasses import dataclass

from django.db.models import F, Q

from cards.curation.contents import ADDED, contents_of
from cards.curation.differences import Difference, differences
from cards.models import Card, CardRevision, Deck

QUIET = {"sources", *(column for column in ADDED if column not in ("art", "sources"))}
"""Columns of which a line of their own, or none, is said."""


@dataclass(frozen=True, slots=True)
class Newer:
    """
    A card that the deck holds at an older revision. `into` has taken its place; `retired`: it is no longer
    offered, and the deck keeps it. `differences` are what it says now instead.
    """

    card: Card
    taken: int
    differences: list[Difference]
    into: Card | None = None
    retired: bool = False


def newer(deck: Deck) -> list[Newer]:
    """
    In the order of names; a revision that says the same in all that a face shows is none. Two queries, one
    where nothing is newer.
    """
    moved = Q(revision__lt=F("card__revision"), revision__gt=0) | Q(card__merged_into__isnull=False)
    entries = list(
        deck.entries.filter(moved).select_related("card__merged_into").order_by("card__name_order")
    )
    if not entries:
        return []
    wanted = Q(pk__in=[])
    for entry in entries:
        wanted |= Q(card=entry.card_id, number=entry.revision)
    before = dict(CardRevision.objects.filter(wanted).order_by().values_list("card_id", "contents"))
    found = []
    for entry in entries:
        card = entry.card
        said = differences(before[card.pk], contents_of(card)) if card.pk in before else []
        told = [each for each in said if each.column not in QUIET]
        into = card.merged_into
        if told or into is not None or card.retired:
            found.append(Newer(card, entry.revision, told, into, card.retired))
    return found
