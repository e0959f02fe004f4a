"""The buttons that add and remove parts of the form. They post, and need no script."""

from collections.abc import MutableSequence, Sized
from typing import TypeVar

from django.http import QueryDict

from cards.editor.abilities import MOST_ROWS, Ability, Effect
from cards.editor.criteria import FIELDS, MOST_PARTS, Criterion, Part
from cards.editor.form import CardForm
from cards.editor.names import fill_in_name
from cards.keywords.abilities import ABILITIES
from cards.keywords.effects import EFFECTS
from cards.points import suggested
from phylo.http.input import whole_number

Row = TypeVar("Row")


def take_step(form: CardForm, step: str, post: QueryDict) -> str:
    """
    Do what the button says, if possible; returns the id of the field to focus, or "".

    A step consists of words separated by colons: `ability:add`, `part:drop:abilities-0-on-0-1`.
    """
    what, _colon, rest = step.partition(":")
    how, _colon, where = rest.partition(":")
    match what:
        case "ability":
            return _ability(form, how, where, post)
        case "effect":
            return _effect(form, how, where, post)
        case "part" | "or":
            return _criterion(form, what, how, where, post)
        case "aim":
            form.target = [[]] if how == "on" else None
            return "target-0-new" if how == "on" else "aim-on"
        case "which":
            return _which(form, how, where)
        case "points":
            found = suggested(form.contents())
            form.values["points"] = "" if found.points is None else str(found.points)
            return "id-points"
        case "draw":
            return "draw-q"
        case "names":
            return "names-look"
        case "name":
            return fill_in_name(form, how)
    return ""


def _ability(form: CardForm, how: str, where: str, post: QueryDict) -> str:
    if how == "add":
        name = post.get("abilities-new", "")
        if name not in ABILITIES or any(row.name == name for row in form.abilities):
            return "abilities-new"
        form.abilities.append(Ability.new(name))
        row, place = form.abilities[-1], len(form.abilities) - 1
        if row.criterion is not None:
            return f"abilities-{place}-on-0-new"
        return f"abilities-{place}-number" if row.numbered else f"abilities-{place}-drop"
    _drop(form.abilities, where)
    return "abilities-new"


def _effect(form: CardForm, how: str, where: str, post: QueryDict) -> str:
    rows = form.effects
    if how == "add":
        do = post.get("effects-new", "")
        if do not in EFFECTS or len(rows) >= MOST_ROWS:
            return "effects-new"
        rows.append(Effect.new(do))
        last = len(rows) - 1
        return f"effects-{last}-number" if rows[last].numbered else f"effects-{last}-drop"
    place = _place(where, rows)
    if how == "up" and place:
        rows[place - 1], rows[place] = rows[place], rows[place - 1]
        return f"effects-{place - 1}-drop"
    if how == "drop":
        _drop(rows, where)
    return "effects-new"


def _which(form: CardForm, how: str, where: str) -> str:
    """Limit an effect to certain neighbours, or remove the limit."""
    place = _place(where, form.effects)
    if place is None or not form.effects[place].choosy:
        return ""
    form.effects[place].which = [[]] if how == "on" else None
    return f"effects-{place}-which-0-new" if how == "on" else f"effects-{place}-drop"


def _criterion(form: CardForm, what: str, how: str, where: str, post: QueryDict) -> str:
    """`where` is the prefix of the criterion, followed by the numbers of an alternative and of a part."""
    if what == "or" and how == "add":
        criterion = form.criterion_at(where)
        if criterion is None or len(criterion) >= MOST_PARTS:
            return ""
        criterion.append([])
        return f"{where}-{len(criterion) - 1}-new"
    prefix, _dash, last = where.rpartition("-")
    if what == "or":
        return _drop_alternative(form.criterion_at(prefix), prefix, last)
    if how == "add":
        return _add_part(form.criterion_at(prefix), where, last, post.get(f"{where}-new", ""))
    prefix, _dash, place = prefix.rpartition("-")
    criterion = form.criterion_at(prefix)
    if criterion is not None and (alternative := _place(place, criterion)) is not None:
        _drop(criterion[alternative], last)
    return f"{prefix}-{place}-new"


def _drop_alternative(criterion: Criterion | None, prefix: str, last: str) -> str:
    if criterion is not None and len(criterion) > 1:
        _drop(criterion, last)
    return f"{prefix}-0-new"


def _add_part(criterion: Criterion | None, where: str, last: str, name: str) -> str:
    place = None if criterion is None else _place(last, criterion)
    if criterion is None or place is None or name not in FIELDS:
        return f"{where}-new"
    parts = criterion[place]
    if all(part.field != name for part in parts):
        parts.append(Part(name, []))
    number = next(number for number, part in enumerate(parts) if part.field == name)
    return f"{where}-{number}-value"


def _place(text: str, rows: Sized) -> int | None:
    """The index in the text, if there is such a row."""
    place = whole_number(text, digits=3)
    return place if place is not None and place < len(rows) else None


def _drop(rows: MutableSequence[Row], where: str) -> None:
    place = _place(where, rows)
    if place is not None:
        del rows[place]
