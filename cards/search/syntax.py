"""Text to syntax tree: where each term begins and ends, and what it says; nothing is looked up yet."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from cards.search.errors import QueryError

MAX_LENGTH = 1000
MAX_DEPTH = 12
QUOTES = str.maketrans(dict.fromkeys("“”„‟″«»", '"'))


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a term, or a word or quoted text; `start` and `end` are positions in the text."""

    text: str
    start: int
    end: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """`field` is empty for a bare word or quoted text."""

    start: int
    end: int
    field: str
    operator: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    start: int
    end: int
    part: "Node"


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives, each a list of conditions that all hold; in parentheses, or the whole text."""

    start: int
    end: int
    alternatives: tuple[tuple["Node", ...], ...] = field(default=())


Node = Term | Negation | Group


@cache
def _parser() -> Lark:
    grammar = (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def read(text: str) -> Group:
    """The syntax tree of a text; raises QueryError. Blank text has no alternatives."""
    _refuse_at_sight(text)
    straight = text.translate(QUOTES)
    _refuse_depth(straight)
    if not straight.strip():
        return Group(0, len(text))
    try:
        tree = _parser().parse(straight)
    except UnexpectedInput as error:
        raise _explained(error, straight) from None
    return _alternatives(tree.children[0], 0, len(text))


def _refuse_at_sight(text: str) -> None:
    if len(text) > MAX_LENGTH:
        words = {"length": len(text), "most": MAX_LENGTH}
        says = _("Too long: %(length)s characters, at most %(most)s.") % words
        raise QueryError(says, MAX_LENGTH, len(text))
    for place, letter in enumerate(text):
        if unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\t\n\r":
            code = f"U+{ord(letter):04X}"
            raise QueryError(_("Character %(code)s cannot be searched.") % {"code": code}, place)


def _refuse_depth(text: str) -> None:
    """Check parentheses and quotes before anything recursive reads them."""
    quote = -1
    opened: list[int] = []
    for place, letter in enumerate(text):
        if letter == '"':
            quote = place if quote < 0 else -1
        elif quote >= 0:
            continue
        elif letter == "(":
            opened.append(place)
            if len(opened) > MAX_DEPTH:
                says = _("Too many parentheses inside one another, at most %(most)s.")
                raise QueryError(says % {"most": MAX_DEPTH}, place)
        elif letter == ")":
            if not opened:
                raise QueryError(_("There is no “(” for this “)”."), place)
            opened.pop()
    if quote >= 0:
        says = _("The quoted text has no end.")
        raise QueryError(says, quote, len(text), expected=['"'], unfinished=True)
    if opened:
        raise QueryError(_("The “(” has no “)”."), opened[-1], expected=[")"], unfinished=True)


def _explained(error: UnexpectedInput, text: str) -> QueryError:
    if isinstance(error, UnexpectedToken):
        ended, found = error.token.type == "$END", str(error.token)
        wanted = set(error.accepts or error.expected)
    else:
        allowed = error.allowed if isinstance(error, UnexpectedCharacters) else ()
        ended, found, wanted = False, text[error.pos_in_stream or 0], set(allowed or ())
    place = len(text.rstrip()) if ended else error.pos_in_stream or 0
    what, expected = _("a word or a field with a value"), [_("a word"), _("a field with a value"), "("]
    if "VALUE" in wanted:
        what, expected = _("a value"), [_("a value")]
    if ended:
        message = _("Something is missing at the end: %(what)s.") % {"what": what}
    else:
        message = _("“%(found)s” cannot stand here; expected is %(what)s.") % {"found": found, "what": what}
    end = place if ended else place + len(found)
    return QueryError(message, place, end, expected=expected, unfinished=ended)


def _alternatives(tree: Any, start: int, end: int) -> Group:
    found = []
    for conditions in tree.children:
        if isinstance(conditions, Tree):
            nodes = [_node(condition) for condition in conditions.children if isinstance(condition, Tree)]
            found.append(tuple(nodes))
    return Group(start, end, tuple(found))


def _node(tree: Any) -> Node:
    start, end = tree.meta.start_pos, tree.meta.end_pos
    if tree.data == "condition":
        return _node(tree.children[0])
    if tree.data == "negated":
        return Negation(start, end, _node(tree.children[1]))
    if tree.data == "group":
        return _alternatives(tree.children[0], start, end)
    if tree.data == "term":
        name, operator, *values = tree.children
        return Term(start, end, str(name), str(operator), tuple(_value(each.children[0]) for each in values))
    return Term(start, end, "", ":", (_value(tree.children[0]),))


def _value(token: Any) -> Value:
    quoted = token.type == "QUOTED"
    return Value(token[1:-1] if quoted else str(token), token.start_pos, token.end_pos, quoted)


def terms_of(node: Node) -> Iterator[Term]:
    """Every term of a tree, in the order of the text."""
    if isinstance(node, Group):
        for part in (part for parts in node.alternatives for part in parts):
            yield from terms_of(part)
    elif isinstance(node, Negation):
        yield from terms_of(node.part)
    else:
        yield node
