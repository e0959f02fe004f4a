"""The stored cards beside reported feeding, compared once until cards, ready decks or evidence change."""

import threading
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from django.db.models import Count, Max

from cards.evidence.comparison import Pair, Verdict, compared
from cards.evidence.models import DataSet, Interaction
from cards.models import Card, Kind, Terrain
from cards.search.lists import CARD_LISTS, CardList
from cards.services.version import Version
from engine.phylo.cards import Card as EngineCard
from engine.phylo.rules import RULES

MOST = 2_000
"""Species whose pairs are all compared, which takes some seconds; beyond it, only what is reported."""
KEPT = len(RULES)
"""How many comparisons a process keeps: of each rule set. Each takes some MB."""
_lock = threading.Lock()
_READ = (
    "key", "name", "latin_name", "kind", "scale", "food_chain", "diet", "terrain_mask", "climate_mask",
    "points", "kingdom", "phylum", "class_name", "tags", "abilities", "niche", "fact", "source", "subject",
    "art",
)  # fmt: skip
NOWHERE = "none"
"""In place of a terrain: the two cards share none."""


@dataclass(frozen=True, slots=True)
class Report:
    """That a data set reports the pair: as what kind of feeding, and where."""

    data_set: DataSet
    kind: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """Empty values do not filter. `deck` is a slug, `terrain` may be NOWHERE; `card`, `data_set` are keys."""

    verdict: str = ""
    lack: str = ""
    deck: str = ""
    terrain: str = ""
    card: str = ""
    data_set: str = ""


Tally = Mapping[Verdict, int]


@dataclass(frozen=True)
class Comparison:
    """
    `cards` are the species on offer by name, beyond MOST only those about which something is reported;
    `decks` the ready decks of the rule set, by slug.
    """

    rules: str
    cards: Sequence[Card]
    pairs: Sequence[Pair]
    reports: Mapping[tuple[int, int], Sequence[Report]]
    decks: Mapping[str, CardList]
    in_deck: Mapping[str, frozenset[int]]
    data_sets: Sequence[DataSet] = field(default=())

    def reports_of(self, pair: Pair) -> Sequence[Report]:
        return self.reports.get((pair.eater, pair.eaten), ())

    def terrain_of(self, pair: Pair) -> int:
        """The terrains that both live in, as a mask."""
        return self.cards[pair.eater].terrain_mask & self.cards[pair.eaten].terrain_mask

    def found(self, filters: Filters) -> list[Pair]:
        """The pairs that the filters leave: what contradicts the rules first, then by the eater's name."""
        pairs = [pair for pair in self.pairs if self._fits(pair, filters)]
        order = {Verdict.IMPOSSIBLE: 0, Verdict.CONFIRMED: 1, Verdict.POSSIBLE: 2}
        return sorted(pairs, key=lambda pair: (order[pair.verdict], pair.eater, pair.eaten))

    def _fits(self, pair: Pair, filters: Filters) -> bool:
        if filters.verdict and pair.verdict != filters.verdict:
            return False
        if filters.lack and filters.lack not in pair.lacks:
            return False
        if filters.deck and not {pair.eater, pair.eaten} <= self.in_deck.get(filters.deck, frozenset()):
            return False
        if filters.terrain and not self._in_terrain(pair, filters.terrain):
            return False
        if filters.card and filters.card not in (self.cards[pair.eater].key, self.cards[pair.eaten].key):
            return False
        if filters.data_set:
            return any(report.data_set.key == filters.data_set for report in self.reports_of(pair))
        return True

    def _in_terrain(self, pair: Pair, terrain: str) -> bool:
        shared = self.terrain_of(pair)
        if terrain == NOWHERE:
            return not shared
        return terrain in Terrain.values and bool(shared >> Terrain.values.index(terrain) & 1)

    @cached_property
    def all_by_terrain(self) -> Mapping[str, Tally]:
        return self.by_terrain(self.pairs)

    @cached_property
    def all_by_deck(self) -> Mapping[str, Tally]:
        return self.by_deck(self.pairs)

    @cached_property
    def by_data_set(self) -> Mapping[str, int]:
        """How many pairs each data set reports, by its key."""
        counted = Counter(
            key for reports in self.reports.values() for key in {report.data_set.key for report in reports}
        )
        return {each.key: counted[each.key] for each in self.data_sets}

    def tally(self, pairs: Collection[Pair]) -> Tally:
        counted = Counter(pair.verdict for pair in pairs)
        return {verdict: counted[verdict] for verdict in Verdict}

    def by_terrain(self, pairs: Collection[Pair]) -> Mapping[str, Tally]:
        """A pair counts in each terrain that its two cards share, or under NOWHERE."""
        found: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
        for (shared, verdict), count in Counter(
            (self.terrain_of(pair), pair.verdict) for pair in pairs
        ).items():
            places = [name for bit, name in enumerate(Terrain.values) if shared >> bit & 1]
            for place in places or [NOWHERE]:
                found[place][verdict] += count
        return {place: _tally(found[place]) for place in [*Terrain.values, NOWHERE]}

    def by_deck(self, pairs: Collection[Pair]) -> Mapping[str, Tally]:
        """A pair counts in each ready deck that holds both cards."""
        found: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
        decks_of: defaultdict[int, set[str]] = defaultdict(set)
        for slug, places in self.in_deck.items():
            for place in places:
                decks_of[place].add(slug)
        for pair in pairs:
            for slug in decks_of[pair.eater] & decks_of[pair.eaten]:
                found[slug][pair.verdict] += 1
        return {slug: _tally(found[slug]) for slug in self.decks}


def _tally(counted: Counter[Verdict]) -> Tally:
    return {verdict: counted[verdict] for verdict in Verdict}


def version() -> str:
    """Changes with everything that a comparison depends on."""
    parts = (
        DataSet.objects.aggregate(Max("changed_at"), Count("pk")),
        Interaction.objects.aggregate(Max("pk")),
    )
    lists = [each.version() for each in CARD_LISTS]
    return repr((Version.now(), lists, *(tuple(part.values()) for part in parts)))


def comparison(rules: str) -> Comparison:
    """The comparison by the rule set of that key, which must exist. One thread computes it, others wait."""
    present = version()
    with _lock:
        return _comparison(rules, present)


@lru_cache(maxsize=KEPT)
def _comparison(rules: str, _version: str) -> Comparison:
    species = Card.objects.offered().filter(kind=Kind.SPECIES)
    many = species.count() > MOST
    if many:
        interactions = Interaction.objects.order_by()
        # One list of names: of two, PostgreSQL may read each again for every card.
        species = species.filter(
            latin_name__in=interactions.values("eater").union(interactions.values("eaten"))
        )
    cards = list(species.order_by("name_order").only(*_READ))
    reports = _reports(cards)
    parsed = [EngineCard.parse(card.key, card.as_record()) for card in cards]
    decks = [deck for lists in CARD_LISTS for deck in lists.offered(rules)]
    place_of = {card.pk: place for place, card in enumerate(cards)}
    return Comparison(
        rules=rules,
        cards=cards,
        pairs=tuple(
            compared(parsed, [card.niche for card in cards], reports.keys(), rules, only_reported=many)
        ),
        reports=reports,
        decks={deck.slug: deck for deck in decks},
        in_deck={
            deck.slug: frozenset(place_of[card] for card in deck.cards & place_of.keys()) for deck in decks
        },
        data_sets=sorted(
            {report.data_set for each in reports.values() for report in each}, key=lambda one: one.title
        ),
    )


def _reports(cards: Sequence[Card]) -> Mapping[tuple[int, int], Sequence[Report]]:
    """What is reported of pairs of these cards, by their places; several cards may have one Latin name."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, card in enumerate(cards):
        places[card.latin_name].append(place)
    data_sets = DataSet.objects.in_bulk()
    found: defaultdict[tuple[int, int], defaultdict[tuple[str, str], set[str]]]
    found = defaultdict(lambda: defaultdict(set))
    rows = Interaction.objects.filter(eater__in=places, eaten__in=places).order_by()
    for eater, eaten, data_set, kind, where in rows.values_list(
        "eater", "eaten", "data_set_id", "kind", "place"
    ):
        for one in places[eater]:
            for other in places[eaten]:
                found[one, other][data_set, kind].add(where)
    return {
        pair: [
            Report(data_sets[data_set], kind, tuple(sorted(filter(None, where))))
            for (data_set, kind), where in sorted(kinds.items())
        ]
        for pair, kinds in found.items()
        if pair[0] != pair[1]
    }
