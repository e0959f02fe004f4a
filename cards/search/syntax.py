"""Text to syntax tree: where each term begins and ends, and what it says; nothing is looked up yet."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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
# A quoted text, or a regular expression, which begins and ends where a word would.
QUOTED = re.compile(r'"[^"]*"|(?:^|(?<=[\s(,:=<>|]))-*(/(?:\\.|[^\\/])*/)(?=[\s),|]|$)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Value:
    """
    A value of a term, or a word, a quoted text or a regular expression without its signs; `start` and `end`
    are positions in the text.
    """

    text: str
    start: int
    end: int
    quoted: bool = False
    regex: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """`field` is empty for bare words, texts in quotes and regular expressions."""

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
    straight = QUOTED.sub(_in_quotes, text.translate(QUOTES))
    _refuse_depth(straight)
    if not straight.strip():
        return Group(0, len(text))
    try:
        tree = _parser().parse(straight)
    except UnexpectedInput as error:
        raise _explained(error, text) from None
    return _Reader(text).alternatives(tree.children[0], 0, len(text))


def _in_quotes(found: re.Match[str]) -> str:
    """A regular expression as a quoted text of the same length, so that no sign in it means anything."""
    regex = found[1]
    return found[0].replace(regex, f'"{"x" * (len(regex) - 2)}"') if regex else found[0]


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
    place = error.pos_in_stream or 0
    if isinstance(error, UnexpectedToken):
        ended, found = error.token.type == "$END", text[place : place + len(error.token)]
        wanted = set(error.accepts or error.expected)
    else:
        allowed = error.allowed if isinstance(error, UnexpectedCharacters) else ()
        ended, found, wanted = False, text[place], set(allowed or ())
    place = len(text.rstrip()) if ended else place
    what, expected = _("a word or a field with a value"), [_("a word"), _("a field with a value"), "("]
    if "VALUE" in wanted:
        what, expected = _("a value"), [_("a value")]
    if ended:
        message = _("Something is missing at the end: %(what)s.") % {"what": what}
    else:
        message = _("“%(found)s” cannot stand here; expected is %(what)s.") % {"found": found, "what": what}
    end = place if ended else place + len(found)
    return QueryError(message, place, end, expected=expected, unfinished=ended)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes nodes of Lark's trees; regular expressions are taken from the `text` itself."""

    text: str

    def alternatives(self, tree: Any, start: int, end: int) -> Group:
        found = []
        for conditions in tree.children:
            if isinstance(conditions, Tree):
                nodes = [self.node(each) for each in conditions.children if isinstance(each, Tree)]
                found.append(tuple(nodes))
        return Group(start, end, tuple(found))

    def node(self, tree: Any) -> Node:
        start, end = tree.meta.start_pos, tree.meta.end_pos
        if tree.data == "condition":
            return self.node(tree.children[0])
        if tree.data == "negated":
            *signs, denied = tree.children
            part = self.node(denied)
            return Negation(start, end, part) if len(signs) % 2 else replace(part, start=start)
        if tree.data == "group":
            return self.alternatives(tree.children[0], start, end)
        if tree.data == "choice":
            return self.choice(tree, start, end)
        if tree.data == "term":
            name, operator, *values = tree.children
            read = tuple(self.value(each.children[0]) for each in values)
            return Term(start, end, str(name), str(operator), read)
        return Term(start, end, "", ":", (self.value(tree.children[0]),))

    def choice(self, tree: Any, start: int, end: int) -> Node:
        """Words are further values of the term before them: `diet:herbivore|omnivore`, `wolf|fox`."""
        found: list[Node] = []
        for node in map(self.node, tree.children):
            before = found[-1] if found else None
            if isinstance(node, Term) and not node.field and isinstance(before, Term):
                found[-1] = replace(before, end=node.end, values=before.values + node.values)
            else:
                found.append(node)
        return found[0] if len(found) == 1 else Group(start, end, tuple((node,) for node in found))

    def value(self, token: Any) -> Value:
        start, end = token.start_pos, token.end_pos
        if token.type == "QUOTED":
            return Value(self.text[start + 1 : end - 1], start, end, True, self.text[start] == "/")
        if token.startswith("/"):
            says = _("The regular expression has no end. It ends with “/”; a “/” inside is written “\\/”.")
            raise QueryError(says, start, end, expected=["/"], unfinished=end >= len(self.text.rstrip()))
        return Value(str(token), start, end)


def terms_of(node: Node) -> Iterator[Term]:
    """Every term of a tree, in the order of the text."""
    if isinstance(node, Group):
        for part in (part for parts in node.alternatives for part in parts):
            yield from terms_of(part)
    elif isinstance(node, Negation):
        yield from terms_of(node.part)
    else:
        yield node
