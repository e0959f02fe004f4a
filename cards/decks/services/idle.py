"""Empty decks of guests are forgotten."""

from datetime import datetime

from cards.models import Deck


def forget_empty_decks(*, before: datetime, at_most: int) -> int:
    """
    Delete decks of guests that hold no card, never held one, and were last changed before that moment; gives
    how many.
    """
    idle = Deck.objects.filter(guest__isnull=False, entries__isnull=True, changed_at__lt=before)
    numbers = list(idle.order_by("changed_at").values_list("pk", flat=True)[:at_most])
    empty = [
        deck.pk
        for deck in Deck.objects.filter(pk__in=numbers).prefetch_related("versions")
        if not any(version.contents_json.get("cards") for version in deck.versions.all())
    ]
    # Asked again: somebody may have begun to build meanwhile.
    return idle.filter(pk__in=empty).delete()[1].get("cards.Deck", 0)
