"""What is known of the stored cards: words, taxa and tags, corrections of misspelt words, and names.

Cached in each process until a card changes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, reduce
from itertools import product
from operator import and_, or_
from typing import TypeVar

from django.db import connection
from django.db.models import Max, Min, Q
from rapidfuzz import process
from rapidfuzz.distance import OSA

import engine
from cards.models import Card, CardSet, Collection, Deck
from cards.search.compile import like
from cards.search.relations import PLAIN, Niches

Known = TypeVar("Known")
MOST_NAMED = 200
"""The most cards that the relations of a query may name."""
SHORTEST_BEGINNING = 4
"""From this many letters on, typing errors are forgiven in unfinished words."""
MOST_KEPT, FEW = 1000, 5
"""The most names cached, and the most cards each may mean."""
MOST_NEAR = 3


def slips(word: str) -> int:
    """How many typing errors are forgiven: letters missing, added, wrong or swapped."""
    return 0 if len(word) < 3 else 1 if len(word) < 6 else 2


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """
    The known words with the fewest typing errors, at most three; none if all are too far.

    Among equals, words with the same letters come first, then words with the same first letter.
    """
    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips(word), limit=None)
    if not found:
        return []
    letters = sorted(word)
    ranked = sorted(
        (distance, sorted(each) != letters, each[0] != word[0], each) for each, distance, _place in found
    )
    return [each for *rank, each in ranked if tuple(rank) == ranked[0][:3]][:MOST_NEAR]


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

    version: datetime | None
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
    def words(self) -> dict[str, dict[int, list[str]]]:
        """The different words of names, of Latin names and of both, by length."""
        names: set[str] = set()
        latins: set[str] = set()
        for line in self.texts.split("\n"):
            if line:
                _bar, name, latin, _key, _end = line.split("|")
                names.update(name.split())
                latins.update(latin.split())
        return {"name": _by_length(names), "latin": _by_length(latins), "any": _by_length(names | latins)}

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
    def niches(self) -> Niches:
        """The niches of the cards (cards/search/relations.py)."""
        rows = Card.objects.order_by()
        demanding = rows.filter(niche__gt=PLAIN).values("niche").annotate(first=Min("pk"))
        specimens = rows.in_bulk([row["first"] for row in demanding])
        return Niches(
            plain=tuple(sorted(rows.filter(niche__lte=PLAIN).values_list("niche", flat=True).distinct())),
            demanding={card.niche: as_engine(card) for card in specimens.values()},
        )

    def near(self, word: str, field: str = "any") -> list[str]:
        """The nearest words of names or Latin names, or beginnings of words if none is near."""
        by_length, far = self.words[field], slips(word)
        lengths = range(len(word) - far, len(word) + far + 1)
        found = nearest(word, [known for length in lengths for known in by_length.get(length, ())])
        if found or len(word) < SHORTEST_BEGINNING:
            return found
        longer = [known for length, words in by_length.items() if length > len(word) for known in words]
        return nearest(word, sorted({known[: len(word)] for known in longer}))

    def mended(self, text: str) -> str | None:
        """The text with each unknown word replaced by the nearest; None if a word has none."""
        words = [word if self.has(word) else next(iter(self.near(word)), None) for word in text.split()]
        known = [word for word in words if word is not None]
        return " ".join(known) if len(known) == len(words) and " ".join(known) != text else None

    def has(self, text: str) -> bool:
        """Whether a plain text is part of some card's name, Latin name or key."""
        return text in self.texts

    @property
    def sets(self) -> dict[str, str]:
        """Maps keys to names of all card sets."""
        return dict(sorted(CardSet.objects.values_list("key", "name")))

    @property
    def decks(self) -> list[str]:
        return sorted(Deck.objects.ready().values_list("slug", flat=True))

    def collections(self, slugs: Iterable[str]) -> set[str]:
        """Which of these are slugs of public collections."""
        asked = [slug for slug in slugs if slug.isprintable()]
        return set(Collection.objects.listed().filter(slug__in=asked).values_list("slug", flat=True))

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
        if key is not None and self.texts.count(f"|{text}|\n") == 1:
            return [key]
        if f"|{text}|" in self.texts:
            exact = self._first_named(like("search_text", f"%|{text}|%"))
            for place in (3, 1, 2):
                found = [card for card in exact if card.search_text.split("|")[place] == text]
                if found:
                    return found
        words = text.split()
        if not all(map(self.has, words)):
            return []
        whole = self._first_named(reduce(and_, map(_whole_word, words)))
        return whole or self._first_named(reduce(and_, (like("search_text", f"%{word}%") for word in words)))

    @staticmethod
    def _first_named(condition: Q) -> list[Card]:
        """Loads whole rows for the first cards only, so that sorting needs only the index."""
        keys = Card.objects.filter(condition).order_by("name_order").values_list("pk", flat=True)
        rows = Card.objects.in_bulk(list(keys[: MOST_NAMED + 1]))
        return sorted(rows.values(), key=lambda card: bytes(card.name_order))


def _whole_word(word: str) -> Q:
    ends = product("| ", repeat=2)
    return reduce(or_, (like("search_text", f"%{before}{word}{after}%") for before, after in ends))


def _by_length(words: Iterable[str]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for word in sorted(words):
        found[len(word)].append(word)
    return dict(found)


def as_engine(card: Card) -> engine.Card:
    """The card as the rules see it."""
    return engine.Card.parse(card.key, card.as_record())


_newest: dict[str, Vocabulary] = {}


def vocabulary() -> Vocabulary:
    """The vocabulary of the present card set."""
    version = Card.objects.aggregate(newest=Max("changed_at"))["newest"]
    database = str(connection.settings_dict["NAME"])
    known = _newest.get(database)
    if known is None or known.version != version:
        known = _newest[database] = Vocabulary(version)
    return known
