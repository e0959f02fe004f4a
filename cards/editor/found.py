"""Cards that the engine has found, and a search that finds the same ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from cards.glossary import as_search
from cards.glossary.food import food_for
from cards.models import Card, Kind
from cards.pages.addresses import search_address
from cards.services.search import CardSearch, QueryError

MOST_KEYS = 30
LONGEST = 1000
"""Values of a term and letters of a search (docs/search.md)."""


FIRST = {"any": "food:1", "green": "food:1 diet:photosynthetic", "plants": "food:1 kingdom=Plantae"}
"""Which cards with number 1 are food, as `Food.first` has it."""


@dataclass(frozen=True, slots=True)
class Found:
    """`cards` in the order in which they tell most; `search` is "" where no search says the same."""

    title: str
    cards: tuple[Card, ...]
    search: str = ""

    @property
    def total(self) -> int:
        return len(self.cards)

    @property
    def url(self) -> str:
        return search_address(self.search) if self.search else ""

    @property
    def names(self) -> list[tuple[str, str]]:
        """Name and address of each, by name."""
        return sorted((card.name, reverse("card", args=[card.key])) for card in self.cards)


def search_for(eater: Card | None, found: Sequence[Card], rules: str) -> str:
    """
    The text of a search for just these cards, "" if there is none. `eater`: the card for which they are food,
    targets or company; then the search says why they are.
    """
    text = _meaning(eater, rules) if eater is not None else ""
    if text and _finds(text, found, rules):
        return text
    keys = f"key={','.join(card.key for card in found)}"
    return keys if 0 < len(found) <= MOST_KEYS and len(keys) <= LONGEST else ""


def _finds(text: str, found: Sequence[Card], rules: str) -> bool:
    try:
        return set(CardSearch(text, rules=rules).card_keys()) == {card.key for card in found}
    except QueryError:
        return False


def _meaning(card: Card, rules: str) -> str:
    but = f" -key={card.key}" if card.key and card.pk is not None else ""
    if card.kind == Kind.EVENT:
        return (as_search(card.target or {}) or "kind:species") + but
    place = f"climate:{','.join(card.climates)}"
    if not card.abilities.get("any_terrain"):
        place = f"terrain:{','.join(card.terrains)} {place}"
    if card.kind == Kind.HABITAT:
        return f"kind:species,habitat,home {place}{but}"
    foods = _foods(card, rules)
    return f"kind:species {place} ({' or '.join(foods)}){but}" if foods else ""


def _foods(card: Card, rules: str) -> list[str]:
    any_scale = bool(card.abilities.get("any_scale"))
    eats = food_for(card.diet, card.food_chain or 0, card.scale or 0, any_scale, rules)
    foods = [f"food:{number} scale:..{largest}" for number, largest in eats.prey]
    if eats.first:
        foods.append(FIRST[eats.first])
    if "feeds_only" in card.abilities:
        only = as_search(card.abilities["feeds_only"], card)
        foods = [f"({' or '.join(foods)}) {only}"] if foods and only else []
    if "feeds_also" in card.abilities and (also := as_search(card.abilities["feeds_also"], card)):
        foods.append(also)
    return [f"({each})" for each in foods]
