"""Adds a value of a field to the text of a query, or removes it; only at the top level."""

from collections.abc import Callable, Collection, Sequence

from cards.search import predicate as ask
from cards.search.fields import CLOSED
from cards.search.parse import Condition, Query
from cards.search.predicate import Predicate

MULTIPLE = ("terrain", "climate", "keyword")
"""Fields with several values per card: choosing several narrows the search. For other fields it widens it."""

ONE_TO_NINE = range(1, 10)


def is_choice(part: Predicate | None, field: str) -> bool:
    """Whether a condition selects values of the field; one value for a multiple field."""
    if isinstance(part, ask.Members):
        return part.field == field and part.mask.bit_count() == 1 and not part.outside
    return isinstance(part, ask.OneOf | ask.Numbers) and part.field == field and not part.outside


def own(query: Query, field: str) -> list[Condition]:
    """The conditions that select values of a field."""
    return [condition for condition in query.conditions if is_choice(condition.part, field)]


def chosen(query: Query, field: str) -> set[str]:
    """The chosen values, as stored."""
    parts = [condition.part for condition in own(query, field)]
    if field in MULTIPLE:
        masks = [part.mask for part in parts if isinstance(part, ask.Members)]
        return {CLOSED[field][mask.bit_length() - 1] for mask in masks}
    admitted = [_admitted(part) for part in parts]
    return set.intersection(*admitted) if admitted else set()


def _admitted(part: Predicate | None) -> set[str]:
    if isinstance(part, ask.Numbers):
        return {str(number) for number in ONE_TO_NINE if part.admits(number)}
    return set(part.values) if isinstance(part, ask.OneOf) else set()


def with_value(query: Query, field: str, value: str) -> str:
    """The text with one more value chosen; unchanged if it was chosen already."""
    before = chosen(query, field)
    if value in before:
        return query.text
    if field in MULTIPLE:
        return _rewritten(query, [], f"{field}:{value}")
    return _rewritten(query, own(query, field), _term(field, before | {value}))


def without_value(query: Query, field: str, value: str) -> str:
    """The text without a chosen value; unchanged if it was not chosen."""
    before = chosen(query, field)
    if value not in before:
        return query.text
    if field in MULTIPLE:
        bit = 1 << CLOSED[field].index(value)
        gone = [each for each in own(query, field) if getattr(each.part, "mask", 0) == bit]
        return _rewritten(query, gone, "")
    return _rewritten(query, own(query, field), _term(field, before - {value}))


def without_condition(query: Query, condition: Condition) -> str:
    return _rewritten(query, [condition], "")


def with_sort(query: Query, term: str) -> str:
    """The text with another order; an empty term removes it."""
    gone = [each for each in query.conditions if each.part is None and each.field == "sort"]
    rest = _rewritten(query, gone, "")
    return f"{rest} {term}".strip() if term else rest


def _term(field: str, values: Collection[str]) -> str:
    if field in ("scale", "food"):
        if len(values) == len(ONE_TO_NINE):
            return ""
        words = _runs(sorted(map(int, values)))
    elif field in CLOSED:
        words = [word for word in CLOSED[field] if word in values]
    else:
        words = [f'"{word}"' if " " in word else word for word in sorted(value.lower() for value in values)]
    return f"{field}:{','.join(words)}" if words else ""


def _runs(numbers: Sequence[int]) -> list[str]:
    """Numbers, with runs of three or more written as `low..high`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [
        word
        for run in found
        for word in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]


def _rewritten(query: Query, gone: Collection[Condition], term: str) -> str:
    """The conditions joined by blanks, without `gone`, and with `term` in place of the first of them."""
    slice_of: Callable[[Condition], str] = lambda each: query.text[each.start : each.end]  # noqa: E731
    orders = [slice_of(each) for each in query.conditions if each.part is None and each not in gone]
    if query.either:
        rest = _cut(query.text, [each for each in query.conditions if each.part is None])
        parts = [f"({rest})", term] if term else [rest]
        return " ".join([*parts, *orders])
    places = [term if each in gone else slice_of(each) for each in query.conditions if each.part is not None]
    parts = list(dict.fromkeys(places)) if term in places else places
    if term not in parts:
        parts.append(term)
    return " ".join(part for part in [*parts, *orders] if part)


def _cut(text: str, conditions: Sequence[Condition]) -> str:
    """The text without some conditions."""
    kept, place = [], 0
    for condition in sorted(conditions, key=lambda each: each.start):
        kept.append(text[place : condition.start].strip())
        place = condition.end
    return " ".join(part for part in [*kept, text[place:].strip()] if part)
