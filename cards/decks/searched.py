"""Decks in the search: ready ones by `in:`, and by `fits:` also those that the visitor may see."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from cards.decks.models import Deck, DeckCard
from cards.decks.models.contents import Contents
from cards.models import Builder
from cards.search.lists import CardList, CardLists


class ReadyDecks(CardLists):
    kind = "deck"
    says = gettext_noop("in the deck %(words)s")

    def known(self, slugs: Collection[str]) -> set[str]:
        return set(Deck.objects.ready().filter(slug__in=slugs).values_list("slug", flat=True))

    def cards(self, slugs: Collection[str]) -> QuerySet[Any, Any]:
        return DeckCard.objects.filter(deck__slug__in=slugs, deck__ready=True).values("card_id")

    def version(self) -> object:
        return list(Deck.objects.ready().order_by("pk").values_list("pk", "changed_at"))

    def suggested(self) -> Sequence[str]:
        return sorted(Deck.objects.ready().values_list("slug", flat=True))

    def offered(self, rules: str) -> Sequence[CardList]:
        decks = Deck.objects.ready().for_rules(rules)
        cards: defaultdict[int, set[int]] = defaultdict(set)
        for deck, card in DeckCard.objects.filter(deck__in=decks).values_list("deck_id", "card_id"):
            cards[deck].add(card)
        named = decks.order_by("name").values_list("pk", "slug", "name")
        return [CardList(slug, name, frozenset(cards[deck])) for deck, slug, name in named]

    def contents(self, slug: str, builder: Builder | None) -> Contents | None:
        found = Deck.objects.ready() if builder is None else Deck.objects.open_to(builder)
        deck = found.filter(slug=slug).first()
        return None if deck is None else deck.contents


READY_DECKS = ReadyDecks()
