"""What is known of the stored cards: words, taxa and tags, corrections of misspelt words, and names.

Loaded from the database and cached in each process until a card changes (cards/search/current.py).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import product
from operator import and_, or_
from typing import TypeVar

from django.db.models import Min, Q

from cards.art.uploads import LICENCES
from cards.models import Card, CardSet
from cards.models.derived import plain
from cards.search.bitmaps import BitMap
from cards.search.compile import like
from cards.search.fields import Field
from cards.search.lists import CARD_LISTS
from cards.search.patterns import Joint, Lines, Pattern
from cards.search.postings import text_lines
from cards.search.relations import PLAIN, Niches
from cards.search.words import SHORTEST_BEGINNING, Words, nearest
from cards.services.version import Version
from engine.phylo.cards import Card as EngineCard

Known = TypeVar("Known")
MOST_NAMED = 200
"""The most cards that the relations of a query may name."""
MOST_KEPT, FEW = 1000, 5
"""The most names cached, and the most cards each may mean."""
MOST_VALUES = 20
UNQUOTED = re.compile(r'[\s"(),|/*]')
"""What a value without quotes cannot have."""


def suggestion(word: str, known: Iterable[str]) -> str | None:
    """The word that was probably meant: one with this beginning, or the nearest."""
    words = sorted(set(known))
    if not word:
        return None
    ahead = [each for each in words if each.startswith(word)]
    if ahead:
        return min(ahead, key=len)
    return next(iter(nearest(word, words)), None)


@dataclass
class Vocabulary:
    """One state of the card set; each part is loaded when it is first needed."""

    version: Version
    kept: dict[str, object] = field(default_factory=dict)
    """Cached by other parts of the search for this state, by name."""

    _named: dict[str, list[Card]] = field(default_factory=dict)

    def keep(self, name: str, make: Callable[[], Known]) -> Known:
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]  # type: ignore[return-value]

    @cached_property
    def texts(self) -> str:
        """Every search_text, each followed by a line break."""
        return "".join(f"{text}\n" for text in Card.objects.order_by().values_list("search_text", flat=True))

    @cached_property
    def words(self) -> dict[str, Words]:
        """The different words of names, of Latin names and of both."""
        names: set[str] = set()
        latins: set[str] = set()
        for text in self._each_text():
            _bar, name, latin, _key, _end = text.split("|")
            names.update(name.split())
            latins.update(latin.split())
        return {"name": Words.of(names), "latin": Words.of(latins), "any": Words.of(names | latins)}

    def _each_text(self) -> Iterator[str]:
        """Every search_text."""
        return (line for line in self.texts.split("\n") if line)

    @cached_property
    def taxa(self) -> dict[str, list[str]]:
        """Kingdoms, phyla, classes and tags as stored."""
        rows = Card.objects.order_by().values_list("kingdom", "phylum", "class_name").distinct()
        kingdoms, phyla, classes = (
            sorted({row[column] for row in rows if row[column]}) for column in range(3)
        )
        tags = Card.objects.exclude(tag_text="").order_by().values_list("tag_text", flat=True).distinct()
        words = sorted({tag for text in tags for tag in text.strip("|").split("|")})
        return {"kingdom": kingdoms, "phylum": phyla, "class": classes, "tag": words}

    @cached_property
    def artists(self) -> list[str]:
        """Of uploaded pictures."""
        shown = Card.objects.filter(picture__isnull=False).order_by().values_list("art__artist", flat=True)
        return sorted({artist for artist in shown if artist})

    def open_words(self, field: str) -> list[str]:
        """The words of a field that is open to new ones."""
        if field in ("artist", "licence"):
            return self.artists if field == "artist" else [*LICENCES]
        return self.taxa[field]

    @cached_property
    def niches(self) -> Niches:
        """The niches of the cards (cards/search/relations.py)."""
        rows = Card.objects.order_by()
        demanding = rows.filter(niche__gt=PLAIN).values("niche").annotate(first=Min("pk"))
        specimens = rows.in_bulk([row["first"] for row in demanding])
        return Niches(
            plain=tuple(sorted(rows.filter(niche__lte=PLAIN).values_list("niche", flat=True).distinct())),
            demanding={card.niche: as_engine(card) for card in specimens.values()},
        )

    def nearest_word(self, word: str, field: str) -> str:
        """The nearest whole word of a name or Latin name; the word itself if none is near."""
        return next(iter(self.words[field].near(word)), word)

    def near(self, word: str, field: str = "any") -> list[str]:
        """The nearest words of names or Latin names, or beginnings of words if none is near."""
        found = self.words[field].near(word)
        return found if found or len(word) < SHORTEST_BEGINNING else self.words[field].begun(word)

    def mended(self, text: str) -> str | None:
        """The text with each unknown word replaced by the nearest; None if a word has none."""
        words = [word if self.has(word) else next(iter(self.near(word)), None) for word in text.split()]
        known = [word for word in words if word is not None]
        return " ".join(known) if len(known) == len(words) and " ".join(known) != text else None

    def has(self, text: str) -> bool:
        """Whether a plain text is part of some card's name, Latin name or key."""
        return text in self.texts

    def begins(self, word: str) -> bool:
        """Whether some word of a card begins with this one, or is it."""
        return f" {word}" in self.texts or f"|{word}" in self.texts

    def lines(self, field: str, *, folded: bool = False) -> Lines | Joint:
        """The texts in which a field looks for patterns: as cards show them, or plain."""
        return self.keep(f"{field} {folded}", lambda: Lines(text_lines(field, folded)))

    def matched(self, pattern: Pattern, field: str) -> BitMap:
        """The ids of the cards of which a text of the field matches."""
        return pattern.found(self.lines(field, folded=pattern.plain))

    def matching(self, pattern: Pattern) -> list[Card]:
        """The cards with a name, Latin name or key that matches. At most MOST_NAMED + 1."""
        return self._first_named(Q(pk__in=list(self.matched(pattern, "any")[: MOST_NAMED + 1])))

    def values(self, field: Field, begun: str) -> list[str]:
        """
        What may stand behind a field, as it is written: values that begin so, then those with a word that
        does, at most MOST_VALUES; none if what is begun is a value already.
        """
        wanted, known = plain(begun), self._values(field, plain(begun))
        if wanted:
            if wanted in map(plain, known):
                return []
            words = [each for each in known if f" {wanted}" in f" {plain(each)}"]
            known = sorted(words, key=lambda each: (not plain(each).startswith(wanted), len(each), each))
        return [f'"{each}"' if UNQUOTED.search(each) else each for each in known[:MOST_VALUES]]

    def _values(self, field: Field, begun: str) -> Sequence[str]:
        """Of names of cards only those with a word that begins so."""
        if field.nature == "taxon":
            return [each.lower() for each in self.open_words(field.name)]
        if field.nature == "relation" and begun:
            return [name.lower().replace('"', " ") for name in self._names(begun)]
        if field.name == "set":
            return [*self.sets]
        return [*self.lists] if field.nature in ("deck", "fits") else field.values

    def _names(self, begun: str) -> list[str]:
        """Names of MOST_NAMED offered cards, each with a word that begins so."""
        words = like("search_text", f"|{begun}%|%|%") | like("search_text", f"|% {begun}%|%|%")
        names = Card.objects.offered().filter(words).order_by("name_order").values_list("name", flat=True)
        return list(names[:MOST_NAMED])

    @property
    def sets(self) -> dict[str, str]:
        """Maps keys to names of all card sets."""
        return dict(sorted(CardSet.objects.values_list("key", "name")))

    @property
    def lists(self) -> dict[str, str]:
        """Slugs of lists of cards that may be meant, each with its kind."""
        return {slug: lists.kind for lists in CARD_LISTS for slug in lists.suggested()}

    def named(self, text: str) -> list[Card]:
        """
        The cards that a plain text means: by key, else by name, by Latin name, by all its words in any of
        them, or by these as parts of words. At most MOST_NAMED + 1.
        """
        if text in self._named:
            return self._named[text]
        found = self._find_named(text)
        if len(found) <= FEW and len(self._named) < MOST_KEPT:
            self._named[text] = found
        return found

    def _find_named(self, text: str) -> list[Card]:
        key = Card.objects.filter(key=text.replace(" ", "-")).first()
        if key is not None and self._number_of_keys(text) == 1:
            return [key]
        exact = self._called(text)
        for place in (3, 1, 2):
            found = [card for card in exact if card.search_text.split("|")[place] == text]
            if found:
                return found
        words = text.split()
        if not all(map(self.has, words)):
            return []
        return self._with_words(words, whole=True) or self._with_words(words, whole=False)

    def _number_of_keys(self, text: str) -> int:
        """The number of cards whose key is this in plain letters."""
        return self.texts.count(f"|{text}|\n")

    def _called(self, text: str) -> list[Card]:
        """The first cards with this name, Latin name or key."""
        if f"|{text}|" not in self.texts:
            return []
        return self._first_named(like("search_text", f"%|{text}|%"))

    def _with_words(self, words: Sequence[str], *, whole: bool) -> list[Card]:
        """The first cards that have all of these, or with `whole` as words, in name, Latin name and key."""
        parts = map(_whole_word, words) if whole else (like("search_text", f"%{word}%") for word in words)
        return self._first_named(reduce(and_, parts))

    @staticmethod
    def _first_named(condition: Q) -> list[Card]:
        """Loads whole rows for the first cards only, so that sorting needs only the index."""
        keys = Card.objects.filter(condition).order_by("name_order").values_list("pk", flat=True)
        rows = Card.objects.in_bulk(list(keys[: MOST_NAMED + 1]))
        return sorted(rows.values(), key=lambda card: bytes(card.name_order))


def _whole_word(word: str) -> Q:
    ends = product("| ", repeat=2)
    return reduce(or_, (like("search_text", f"%{before}{word}{after}%") for before, after in ends))


def as_engine(card: Card) -> EngineCard:
    """The card as the rules see it."""
    return EngineCard.parse(card.key, card.as_record())
