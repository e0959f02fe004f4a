"""A card's neighbourhood in the food web: what it can live on, what can live on it, what may lie beside it.

The search, and thus the engine, says which cards these are (cards/search/relations.py). This module chooses
the most informative ones and counts the rest.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.models import DeckCard
from cards.glossary import as_search
from cards.models import Card, Diet, Kind
from cards.search.services.search import CardSearch
from engine.phylo.rules import RULES

DRAWN = 7
"""The most cards on each side of the drawing."""
LOOKED_AT = 120
"""The most cards of a relation from which the drawn ones are chosen."""
MOST_DECKS = 30

Root = Literal["", "light", "carbon"]


@dataclass(frozen=True, slots=True)
class Side:
    """
    One side of the drawing: cards, the most informative first, and the search for all of them.

    `root` is the energy source of a card with number 1, which is not a card. `total` is the number of
    results; `note` explains missing cards or other peculiarities.
    """

    title: str
    cards: list[Card] = field(default_factory=list)
    total: int = 0
    search: str = ""
    root: Root = ""
    note: str = ""

    def more(self, shown: int) -> int:
        """How many results are not among the first `shown` cards."""
        drawn = sum(card.kind != Kind.HOME for card in self.cards[:shown])
        return max(0, self.total - drawn)


@dataclass(frozen=True, slots=True)
class Beside:
    """What else may lie beside the card: a sentence, and the search for the cards it mentions."""

    text: str
    search: str


@dataclass(frozen=True, slots=True)
class FoodWeb:
    """`below`: what the card lives on; `above`: what lives on it. `struck`: both are targets of an event."""

    below: Side
    above: Side
    beside: list[Beside]
    struck: bool = False


def food_web(card: Card, rules: str) -> FoodWeb:
    """The food web under the rule set with that key."""
    draw = _Draw(card, rules)
    if card.kind == Kind.EVENT:
        return draw.targets()
    if card.kind == Kind.HOME:
        nothing = _("HOME needs nothing: it lies there from the start.")
        return FoodWeb(Side(_("It rests on"), note=nothing), draw.dwellers(), [])
    if card.kind == Kind.HABITAT and not RULES[rules].habitats:
        unknown = _("These rules have no habitat cards.")
        return FoodWeb(Side(_("It lies beside"), note=unknown), Side(_("It supports"), note=unknown), [])
    if card.kind == Kind.HABITAT:
        return FoodWeb(draw.company(_("It lies beside")), draw.dwellers(), [])
    below = draw.hosts() if needs_host(card) else draw.roots() if card.food_chain == 1 else draw.foods()
    return FoodWeb(below, draw.eaters(), [] if needs_host(card) else draw.beside())


def needs_host(card: Card) -> bool:
    """P24: a parasite that cannot live alone."""
    return bool((card.abilities.get("parasitic") or {}).get("needs_host"))


class _Draw:
    """Finds and chooses cards for one card under one rule set."""

    def __init__(self, card: Card, rules: str) -> None:
        self.card = card
        self.rules = rules
        self.mates = _deck_mates(card)

    def foods(self) -> Side:
        side = self._side(_("It can live on"), f"eatenby:{self.card.key}")
        if side.total:
            return side
        return Side(side.title, search=side.search, note=_("By these rules nothing in the set feeds it."))

    def eaters(self) -> Side:
        note = ""
        if needs_host(self.card):
            note = _("Under its host nobody reaches it.")
        side = self._side(_("It can feed"), f"eats:{self.card.key}", note=note)
        if side.total:
            return side
        return Side(side.title, search=side.search, note=_("Nothing in the set eats it."))

    def roots(self) -> Side:
        """A card with number 1 eats no card; it begins beside HOME, or on a habitat."""
        root: Root = "light" if self.card.diet == Diet.PHOTOSYNTHETIC else "carbon"
        cards = list(Card.objects.filter(kind=Kind.HOME).select_related("card_set")[:1])
        total, search = 0, ""
        if RULES[self.rules].habitats:
            search = f"kind:habitat {self._place()}"
            found = CardSearch(search, rules=self.rules)
            habitats = found.slice_after(size=LOOKED_AT).cards
            total = len(habitats) if len(habitats) < LOOKED_AT else found.count
            cards += self._most_informative(habitats, DRAWN - 1 - len(cards))
        return Side(_("It can live on"), cards, total, search, root)

    def hosts(self) -> Side:
        host = as_search((self.card.abilities["parasitic"]).get("host") or {}, self.card)
        side = self._side(_("It can live under"), f"{host} {self._place(any_terrain=False)}")
        if side.total:
            return side
        note = _("No host in the set shares its terrain and climate.")
        return Side(side.title, search=side.search, note=note)

    def dwellers(self) -> Side:
        """What a habitat or HOME supports."""
        return self._side(_("It can support"), f"kind:species beside:{self.card.key}")

    def company(self, title: str) -> Side:
        """Everything that shares terrain and climate, and HOME."""
        side = self._side(title, self._place_search(), drawn=DRAWN - 1)
        home = list(Card.objects.filter(kind=Kind.HOME).select_related("card_set")[:1])
        return Side(title, [*home, *side.cards], side.total, side.search)

    def targets(self) -> FoodWeb:
        target = self.card.target or {}
        side = self._side(_("It can be played on"), as_search(target) or "kind:species", drawn=2 * DRAWN)
        above = Side("", side.cards[1::2], side.total, side.search)
        return FoodWeb(Side(side.title, side.cards[::2], side.total, side.search), above, [], struck=True)

    def beside(self) -> list[Beside]:
        """What else may lie beside a species."""
        card, found = self.card, []
        if card.food_chain == 1:
            search = CardSearch(self._place_search(), rules=self.rules)
            count = search.count
            text = ngettext(
                "It may lie beside any card that shares a terrain and a climate with it: %(count)s card.",
                "It may lie beside any card that shares a terrain and a climate with it: %(count)s cards.",
                count,
            )
            if card.abilities.get("any_terrain"):
                text = ngettext(
                    "It may lie beside any card that shares a climate with it: %(count)s card.",
                    "It may lie beside any card that shares a climate with it: %(count)s cards.",
                    count,
                )
            found.append(Beside(text % {"count": count}, search.text))
        search = CardSearch(f"beside:{card.key}", rules=self.rules)
        count = search.count
        text = ngettext(
            "%(count)s card can be played with nothing but %(name)s beside it.",
            "%(count)s cards can be played with nothing but %(name)s beside them.",
            count,
        )
        if count:
            found.append(Beside(text % {"count": count, "name": card.local_name}, search.text))
        return found

    def _side(self, title: str, text: str, *, note: str = "", drawn: int = DRAWN) -> Side:
        search = CardSearch(text, rules=self.rules)
        first = search.slice_after(size=LOOKED_AT)
        found = {card.pk: card for card in first.cards}
        total = len(found)
        if first.next is not None:
            total = search.count
            if self.mates.decks:
                near = CardSearch(f"{text} in:{','.join(self.mates.decks)}", rules=self.rules)
                found |= {card.pk: card for card in near.slice_after(size=LOOKED_AT).cards}
        return Side(title, self._most_informative(found.values(), drawn), total, text, note=note)

    def _most_informative(self, cards: Iterable[Card], number: int) -> list[Card]:
        """
        The most informative cards: from the same decks and places, and not all of one class. Deterministic.
        """
        rest = [(self._nearness(card), card) for card in cards if card.pk != self.card.pk]
        rest.sort(key=lambda pair: (-pair[0], bytes(pair[1].name_order)))
        seen: Counter[str] = Counter()
        chosen: list[Card] = []
        while rest and len(chosen) < number:
            best = max(range(len(rest)), key=lambda at: (rest[at][0] - 2 * seen[_like(rest[at][1])], -at))
            _nearness, card = rest.pop(best)
            seen[_like(card)] += 1
            chosen.append(card)
        return chosen

    def _nearness(self, card: Card) -> int:
        own = self.card
        return (
            3 * min(self.mates.shared.get(card.pk, 0), 2)
            + (own.terrain_mask & card.terrain_mask).bit_count()
            + (own.climate_mask & card.climate_mask).bit_count()
            + 2 * _usual(card)
        )

    def _place_search(self) -> str:
        kinds = "species,habitat" if RULES[self.rules].habitats else "species"
        return f"kind:{kinds} -is:needs-host {self._place()}"

    def _place(self, *, any_terrain: bool = True) -> str:
        """The search for cards that share its terrains and climates (P16)."""
        climates = f"climate:{','.join(self.card.climates)}"
        if any_terrain and self.card.abilities.get("any_terrain"):
            return climates
        return f"terrain:{','.join(self.card.terrains)} {climates}"


@dataclass(frozen=True, slots=True)
class _Mates:
    """The ready decks that hold a card, and how many of these each other card is in."""

    decks: list[str]
    shared: Mapping[int, int]


def _deck_mates(card: Card) -> _Mates:
    own = DeckCard.objects.filter(card=card, deck__ready=True).order_by("deck__slug")
    decks = dict(own.values_list("deck_id", "deck__slug")[:MOST_DECKS])
    if not decks:
        return _Mates([], {})
    shared = Counter(DeckCard.objects.filter(deck_id__in=decks).order_by().values_list("card_id", flat=True))
    return _Mates(list(decks.values()), shared)


def _usual(card: Card) -> bool:
    """Whether it lives like most species: plants at the bottom, animals above them."""
    return card.diet != Diet.MOLECULAR_CARBON and (card.diet == Diet.PHOTOSYNTHETIC) == (card.food_chain == 1)


def _like(card: Card) -> str:
    return card.class_name or card.kind
