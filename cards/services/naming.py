"""The names of all cards, which no site's list of unwanted words may forbid."""

from collections.abc import Iterator

from cards.models import Card


def names_of_cards() -> Iterator[str]:
    """Names and Latin names, the longest first: "great tit" before "tit"."""
    pairs = Card.objects.values_list("name", "latin_name")
    return iter(sorted({name for pair in pairs for name in pair if name}, key=len, reverse=True))
