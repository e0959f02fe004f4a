"""What is known of the stored cards: words, taxa and tags, corrections of misspelt words, and names.

Cached in each process until a card changes.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from cards.art.uploads import LICENCES
from cards.models import Card, CardSet, Collection, Deck
from cards.models.derived import plain
from cards.search.compile import like
from cards.search.fields import Field
from cards.search.patterns import Lines, Pattern
from cards.search.relations import PLAIN, Niches

Known = TypeVar("Known")
MOST_NAMED = 200
"""The most cards that the relations of a query may name."""
SHORTEST_BEGINNING = 4
"""From this many letters on, typing errors are forgiven in unfinished words."""
MOST_KEPT, FEW = 1000, 5
"""The most names cached, and the most cards each may mean."""
MOST_NEAR = 3
MOST_VALUES = 20
UNQUOTED = re.compile(r'[\s"(),|/*]')
"""What a value without quotes cannot have."""


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

    def _nearest(self, word: str, field: str) -> list[str]:
        by_length, far = self.words[field], slips(word)
        lengths = range(len(word) - far, len(word) + far + 1)
        return nearest(word, [known for length in lengths for known in by_length.get(length, ())])

    def whole(self, word: str, field: str) -> str:
        """The nearest whole word of a name or Latin name; the word itself if none is near."""
        return next(iter(self._nearest(word, field)), word)

    def near(self, word: str, field: str = "any") -> list[str]:
        """The nearest words of names or Latin names, or beginnings of words if none is near."""
        by_length, found = self.words[field], self._nearest(word, field)
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

    def begins(self, word: str) -> bool:
        """Whether some word of a card begins with this one, or is it."""
        return f" {word}" in self.texts or f"|{word}" in self.texts

    def lines(self, field: str, *, folded: bool = False) -> Lines:
        """The texts in which a field looks for patterns: as cards show them, or plain."""
        return self.keep(f"{field} {folded}", lambda: Lines(_texts(field, folded=folded)))

    def matching(self, pattern: Pattern) -> list[Card]:
        """The cards with a name, Latin name or key that matches. At most MOST_NAMED + 1."""
        return self._first_named(
            Q(pk__in=sorted(pattern.found(self.lines("any", folded=pattern.plain)))[: MOST_NAMED + 1])
        )

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
            words = like("search_text", f"|{begun}%|%|%") | like("search_text", f"|% {begun}%|%|%")
            names = Card.objects.offered().filter(words).order_by().values_list("name", flat=True)
            return [name.lower().replace('"', " ") for name in names[:MOST_NAMED]]
        if field.name == "set":
            return [*self.sets]
        return self.decks if field.nature in ("deck", "fits") else field.values

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


def _texts(field: str, *, folded: bool) -> Iterator[tuple[int, str]]:
    """Of cards, by id; those of a card follow each other."""
    rows = Card.objects.order_by("pk")
    if field == "fact":
        yield from rows.values_list("pk", "fact_text" if folded else "fact")
        return
    columns = ("name", "latin_name", "key")
    chosen = {"any": (0, 1, 2), "name": (0,), "latin": (1,), "key": (2,)}[field]
    for card, *texts in rows.values_list("pk", *(["search_text"] if folded else columns)):
        found = texts[0].split("|")[1:-1] if folded else texts
        yield from ((card, found[place]) for place in chosen)


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
