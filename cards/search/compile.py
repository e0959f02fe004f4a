"""Predicate to Q: the only module that knows how the columns of a card answer a predicate."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import reduce
from operator import and_, or_
from typing import Any

from django.db.models import BooleanField, F, Func, Q, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan

from cards.models import Card, Kind
from cards.models.derived import ESTIMATED
from cards.search import predicate as ask
from cards.search.lists import CARD_LISTS
from cards.search.predicate import Predicate
from cards.search.relations import Clause, Niches, clauses
from engine.phylo.cards import Card as EngineCard
from engine.phylo.criteria import Criterion

NUMBER_COLUMNS = {"food": "food_chain", "created": "added_at", "updated": "changed_at"}
LOOKUPS = {"=": "exact", "!=": "exact", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
WORD_COLUMNS = {"set": "card_set_id", "class": "class_name"}
SET_COLUMNS = {
    "terrain": "terrain_mask", "climate": "climate_mask", "keyword": "keyword_mask", "effect": "effect_mask",
}  # fmt: skip
# The place of each part in search_text, as patterns around it.
TEXT_PLACES = {"name": ("|", "|%|%|"), "latin": ("|%|", "|%|"), "key": ("|%|%|", "|")}
CRITERION_COLUMNS = {
    "kingdom": "kingdom", "phylum": "phylum", "class": "class_name", "diet": "diet",
    "food_chain": "food_chain", "scale": "scale", "name": "name",
}  # fmt: skip

MOST_CLAUSES = 100

NONE = Q(pk__in=[])
ALL = ~NONE


def compiled(predicate: Predicate, niches: Callable[[], Niches]) -> Q:
    """The condition of a predicate on cards; `niches` returns the stored niches, for relations."""
    match predicate:
        case ask.And(parts):
            return _all(compiled(part, niches) for part in parts)
        case ask.Or(parts):
            return _any(compiled(part, niches) for part in parts)
        case ask.Not(part):
            return ~compiled(part, niches)
        case ask.Numbers() | ask.Compared():
            return _numbers(predicate)
        case ask.OneOf():
            return _one_of(predicate)
        case ask.Members():
            return _members(predicate)
        case ask.Text() | ask.Matched():
            return _text(predicate)
        case ask.Tagged():
            return _tagged(predicate)
        case ask.Being():
            return _being(predicate)
        case ask.InLists():
            return _listed(predicate)
        case ask.Relation() | ask.Fits():
            return _relation(predicate, niches())


def _one_of(asked: ask.OneOf) -> Q:
    if asked.field in ("artist", "licence"):
        # A subquery: a small index has the cards with uploaded art, which alone have a credit.
        one = Q(**{f"art__{asked.field}__in": asked.values})
        shown = Card.objects.filter(~one if asked.outside else one, picture__isnull=False)
        return Q(pk__in=shown.order_by().values("pk"))
    column = WORD_COLUMNS.get(asked.field, asked.field)
    inside = Q(**{f"{column}__in": asked.values})
    return ~Q(**{column: ""}) & ~inside if asked.outside else inside


def _tagged(asked: ask.Tagged) -> Q:
    one = _any(contains("tag_text", f"|{tag}|") for tag in asked.tags)
    return ~Q(tag_text="") & ~one if asked.outside else one


def _being(asked: ask.Being) -> Q:
    if asked.what == "estimated":
        return bits("keyword_mask", ESTIMATED)
    dependent = Card.objects.filter(abilities__parasitic__needs_host=True)
    return Q(pk__in=dependent.order_by().values("pk"))


def _listed(asked: ask.InLists) -> Q:
    return _any(Q(pk__in=lists.cards(slugs)) for lists in CARD_LISTS if (slugs := asked.of(lists.kind)))


def _all(parts: Iterable[Q]) -> Q:
    return reduce(and_, parts, ALL)


def _any(parts: Iterable[Q]) -> Q:
    return reduce(or_, parts, NONE)


def bits(column: str, mask: int) -> Q:
    """At least one of the bits is set."""
    return Q(GreaterThan(F(column).bitand(mask), 0)) if mask else NONE


def like(column: str, pattern: str) -> Q:
    """Matches a LIKE pattern; plain text contains no wildcards."""
    return Q(
        Func(
            F(column),
            Value(pattern),
            template="(%(expressions)s)",
            arg_joiner=" LIKE ",
            output_field=BooleanField(),
        )
    )


def contains(column: str, text: str) -> Q:
    """Contains the exact text."""
    return Q(GreaterThan(StrIndex(F(column), Value(text)), 0))


class Among(Func):
    """The card has one of these ids, given as one text: databases limit the number of parameters."""

    output_field = BooleanField()

    def __init__(self, cards: Iterable[int]) -> None:
        super().__init__(F("pk"), Value(",".join(map(str, cards))))

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template, joiner = "(%(expressions)s || ']')))", " IN (SELECT value FROM json_each('[' || "
        return self.as_sql(compiler, connection, template=template, arg_joiner=joiner, **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template, joiner = "(%(expressions)s, ',')::bigint[]))", " = ANY(string_to_array("
        return self.as_sql(compiler, connection, template=template, arg_joiner=joiner, **context)


def _numbers(asked: ask.Numbers | ask.Compared) -> Q:
    column = NUMBER_COLUMNS.get(asked.field, asked.field)
    if isinstance(asked, ask.Compared):
        holds = Q(**{f"{column}__{LOOKUPS[asked.operator]}": F(NUMBER_COLUMNS.get(asked.other, asked.other))})
        return _has(asked.field) & _has(asked.other) & (~holds if asked.operator == "!=" else holds)
    dated = asked.field in ("created", "updated")
    inside = _any((_days if dated else _span)(column, low, high) for low, high in asked.spans)
    return _has(asked.field) & (~inside if asked.outside else inside)


def _has(field: str) -> Q:
    if field == "duration":
        return Q(kind=Kind.EVENT)
    return Q(**{f"{NUMBER_COLUMNS.get(field, field)}__isnull": False})


def _days(column: str, low: int | None, high: int | None) -> Q:
    """From the first day to the end of the last."""
    found = ALL
    if low is not None:
        found &= Q(**{f"{column}__gte": _midnight(low)})
    return found if high is None else found & Q(**{f"{column}__lt": _midnight(high + 1)})


def _midnight(day: int) -> datetime:
    return datetime.combine(date.fromordinal(day), time(), UTC)


def _span(column: str, low: int | None, high: int | None) -> Q:
    if low == high:
        return Q(**{column: low})
    ends = {f"{column}__gte": low, f"{column}__lte": high}
    return Q(**{lookup: end for lookup, end in ends.items() if end is not None})


def _members(asked: ask.Members) -> Q:
    column = SET_COLUMNS[asked.field]
    if not asked.exactly:
        return bits(column, asked.mask)
    if asked.field == "keyword":
        exact = Q(keyword_mask__in=(asked.mask, asked.mask | ESTIMATED))
        none = Q(keyword_mask__in=(0, ESTIMATED))
    else:
        exact, none = Q(**{column: asked.mask}), Q(**{column: 0})
    return ~none & ~exact if asked.outside else exact


def _text(asked: ask.Text | ask.Matched) -> Q:
    if isinstance(asked, ask.Matched):
        return Q(Among(asked.cards)) if asked.cards else NONE
    if asked.called:
        named, others = Q(Among(asked.called)), _text(replace(asked, called=ask.NO_CARDS))
        return others & ~named if asked.outside else others | named
    if asked.field == "any":
        return _any(like("search_text", f"%{text}%") for text in asked.texts)
    if asked.field == "fact":
        return _fact(asked)
    before, after = TEXT_PLACES[asked.field]
    inside = "" if asked.exactly else "%"
    one = _any(like("search_text", f"{before}{inside}{text}{inside}{after}") for text in asked.texts)
    return ~like("search_text", f"{before}{after}") & ~one if asked.outside else one


def _fact(asked: ask.Text) -> Q:
    """A subquery, because facts are not in the index: the rest of the query can then be answered from it."""
    inside = "" if asked.exactly else "%"
    found = _any(like("fact_text", f"{inside}{text}{inside}") for text in asked.texts)
    if asked.outside:
        found = ~Q(fact_text="") & ~found
    return Q(pk__in=Card.objects.filter(found).order_by().values("pk"))


def _relation(asked: ask.Relation | ask.Fits, niches: Niches) -> Q:
    relations = (asked.food, asked.place) if isinstance(asked, ask.Fits) else (asked,)
    return _clauses([clause for relation in relations for clause in clauses(relation, niches)])


def _clauses(found: Sequence[Clause]) -> Q:
    """In subqueries, if many: SQLite refuses conditions nested 1,000 deep, and each OR counts."""
    parts = [
        _any(map(_clause, found[first : first + MOST_CLAUSES]))
        for first in range(0, len(found), MOST_CLAUSES)
    ]
    if len(parts) <= 1:
        return _any(parts)
    return _any(Q(pk__in=Card.objects.filter(part).order_by().values("pk")) for part in parts)


def _clause(clause: Clause) -> Q:
    found = Q(niche__in=sorted(clause.niches))
    found &= _any(_place(terrains, climates) for terrains, climates in sorted(clause.places))
    for criterion in clause.met:
        found &= _criterion(criterion, clause.bearer)
    for criterion in clause.unmet:
        found &= ~_criterion(criterion, clause.bearer)
    return found


def _place(terrains: int, climates: int) -> Q:
    """Shares a terrain and a climate with these masks; 0 means that none need be shared."""
    terrain = bits("terrain_mask", terrains) if terrains else ALL
    return terrain & (bits("climate_mask", climates) if climates else ALL)


def _criterion(criterion: Criterion, bearer: EngineCard | None) -> Q:
    """The species that meet a criterion."""
    return _any(
        _all(_part(name, wanted, bearer) for name, wanted in sorted(parts, key=lambda part: part[0]))
        for parts in criterion.alternatives
    )


def _part(name: str, wanted: Any, bearer: EngineCard | None) -> Q:
    if name == "same" and bearer is not None:
        return _all(_same(each, bearer) for each in sorted(wanted))
    if name in ("terrains", "climates"):
        return bits(f"{name[:-1]}_mask", wanted)
    if name == "tags":
        return _any(contains("tag_text", f"|{tag}|") for tag in sorted(wanted))
    return Q(**{f"{CRITERION_COLUMNS[name]}__in": sorted(wanted)})


def _same(name: str, bearer: EngineCard) -> Q:
    if name in ("terrains", "climates"):
        return Q(**{f"{name[:-1]}_mask": getattr(bearer, name)})
    if name == "tags":
        tags = sorted(bearer.tags)
        return Q(tag_text=f"|{'|'.join(tags)}|" if tags else "")
    return Q(**{CRITERION_COLUMNS[name]: getattr(bearer, CRITERION_COLUMNS[name])})
