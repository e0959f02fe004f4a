"""The numbers by which deck codes know cards: never another one for a card, never the same for two."""

from collections.abc import Iterable, Mapping, Sequence

from cards.models import Card, CardNumbers
from cards.models.card import FIRST_OF_ELSEWHERE
from cards.services.card_file import NUMBER, CardSetError


def check_numbers(cards: Iterable[Card], file_name: str) -> None:
    """
    Raises CardSetError for a number that is that of another stored card, and for a card that had another.

    A card that came from elsewhere before the file had it takes the file's number; its own is not used again.
    """
    stored = dict(Card.objects.filter(number__lt=FIRST_OF_ELSEWHERE).values_list("number", "key"))
    number_of = {key: number for number, key in stored.items()}
    for card in cards:
        if not card.number:
            continue
        where = f"{file_name} ({card.key}), {NUMBER}"
        before = number_of.get(card.key, card.number)
        if before != card.number:
            raise CardSetError(f"{where}: is {before}, which stays for ever")
        holder = stored.get(card.number, card.key)
        if holder != card.key:
            raise CardSetError(f"{where}: {card.number} is that of {holder} for ever")


def give_numbers(cards: Sequence[Card], stored: Mapping[str, Card]) -> None:
    """To those that bring none: a stored card keeps its own, by key, and a new one gets the next."""
    new = []
    for card in cards:
        if card.number:
            continue
        if card.key in stored:
            card.number = stored[card.key].number
        else:
            new.append(card)
    if new:
        for card, number in zip(new, CardNumbers.take(len(new)), strict=True):
            card.number = number
