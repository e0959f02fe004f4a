"""What is known of the stored cards: words, taxa and tags, words near to a misspelt one, what names mean.

Kept in each process as long as the card set stays what it is.
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
"""Cards that the relations of a query may name."""
SHORTEST_BEGINNING = 4
"""Letters from which on a slip is forgiven in a word that is not finished."""
MOST_KEPT, FEW = 1000, 5
"""Names that are remembered, and how many cards each may mean."""
MOST_NEAR = 3


def slips(word: str) -> int:
    """How many typing errors are forgiven: letters missing, added, wrong or swapped."""
    return 0 if len(word) < 3 else 1 if len(word) < 6 else 2


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """
    The known words that are the fewest slips away, three at most; none if all are too far.

    Among equals those made of the same letters come first, then those that begin alike.
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
    """The word that was probably meant: one that begins so, or the nearest."""
    words = sorted(set(known))
    if not word:
        return None
    ahead = [each for each in words if each.startswith(word)]
    if ahead:
        return min(ahead, key=len)
    return next(iter(nearest(word, words)), None)


@dataclass
class Vocabulary:
    """One state of the card set; each part is read when it is first needed."""

    version: datetime | None
    kept: dict[str, object] = field(default_factory=dict)
    """What other parts of the search cache for this state, by name."""

    _named: dict[str, list[Card]] = field(default_factory=dict)

    def keep(self, name: str, make: Callable[[], Known]) -> Known:
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]  # type: ignore[return-value]

    @cached_property
    def texts(self) -> str:
        """Every search_text, each ended by a line break."""
        return "".join(f"{text}\n" for text in Card.objects.order_by().values_list("search_text", flat=True))

    @cached_property
    def words(self) -> dict[str, dict[int, list[str]]]:
        """The different words of names, of latin names and of both, by their length."""
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
        """Kingdoms, phyla, classes and tags as they are stored."""
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
        """The words of names or latin names nearest to one, or beginnings of words if none is near."""
        by_length, far = self.words[field], slips(word)
        lengths = range(len(word) - far, len(word) + far + 1)
        found = nearest(word, [known for length in lengths for known in by_length.get(length, ())])
        if found or len(word) < SHORTEST_BEGINNING:
            return found
        longer = [known for length, words in by_length.items() if length > len(word) for known in words]
        return nearest(word, sorted({known[: len(word)] for known in longer}))

    def mended(self, text: str) -> str | None:
        """The text with each unknown word replaced by the nearest; None if one has none."""
        words = [word if self.has(word) else next(iter(self.near(word)), None) for word in text.split()]
        known = [word for word in words if word is not None]
        return " ".join(known) if len(known) == len(words) and " ".join(known) != text else None

    def has(self, text: str) -> bool:
        """Whether a plain text is part of some card's name, latin name or key."""
        return text in self.texts

    @property
    def sets(self) -> dict[str, str]:
        """Key and name of every set of cards."""
        return dict(sorted(CardSet.objects.values_list("key", "name")))

    @property
    def decks(self) -> list[str]:
        return sorted(Deck.objects.ready().values_list("slug", flat=True))

    def collections(self, slugs: Iterable[str]) -> set[str]:
        """Which of these are slugs of public sets."""
        asked = [slug for slug in slugs if slug.isprintable()]
        return set(Collection.objects.listed().filter(slug__in=asked).values_list("slug", flat=True))

    def named(self, text: str) -> list[Card]:
        """
        The cards that a plain text means: by key, or else by name, by latin name, by all its words in any of
        them, by these as parts of words. One more than MOST_NAMED at most.
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
        """Whole rows of a few, so that only what is in the index has to be put in order."""
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
    """That of the card set as it is now."""
    version = Card.objects.aggregate(newest=Max("changed_at"))["newest"]
    database = str(connection.settings_dict["NAME"])
    known = _newest.get(database)
    if known is None or known.version != version:
        known = _newest[database] = Vocabulary(version)
    return known
