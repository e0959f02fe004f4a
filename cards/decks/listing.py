"""Finding decks in the lists: by words, cards, rules, points and maker."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from cards.decks.models import Deck, DeckCard
from cards.models import Card, Kind
from cards.models.derived import plain
from cards.search.current import vocabulary
from cards.search.local_names import named
from cards.search.vocabulary import MOST_NAMED

POPULAR, NEW, READY = "popular", "new", "ready"
LISTS = (POPULAR, NEW, READY)
ORDERS = {
    POPULAR: ("-likes", "-changed_at", "pk"),
    NEW: ("-created_at", "-pk"),
    READY: ("name", "pk"),
}
COLUMNS = ("name", "place", "theme", "climate", "notes")
MOST_WORDS = 10
MOST_CARDS = 10
"""The most words and cards used; a search needs no more."""


class UnknownCard(ValueError):
    """A term matches no card, or too many; the message says which."""


@dataclass(frozen=True, slots=True)
class DeckSearch:
    """
    A deck must have at least one card of each group in `cards`. `low` and `high` are points. `unfinished`:
    also decks that are not yet legal under their rules. `maker` is the name of an account.
    """

    text: str = ""
    cards: Sequence[Sequence[Card]] = ()
    rules: str = ""
    low: int | None = None
    high: int | None = None
    unfinished: bool = False
    maker: str = ""
    chosen: str = field(default=POPULAR)

    def among(self, decks: QuerySet[Deck]) -> QuerySet[Deck]:
        """The matching ones among these decks."""
        return decks.filter(self._condition())

    def found(self) -> QuerySet[Deck]:
        """The matching decks that everybody may see in lists, ordered for the chosen list."""
        decks = self.among(Deck.objects.listed())
        if self.chosen == READY:
            decks = decks.filter(ready=True)
        elif self.chosen == NEW:
            decks = decks.filter(ready=False)
        return decks.select_related("owner").order_by(*ORDERS[self.chosen])

    def _condition(self) -> Q:
        given: dict[str, object] = {
            "rules": self.rules or None,
            "points__gte": self.low,
            "points__lte": self.high,
            "complete": None if self.unfinished else True,
            "owner__username__iexact": self.maker or None,
        }
        condition = Q(**{lookup: value for lookup, value in given.items() if value is not None})
        for word in self.text.split()[:MOST_WORDS]:
            condition &= _holds(word)
        for meant in self.cards:
            condition &= _has(meant)
        return condition


def cards_named(text: str) -> list[list[Card]]:
    """The cards meant by comma-separated names, Latin names or keys; raises UnknownCard."""
    terms = [plain(term) for term in text.replace("\n", ",").split(",")]
    terms = [term for term in terms if term]
    if len(terms) > MOST_CARDS:
        raise UnknownCard(_("At most %(most)s cards at once.") % {"most": MOST_CARDS})
    return [_cards_called(term) for term in terms]


def _cards_called(term: str) -> list[Card]:
    known = vocabulary()
    cards = [card for card in known.named(term) if card.kind != Kind.HOME]
    cards = cards or list(Card.objects.filter(pk__in=named(term)).exclude(kind=Kind.HOME))
    if len(cards) > MOST_NAMED:
        raise UnknownCard(_("“%(name)s” matches too many cards.") % {"name": term})
    if cards:
        return cards
    near = known.mended(term)
    if near is None:
        raise UnknownCard(_("No card is called “%(name)s”.") % {"name": term})
    raise UnknownCard(
        _("No card is called “%(name)s”. Did you mean “%(near)s”?") % {"name": term, "near": near}
    )


def _holds(word: str) -> Q:
    return reduce(
        or_, (Q(**{f"{column}__icontains": each}) for column in COLUMNS for each in _spellings(word))
    )


def _spellings(word: str) -> Iterable[str]:
    """SQLite ignores case for ASCII only."""
    return {word} if word.isascii() else {word, word.lower(), word.upper(), word.capitalize()}


def _has(cards: Sequence[Card]) -> Q:
    listed = DeckCard.objects.filter(card__in=[card.pk for card in cards])
    habitats = [card.key for card in cards if card.kind == Kind.HABITAT]
    return Q(pk__in=listed.values("deck_id")) | Q(starter__in=habitats)
