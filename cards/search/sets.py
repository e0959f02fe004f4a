"""Predicate to sets in memory: the second compiler, which finds what compile.py finds with columns."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne
from typing import Any

from django.db.models import Q

from cards.keywords.abilities import KEYWORDS
from cards.models import Card, Climate, Terrain
from cards.models.derived import ESTIMATED
from cards.search import predicate as ask
from cards.search.bitmaps import BitMap
from cards.search.compile import CRITERION_COLUMNS, NUMBER_COLUMNS, SET_COLUMNS, WORD_COLUMNS, compiled
from cards.search.facets import ORDER, Counts
from cards.search.index import NOBODY, Index, united
from cards.search.predicate import Predicate, Sort
from cards.search.ranking import Ranking
from cards.search.relations import Clause, Niches, clauses
from engine.phylo.cards import Card as EngineCard
from engine.phylo.criteria import Criterion

COMPARE = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
FACET_COLUMNS = {
    "kind": "kind",
    "set": "card_set_id",
    "diet": "diet",
    "food": "food_chain",
    "scale": "scale",
    "kingdom": "kingdom",
}
FACET_MASKS = {"terrain": Terrain.values, "climate": Climate.values, "keyword": tuple(KEYWORDS)}
Group = tuple[BitMap, Ranking, bool]


class Sets:
    """Answers one search from one state of the index."""

    def __init__(self, index: Index, niches: Callable[[], Niches]) -> None:
        self.index = index
        self._niches = niches
        self._places: dict[tuple[int, int], BitMap] = {}
        self._shared: dict[tuple[str, int], BitMap] = {}

    def found(self, predicate: Predicate) -> BitMap:
        """The slots of the offered cards that meet a predicate."""
        return self._found(predicate) & self.index.offered

    def counts(self, predicate: Predicate) -> Counts:
        found = self.found(predicate)
        numbers: dict[str, Counter[str]] = {field: Counter() for field in ORDER}
        for field, column in FACET_COLUMNS.items():
            for value, cards in self.index.values(column).items():
                numbers[field][str(value)] = found.intersection_cardinality(cards)
        for field, words in FACET_MASKS.items():
            for mask, cards in self._masks(field):
                number = found.intersection_cardinality(cards)
                for bit, word in enumerate(words):
                    if mask >> bit & 1:
                        numbers[field][word] += number
        return Counts(len(found), numbers)

    def ordered(
        self, predicate: Predicate, sort: Sort, words: ask.Searched, first: int, size: int
    ) -> list[int]:
        """The ids of the cards from one place in the result on."""
        found = self.found(predicate)
        taken: list[int] = []
        for cards, ranking, backwards in self._groups(sort, words):
            among = found & cards
            if len(among) > first and len(taken) < size:
                taken += ranking.part(among, first, size - len(taken), backwards=backwards)
            first = max(0, first - len(among))
        return [self.index.slots.pks[slot] for slot in taken]

    def place(self, predicate: Predicate, sort: Sort, words: ask.Searched, card: int) -> int | None:
        """How many cards of the result come before one, by id; None if it is not in there."""
        found = self.found(predicate)
        slots = self.index.slots_of([card]) & found
        if not slots:
            return None
        slot, before = slots[0], 0
        for cards, ranking, backwards in self._groups(sort, words):
            among = found & cards
            if slot in among:
                return before + ranking.place(among, slot, backwards=backwards)
            before += len(among)
        return None

    # Predicates.

    def _found(self, predicate: Predicate) -> BitMap:
        match predicate:
            case ask.And(parts):
                return reduce(and_, map(self._found, parts), self.index.cards)
            case ask.Or(parts):
                return united(map(self._found, parts))
            case ask.Not(part):
                return self.index.cards - self._found(part)
            case ask.Numbers() | ask.Compared():
                return self._numbers(predicate)
            case ask.OneOf():
                return self._one_of(predicate)
            case ask.Members():
                return self._members(predicate)
            case ask.Text() | ask.Matched():
                return self._text(predicate)
            case ask.Tagged():
                return self._tagged(predicate)
            case ask.Being():
                return self._being(predicate)
            case ask.InLists():
                return self._stored(compiled(predicate, self._niches))
            case ask.Relation() | ask.Fits():
                return self._related(predicate)

    def _being(self, asked: ask.Being) -> BitMap:
        if asked.what == "needs-host":
            return self.index.equal("needs-host", True)
        return united(cards for mask, cards in self._masks("keyword") if mask & ESTIMATED)

    def _stored(self, condition: Q) -> BitMap:
        """What other tables decide, or a column that the index does not have."""
        return self.index.slots_of(Card.objects.filter(condition).order_by().values_list("pk", flat=True))

    def _where(self, column: str, holds: Callable[[Any], bool]) -> BitMap:
        return united(cards for value, cards in self.index.values(column).items() if holds(value))

    def _masks(self, field: str) -> Iterable[tuple[int, BitMap]]:
        for mask, cards in self.index.values(SET_COLUMNS[field]).items():
            assert isinstance(mask, int)
            yield mask, cards

    def _numbers(self, asked: ask.Numbers | ask.Compared) -> BitMap:
        column = _number_column(asked.field)
        if isinstance(asked, ask.Numbers):
            return self._where(column, asked.admits)
        others: Any = self.index.values(_number_column(asked.other)).items()
        numbers: Any = self.index.values(column).items()
        holds = COMPARE[asked.operator]
        return united(
            cards & among for number, cards in numbers for other, among in others if holds(number, other)
        )

    def _one_of(self, asked: ask.OneOf) -> BitMap:
        if asked.field in ("artist", "licence"):
            return self._stored(compiled(asked, self._niches))
        column = WORD_COLUMNS.get(asked.field, asked.field)
        return self._where(column, lambda value: (value in asked.values) != asked.outside)

    def _members(self, asked: ask.Members) -> BitMap:
        if not asked.exactly:
            return united(cards for mask, cards in self._masks(asked.field) if mask & asked.mask)
        hidden = ESTIMATED if asked.field == "keyword" else 0
        return united(
            cards
            for mask, cards in self._masks(asked.field)
            if mask & ~hidden and (mask & ~hidden == asked.mask) != asked.outside
        )

    def _text(self, asked: ask.Text | ask.Matched) -> BitMap:
        if isinstance(asked, ask.Matched):
            return self.index.slots_of(asked.cards)
        if asked.field == "fact":
            lines = self.index.lines_of("fact", folded=True)
            cards = united(lines.holding(text, exactly=asked.exactly) for text in asked.texts)
            return self.index.slots_of(lines.cards - cards if asked.outside else cards)
        edge = "|" if asked.exactly else ""
        found = united(self.index.containing(asked.field, f"{edge}{text}{edge}") for text in asked.texts)
        if asked.called:
            found = found | self.index.slots_of(asked.called)
        if not asked.outside:
            return found
        return self.index.cards - found - self.index.containing(asked.field, "||")

    def _tagged(self, asked: ask.Tagged) -> BitMap:
        tags = [f"|{tag}|" for tag in asked.tags]
        return self._where("tag_text", lambda text: any(tag in text for tag in tags) != asked.outside)

    # Relations.

    def _related(self, asked: ask.Relation | ask.Fits) -> BitMap:
        relations = (asked.food, asked.place) if isinstance(asked, ask.Fits) else (asked,)
        return united(self._clause(clause) for each in relations for clause in clauses(each, self._niches()))

    def _clause(self, clause: Clause) -> BitMap:
        found = united(self.index.equal("niche", niche) for niche in clause.niches)
        found = found & united(self._place(*place) for place in clause.places)
        for criterion in clause.met:
            found &= self._criterion(criterion, clause.bearer)
        for criterion in clause.unmet:
            found -= self._criterion(criterion, clause.bearer)
        return found

    def _place(self, terrains: int, climates: int) -> BitMap:
        """Those that share a terrain and a climate with these masks; 0 means that none need be shared."""
        place = (terrains, climates)
        if place not in self._places:  # many clauses have the same ones
            sharing = [self._sharing(*each) for each in zip(("terrain", "climate"), place, strict=True)]
            self._places[place] = sharing[0] & sharing[1]
        return self._places[place]

    def _sharing(self, field: str, mask: int) -> BitMap:
        if (field, mask) not in self._shared:
            found = self._members(ask.Members(field, mask)) if mask else self.index.cards
            self._shared[field, mask] = found
        return self._shared[field, mask]

    def _criterion(self, criterion: Criterion, bearer: EngineCard | None) -> BitMap:
        return united(
            reduce(and_, (self._part(name, wanted, bearer) for name, wanted in parts), self.index.cards)
            for parts in criterion.alternatives
        )

    def _part(self, name: str, wanted: Any, bearer: EngineCard | None) -> BitMap:
        if name == "same" and bearer is not None:
            return reduce(and_, (self._same(each, bearer) for each in wanted), self.index.cards)
        if name in ("terrains", "climates"):
            return self._members(ask.Members(name[:-1], wanted))
        if name == "tags":
            return self._tagged(ask.Tagged(tuple(wanted)))
        return self._equal(CRITERION_COLUMNS[name], *wanted)

    def _same(self, name: str, bearer: EngineCard) -> BitMap:
        if name in ("terrains", "climates"):
            mask: int = getattr(bearer, name)
            column = f"{name[:-1]}_mask"
            return self._equal(column, mask) if mask else self.index.cards - self.index.having(column)
        if name == "tags":
            tags = sorted(bearer.tags)
            return self._equal("tag_text", f"|{'|'.join(tags)}|" if tags else "")
        return self._equal(CRITERION_COLUMNS[name], getattr(bearer, CRITERION_COLUMNS[name]))

    def _equal(self, column: str, *values: Hashable) -> BitMap:
        """Cards with one of the values in a column; "" is none."""
        if column == "name":
            return self._stored(Q(name__in=values))
        found = united(self.index.equal(column, value) for value in values)
        return found | self.index.cards - self.index.having(column) if "" in values else found

    # Orders.

    def _groups(self, sort: Sort, words: ask.Searched) -> Iterable[Group]:
        """Cards that follow each other, each group in one order."""
        index, every = self.index, self.index.cards
        by_name = index.rankings["name"]
        if sort.name == "relevance" and words:
            groups = self._by_relevance(words)
            for group in reversed(groups) if sort.reversed else groups:
                yield group, by_name, False
        elif sort.name in ("name", "relevance"):
            yield every, by_name, sort.name == "name" and sort.reversed
        elif sort.name == "new":
            yield every, index.rankings["oldest" if sort.reversed else "newest"], False
        elif sort.name == "latin":
            without = index.containing("latin", "||")
            yield every - without, index.rankings["latin"], sort.reversed
            yield without, by_name, False
        else:
            column = _number_column(sort.name)
            numbers: Any = index.values(column)
            for number in sorted(numbers, reverse=sort.reversed != (sort.name == "points")):
                yield numbers[number], by_name, False
            yield every - index.having(column), by_name, False

    def _by_relevance(self, searched: ask.Searched) -> list[BitMap]:
        """As order.relevance: those of each number."""
        index, words = self.index, searched.words
        whole = " ".join(choices[0] for choices in words)
        steps = [
            index.containing("name", f"|{whole}|"),
            index.containing("name", f"|{whole}") | index.slots_of(searched.called),
            reduce(and_, (united(index.word("name", word) for word in choices) for choices in words)),
            reduce(and_, (united(index.containing("name", word) for word in choices) for choices in words)),
            index.cards,
        ]
        groups, before = [], NOBODY
        for step in steps:
            groups.append(step - before)
            before = before | step
        return groups


def _number_column(field: str) -> str:
    return field if field in ("created", "updated") else NUMBER_COLUMNS.get(field, field)
