"""Text to Query: a checked predicate with its order, rules and conditions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.search import predicate as ask
from cards.search.decks import Decks
from cards.search.errors import QueryError
from cards.search.fields import BY_NAME
from cards.search.local_names import begun
from cards.search.predicate import Predicate, Sort
from cards.search.syntax import Group, Negation, Node, Term, Value, read, terms_of
from cards.search.terms import TermReader
from cards.search.values import Correction
from cards.search.vocabulary import Vocabulary

MAX_TERMS = 40
# What one value of a field costs the database, for expensive fields, and the most a query may cost.
EFFORTS = {"": 1, "name": 1, "latin": 1, "key": 1, "fact": 4, "eats": 2, "eatenby": 2, "beside": 2, "fits": 2}
PATTERN = 4
MAX_EFFORT = 20


@dataclass(frozen=True, slots=True)
class Condition:
    """
    One condition of the top level, its place in the text, and what it asks.

    `part` is None for `sort` and `rules`, which `field` names.
    """

    start: int
    end: int
    field: str
    part: Predicate | None


@dataclass(frozen=True, slots=True)
class Query:
    """
    `conditions` are those of the top level in order; with `either` (`or` at the top) only `sort` and `rules`.
    `words` are the search words of the top level, each with its alternatives, for the order by relevance.
    `mended`: the text with whole words near to those that cards have only inside others, or None.
    """

    text: str
    predicate: Predicate
    sort: Sort
    rules: str
    either: bool
    conditions: tuple[Condition, ...]
    words: ask.Searched
    corrections: tuple[Correction, ...]
    mended: str | None


def parse(text: str, known: Vocabulary, *, rules: str, decks: Decks) -> Query:
    """Parse a query; raises QueryError."""
    tree = read(text)
    _refuse_effort(tree)
    reader = TermReader(text, known, rules, decks)
    orders = [
        node
        for nodes in tree.alternatives
        for node in nodes
        if isinstance(node, Term) and _nature(node) in ("rules", "sort")
    ]
    sort = _obey(reader, orders)
    rest = [tuple(node for node in nodes if node not in orders) for nodes in tree.alternatives]
    if len(rest) > 1 and not all(rest):
        raise QueryError(_("Beside “or” there must be a condition."), len(text), expected=[_("a word")])
    either = len(rest) > 1
    parts = [tuple(_predicate(reader, node) for node in nodes) for nodes in rest]
    conditions = [Condition(node.start, node.end, BY_NAME[node.field.lower()].name, None) for node in orders]
    words = ask.Searched()
    if rest and not either:
        conditions += [
            Condition(node.start, node.end, node.field if isinstance(node, Term) else "", part)
            for node, part in zip(rest[0], parts[0], strict=True)
        ]
        words = _searched(parts[0])
    return Query(
        text=text,
        predicate=ask.Or(tuple(map(ask.And, parts))) if either else ask.And(parts[0] if parts else ()),
        sort=sort or Sort("relevance" if words else "name"),
        rules=reader.rules,
        either=either,
        conditions=tuple(sorted(conditions, key=lambda condition: condition.start)),
        words=words,
        corrections=tuple(reader.corrections),
        mended=reader.mended,
    )


def _refuse_effort(tree: Group) -> None:
    """Refuse a query that would keep the database busy for long, before anything is looked up."""
    effort = 0
    for number, term in enumerate(terms_of(tree)):
        field = BY_NAME.get(term.field.lower())
        each = EFFORTS.get(field.name if field else term.field, 0)
        effort += sum(PATTERN if each and _is_pattern(value) else each for value in term.values)
        if number >= MAX_TERMS or effort > MAX_EFFORT:
            most = {
                "terms": MAX_TERMS,
                "words": MAX_EFFORT,
                "facts": MAX_EFFORT // PATTERN,
                "relations": MAX_EFFORT // EFFORTS["eats"],
            }
            says = _(
                "Too much to search: at most %(terms)s terms, of them %(words)s words, %(facts)s in facts, "
                "with “*” or regular expressions, or %(relations)s relations."
            )
            raise QueryError(says % most, term.start, term.end)


def _is_pattern(value: Value) -> bool:
    return value.regex or ("*" in value.text and not value.quoted)


def _nature(term: Term) -> str:
    field = BY_NAME.get(term.field.lower())
    return "" if field is None else field.nature


def _obey(reader: TermReader, orders: Sequence[Term]) -> Sort | None:
    """Apply the rules, and return the order if there is one."""
    sort = None
    given: set[str] = set()
    for term in orders:
        name = reader.field(term).name
        if name in given:
            raise QueryError(_("“%(field)s” is given twice.") % {"field": name}, term.start, term.end)
        given.add(name)
        if name == "rules":
            reader.rules = reader.rules_in(term)
        else:
            sort = reader.sort_in(term)
    return sort


def _predicate(reader: TermReader, node: Node) -> Predicate:
    if isinstance(node, Negation):
        return ask.Not(_predicate(reader, node.part))
    if isinstance(node, Group):
        found = [_all(_predicate(reader, part) for part in nodes) for nodes in node.alternatives]
        return found[0] if len(found) == 1 else ask.Or(tuple(found))
    return reader.predicate(node)


def _all(parts: Iterable[Predicate]) -> Predicate:
    found = tuple(parts)
    return found[0] if len(found) == 1 else ask.And(found)


def _searched(parts: Iterable[Predicate]) -> ask.Searched:
    words = tuple(
        dict.fromkeys(
            part.texts
            for part in parts
            if isinstance(part, ask.Text) and part.field in ("any", "name") and not part.outside
        )
    )
    return ask.Searched(words, begun(words)) if words else ask.Searched()
