"""What is known of the stored cards where the search is kept in memory: the same, from the index."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import and_

from cards.models import Card
from cards.search.bitmaps import BitMap
from cards.search.index import MOST_CHANGED, Index
from cards.search.patterns import Joint, Lines, Pattern
from cards.search.relations import PLAIN, Niches
from cards.search.vocabulary import MOST_NAMED, Vocabulary, as_engine
from cards.search.words import Words
from cards.services.version import Version
from engine.phylo.cards import Card as EngineCard

NAMES = ("name", "latin")
MOST_READ = 5000
"""The most cards whose texts are read for a pattern, rather than those of all."""


class IndexedVocabulary(Vocabulary):
    def __init__(self, index: Index) -> None:
        super().__init__(index.version)
        self.index = index

    @classmethod
    def build(cls, version: Version) -> "IndexedVocabulary":
        """Of all stored cards, with all that takes long; `version` was read before."""
        known = cls(Index.build(version))
        known.words  # noqa: B018
        known.niches = known._niches({})
        return known

    def followed(self, version: Version) -> "IndexedVocabulary | None":
        """The next state; None if it is better built anew."""
        changed = self.version.changes(MOST_CHANGED + 1)
        if len(changed) > MOST_CHANGED:
            return None
        index = self.index.followed(version, changed)
        if len(index.cards) != Card.objects.count():  # some were deleted
            return None
        known = IndexedVocabulary(index)
        known.words = self._words_of(index, changed)
        known.niches = known._niches(self.niches.demanding)
        return known

    def _each_text(self) -> Iterator[str]:
        return map(self.index.slots.text, self.index.cards)

    def _words_of(self, index: Index, changed: Sequence[int]) -> dict[str, Words]:
        """The words without those that only changed cards had, and with their new ones."""
        now = {name: _words(index, name, index.slots_of(changed)) for name in NAMES}
        before = {name: _words(self.index, name, self.index.slots_of(changed)) for name in NAMES}
        now["any"], before["any"] = now["name"] | now["latin"], before["name"] | before["latin"]
        found = {}
        for field, words in self.words.items():
            parts = NAMES if field == "any" else (field,)
            gone = {
                word for word in before[field] - now[field]
                if all(index.word(part, word, whole=True).isdisjoint(index.cards) for part in parts)
            }  # fmt: skip
            new = {
                word for word in now[field] - before[field]
                if all(self.index.word(part, word, whole=True).isdisjoint(self.index.cards) for part in parts)
            }  # fmt: skip
            found[field] = words.changed(gone, new) if gone or new else words
        return found

    @cached_property
    def taxa(self) -> dict[str, list[str]]:
        columns = {"kingdom": "kingdom", "phylum": "phylum", "class": "class_name", "tag": "tag_text"}
        found = {field: set(map(str, self.index.present(column))) for field, column in columns.items()}
        found["tag"] = {tag for text in found["tag"] for tag in text.strip("|").split("|")}
        return {field: sorted(values) for field, values in found.items()}

    def _niches(self, known: Mapping[int, EngineCard]) -> Niches:
        """`known` are cards of demanding niches, each as good as any other of its niche."""
        sets = {niche: sets for niche, sets in self.index.values("niche").items() if isinstance(niche, int)}
        present = sorted(niche for niche, cards in sets.items() if self._some(cards))
        demanding = [niche for niche in present if niche > PLAIN]
        new = [(sets[niche] & self.index.cards).min() for niche in demanding if niche not in known]
        rows = Card.objects.in_bulk([self.index.slots.pks[slot] for slot in new])
        loaded = {card.niche: as_engine(card) for card in rows.values()}
        return Niches(
            plain=tuple(niche for niche in present if niche <= PLAIN),
            demanding={niche: known.get(niche) or loaded[niche] for niche in demanding},
        )

    def has(self, text: str) -> bool:
        return self._some(self.index.containing("any", text))

    def begins(self, word: str) -> bool:
        return self._some(self.index.word("any", word))

    def _some(self, found: BitMap) -> bool:
        return not found.isdisjoint(self.index.cards)

    def lines(self, field: str, *, folded: bool = False) -> Lines | Joint:
        return self.index.lines_of(field, folded=folded)

    def matched(self, pattern: Pattern, field: str) -> BitMap:
        """Where few cards have its letters, only their texts are read."""
        among = self.index.with_pieces(pattern.pieces, field)
        if among is None or len(among) > MOST_READ:
            return super().matched(pattern, field)
        return pattern.found(Lines(self.index.texts(field, among, folded=pattern.plain)))

    def _names(self, begun: str) -> list[str]:
        found = self._cards(self.index.word("name", begun) & self.index.offered, MOST_NAMED)
        return [card.name for card in found]

    def _number_of_keys(self, text: str) -> int:
        return self.index.containing("key", f"|{text}|").intersection_cardinality(self.index.cards)

    def _called(self, text: str) -> list[Card]:
        return self._cards(self.index.containing("any", f"|{text}|"))

    def _with_words(self, words: Iterable[str], *, whole: bool) -> list[Card]:
        index = self.index
        found = (
            index.word("any", word, whole=True) if whole else index.containing("any", word) for word in words
        )
        return self._cards(reduce(and_, found))

    def _cards(self, found: BitMap, most: int = MOST_NAMED + 1) -> list[Card]:
        """The first ones in the order of names."""
        index = self.index
        first = index.rankings["name"].part(found & index.cards, 0, most)
        rows = Card.objects.in_bulk([index.slots.pks[slot] for slot in first])
        return sorted(rows.values(), key=lambda card: bytes(card.name_order))


def _words(index: Index, part: str, slots: BitMap) -> set[str]:
    return {word for slot in slots for word in index.slots.part(slot, part).split()}
