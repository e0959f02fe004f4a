"""Finds the cards that people mean by a name, for all names of a deck at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import islice

from django.db.models import QuerySet
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from cards.decks.exchange.parsed import Named
from cards.models import Card
from cards.models.card import own_key
from cards.models.derived import LONGEST, plain
from cards.search.current import vocabulary
from cards.search.local_names import english_by_own_names, english_of
from cards.search.words import nearest, slips
from cards.sets.models import SetCard

MOST_GUESSED = 50
"""Names for which similar cards are looked up; a text with more unknown names is not a deck."""
MOST_COMPARED = 10
"""How many of those are compared with every known name."""
MOST_ROWS = 5000
MOST_SHOWN = 5
ALIKE = 50.0
"""The least similarity, out of 100, at which a name is suggested."""
_Places = tuple[list[str], list[str], list[str]]
"""Lines of the cards with a text as their name, as their Latin name and as their key."""


@dataclass(frozen=True, slots=True)
class Guess:
    """
    Cards that may be meant, the likeliest first; `sure` is the confidence in the first, 0 to 1, 0 if none
    stands out.

    `near`: whether a similar name exists; `looked`: whether one was looked for.
    """

    cards: tuple[Named, ...] = ()
    sure: float = 0.0
    near: bool = False
    looked: bool = True


class Names:
    """
    The names of all published cards, in any language, and of the own cards of a set. Each method takes one or
    two queries, however many names are asked for.
    """

    def __init__(self, collection: int | None = None) -> None:
        self._collection = collection
        self._lines = [line for line in vocabulary().texts.split("\n") if line]
        self._exact: dict[str, list[Named]] = {}
        self._keys: dict[str, Named] = {}

    def learn(self, texts: Iterable[str]) -> None:
        """Load the cards with these names, Latin names, keys or names in other languages."""
        wanted = {plain(text) for text in texts} - {""}
        found = self._called(wanted)
        local = {text: english for text in wanted - found.keys() if (english := english_of(text))}
        of_local = self._called({name for english in local.values() for name in english})
        for text, english in local.items():
            named = [line for name in english if name in of_local for line in of_local[name][0]]
            if named:
                found[text] = (named, [], [])
        rows = self._rows(line for places in found.values() for lines in places for line in lines)
        for text, places in found.items():
            lines = next(each for each in places if each)
            self._exact[text] = [card for line in dict.fromkeys(lines) for card in rows[line]]
        if self._collection is not None:
            self._learn_own(self._collection)

    def _called(self, wanted: Set[str]) -> dict[str, _Places]:
        found: defaultdict[str, _Places] = defaultdict(lambda: ([], [], []))
        for line in self._lines if wanted else ():
            for place, part in enumerate(line.split("|")[1:4]):
                if part in wanted:
                    found[part][place].append(line)
        return dict(found)

    def _learn_own(self, collection: int) -> None:
        """A set's own cards come before published ones of the same name."""
        for card in SetCard.objects.shown().filter(collection=collection):
            latin = str(card.contents.get("latin_name", ""))
            named = Named(own_key(card.pk), card.name, latin, card.contents["kind"])
            self._keys[named.key] = named
            for text in {plain(card.name), plain(latin)} - {""}:
                self._exact[text] = [named, *self._exact.get(text, [])]

    def called(self, text: str) -> list[Named]:
        """Of those that were learnt, the cards with that name, else Latin name, else key, else local name."""
        return self._exact.get(plain(text), [])

    def of_key(self, key: str) -> Named | None:
        """The card with exactly this key, among those that were learnt."""
        return self._keys.get(key)

    def guess(self, texts: Iterable[str]) -> dict[str, Guess]:
        """Guesses for texts that are not the name of any card."""
        asked = list(dict.fromkeys(texts))
        words = {text: plain(text) for text in asked}
        looked = [text for text in asked if words[text] and len(words[text]) <= LONGEST][:MOST_GUESSED]
        if not looked:
            return {text: Guess(looked=False) for text in asked}
        finder = _Nearest(self._lines)
        containing = finder.containing({words[text] for text in looked})
        found = {}
        for place, text in enumerate(looked):
            found[text] = (
                finder.slipped(words[text])
                or finder.parts(words[text], containing[words[text]])
                or (finder.alike(words[text]) if place < MOST_COMPARED else _Found([]))
            )
        rows = self._rows(line for each in found.values() for line in each.lines)
        return {text: _guess(found[text], rows) if text in found else Guess(looked=False) for text in asked}

    def _rows(self, lines: Iterable[str]) -> Mapping[str, list[Named]]:
        """
        The cards by their search_text. It contains the key in plain letters, so keys are tried first; only
        where a key is written differently are all rows searched.
        """
        wanted = set(islice(dict.fromkeys(lines), MOST_ROWS))
        rows: defaultdict[str, list[Named]] = defaultdict(list)
        keys = [line.split("|")[3].replace(" ", "-") for line in wanted]
        self._keep(Card.objects.filter(key__in=keys), wanted, rows)
        missing = wanted - rows.keys()
        if missing:
            unlike = Card.objects.filter(search_text__in=missing).values("pk")
            self._keep(Card.objects.filter(pk__in=unlike), missing, rows)
        return rows

    def _keep(self, cards: QuerySet[Card], wanted: Set[str], rows: defaultdict[str, list[Named]]) -> None:
        columns = cards.order_by("key").values_list("search_text", "key", "name", "latin_name", "kind")
        for line, key, *named in columns if wanted else ():
            if line in wanted:
                self._keys[key] = Named(key, *named)
                rows[line].append(self._keys[key])


@dataclass(frozen=True, slots=True)
class _Found:
    """Lines of cards, the likeliest first; `sure` is about the first only."""

    lines: list[str]
    sure: float = 0.0
    near: bool = True

    def __bool__(self) -> bool:
        return bool(self.lines)


def _guess(found: _Found, rows: Mapping[str, list[Named]]) -> Guess:
    cards = [card for line in found.lines for card in rows[line]]
    sure = found.sure if found.lines and len(rows[found.lines[0]]) == 1 else 0.0
    return Guess(tuple(cards[:MOST_SHOWN]), sure, found.near)


class _Nearest:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._lines_of: defaultdict[str, list[str]] = defaultdict(list)
        for line in lines:
            _bar, name, latin, _key, _end = line.split("|")
            self._lines_of[name].append(line)
            if latin:
                self._lines_of[latin].append(line)
        self._local = self._local_names(english_by_own_names())
        for line, names in self._local.items():
            for name in names:
                if line not in self._lines_of[name]:
                    self._lines_of[name].append(line)
        self._by_length: defaultdict[int, list[str]] = defaultdict(list)
        for name in self._lines_of:
            self._by_length[len(name)].append(name)

    def _local_names(self, own: Mapping[str, list[str]]) -> Mapping[str, list[str]]:
        """By line the names in the reader's language."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, each_english in own.items():
            for english in each_english:
                for line in self._lines_of.get(english, ()):
                    if line.startswith(f"|{english}|"):
                        found[line].append(name)
        return dict(found)

    def slipped(self, text: str) -> _Found | None:
        """Names one or two typing errors away. Long names raise the confidence, rivals lower it."""
        far = slips(text)
        lengths = range(len(text) - far, len(text) + far + 1)
        names = nearest(text, [name for length in lengths for name in self._by_length.get(length, ())])
        if not names:
            return None
        lines = [line for name in names for line in self._lines_of[name]]
        alike = 1 - OSA.distance(text, names[0]) / max(len(text), len(names[0]))
        twins = len(self._lines_of[names[0]]) > 1
        return _Found(lines, 0.0 if twins else round(alike / len(names), 2))

    def containing(self, texts: set[str]) -> dict[str, set[int]]:
        """For each text, the indexes of the lines that have all its words."""
        wanted = {word for text in texts for word in text.split()}
        having: defaultdict[str, set[int]] = defaultdict(set)
        for place, line in enumerate(self._lines):
            words = " ".join((line.replace("|", " "), *self._local.get(line, ()))).split()
            for word in wanted.intersection(words):
                having[word].add(place)
        return {text: set.intersection(*(having[word] for word in text.split())) for text in texts}

    def parts(self, text: str, places: set[int]) -> _Found | None:
        """Cards whose names have all these words; a single one is probably meant."""
        lines = sorted((self._lines[place] for place in places), key=lambda line: (len(line), line))
        if not lines:
            return None
        return _Found(lines[:MOST_SHOWN], 0.6 if len(lines) == 1 else 0.0)

    def alike(self, text: str) -> _Found:
        """Names that look similar, but not similar enough to be taken."""
        names = process.extract(
            text, list(self._lines_of), scorer=fuzz.ratio, score_cutoff=ALIKE, limit=MOST_SHOWN
        )
        lines = [line for name, _score, _place in names for line in self._lines_of[name]]
        return _Found(lines[:MOST_SHOWN], near=False)
