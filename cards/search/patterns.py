"""Regular expressions and wildcards: read, and matched with the texts of all cards in linear time (RE2)."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.models.derived import plain
from cards.search.bitmaps import BitMap
from cards.search.expressions import READS_WRITTEN, Malformed, compiled, forget

MAX_LENGTH = 200
MAX_STEPS = 10_000
"""The most instructions of a compiled expression: each letter searched may cost as many steps."""

# What RE2 says of a mistake, and what we say.
MISTAKES: dict[str, str | Promise] = {
    "missing )": gettext_lazy("a “(” has no “)”"),
    "unexpected )": gettext_lazy("a “)” has no “(”"),
    "missing ]": gettext_lazy("a “[” has no “]”"),
    "invalid character class": gettext_lazy("there is no such class of letters"),
    "no argument for repetition operator": gettext_lazy("before “*”, “+” or “?” must be what is repeated"),
    "bad repetition operator": gettext_lazy("two signs of repetition follow each other"),
    "invalid repetition size": gettext_lazy("it repeats too often, at most 1,000 times"),
    "invalid perl operator": gettext_lazy("looking ahead or back with “(?” is not possible"),
    "invalid escape sequence": gettext_lazy("there is no such sign with “\\”, nor can it refer to a group"),
    "trailing \\": gettext_lazy("it ends with “\\”"),
    "pattern too large": gettext_lazy("it is too large, so write a simpler one"),
}  # fmt: skip


class Mistake(ValueError):
    """What is wrong with a regular expression, in words."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """
    An RE2 expression, which heeds no capitals. `plain`: it is matched with plain texts
    (cards/models/derived.py), not with those that the card shows.
    """

    expression: str
    plain: bool = False
    pieces: tuple[str, ...] = ()
    """Letters that follow each other in the plain form of every text that matches."""

    def matches(self, text: str) -> bool:
        return compiled(self.expression).search(plain(text) if self.plain else text) is not None

    def found(self, lines: "Lines | Joint") -> BitMap:
        """The cards with a line that matches."""
        found = lines.matching(compiled(self._line))
        forget()  # it would keep 128 expressions, each with up to MEMORY
        return found

    @property
    def size(self) -> int:
        """Instructions of the compiled expression; raises Malformed."""
        compiled(self.expression)
        size: int = compiled(self._line).programsize
        return size

    @property
    def _line(self) -> str:
        """Takes a whole line, so that a line is found once."""
        return f"(?m)^.*?(?:{self.expression}).*$"


class Lines:
    """Texts of cards, a line for each, searched in one go; empty ones are left out."""

    def __init__(self, texts: Iterable[tuple[int, str]]) -> None:
        joined, self._cards, self._starts = bytearray(), array("I"), array("I", [0])
        for card, text in texts:
            if text:
                joined += text.replace("\n", " ").encode()
                joined += b"\n"
                self._cards.append(card)
                self._starts.append(len(joined))
        del joined[-1:]
        self._joined = bytes(joined)
        self._changed: dict[int, list[str]] = {}
        self._later: Lines | None = None

    def changed(self, cards: Iterable[int], texts: Iterable[tuple[int, str]]) -> "Lines":
        """The lines in which these cards have these texts."""
        result = copy(self)
        result._changed = self._changed | {card: [] for card in cards}
        for card, text in texts:
            result._changed[card].append(text)
        result._later = Lines((card, text) for card, lines in result._changed.items() for text in lines)
        return result

    @property
    def size(self) -> int:
        """Bytes in memory, but for the changes."""
        return len(self._joined) + 8 * len(self._cards)

    @property
    def cards(self) -> BitMap:
        """Those with a text."""
        return self._with_later(BitMap(self._cards), lambda later: later.cards)

    def matching(self, line: Any) -> BitMap:
        """The cards with a line that a compiled expression for whole lines finds."""
        found = array("I", (self._card_at(match.start()) for match in line.finditer(self._joined)))
        return self._with_later(BitMap(found), lambda later: later.matching(line))

    def holding(self, text: str, *, exactly: bool = False) -> BitMap:
        """The cards with a line that has the text, or is it."""
        wanted, joined, found = text.encode(), self._joined, array("I")
        place = joined.find(wanted)
        while place >= 0:
            number = bisect_right(self._starts, place) - 1
            behind = self._starts[number + 1]
            if not exactly or behind - self._starts[number] == len(wanted) + 1:
                found.append(self._cards[number])
            place = joined.find(wanted, behind)
        return self._with_later(BitMap(found), lambda later: later.holding(text, exactly=exactly))

    def _with_later(self, found: BitMap, ask: "Callable[[Lines], BitMap]") -> BitMap:
        if self._later is None:
            return found
        return found - BitMap(self._changed) | ask(self._later)

    def _card_at(self, place: int) -> int:
        return self._cards[bisect_right(self._starts, place) - 1]


@dataclass(frozen=True, slots=True)
class Joint:
    """Lines of several fields as one."""

    parts: tuple[Lines, ...]

    @property
    def cards(self) -> BitMap:
        return BitMap.union(*(each.cards for each in self.parts))

    def matching(self, line: Any) -> BitMap:
        return BitMap.union(*(each.matching(line) for each in self.parts))

    def holding(self, text: str, *, exactly: bool = False) -> BitMap:
        return BitMap.union(*(each.holding(text, exactly=exactly) for each in self.parts))


def regular(text: str, *, exactly: bool) -> Pattern:
    """Read what stands between two `/`; with `exactly` it is all of a text. Raises Mistake."""
    if not READS_WRITTEN:
        raise Mistake(_("only the site's server can read one"))
    if len(text) > MAX_LENGTH:
        said = _("it has %(length)s signs, at most %(most)s are possible")
        raise Mistake(said % {"length": len(text), "most": MAX_LENGTH})
    found = Pattern(f"^(?:{text})$" if exactly else text, pieces=_pieces(text))
    try:
        Pattern(text).size  # noqa: B018
        size = found.size
    except Malformed as error:
        said = error.args[0].decode(errors="replace")
        known = [ours for theirs, ours in MISTAKES.items() if said.startswith(theirs)]
        raise Mistake(str(known[0]) if known else said) from None
    if size > MAX_STEPS:
        raise Mistake(str(MISTAKES["pattern too large"]))
    return found


def wildcard(text: str, *, exactly: bool) -> Pattern | None:
    """
    Read a text with `*` for any letters: it begins and ends with a word, or with `exactly` is all of a text.
    None for a text without `*`, or with nothing else.
    """
    if "*" not in text or not plain(text):
        return None
    letters, edge = (".*", "") if exactly else (r"[^ \n]*", "(?:^|$| )")
    pieces = [plain(piece) for piece in text.split("*")]
    middle = letters.join(map(re.escape, pieces))
    return Pattern(f"^{middle}$" if exactly else f"{edge}{middle}{edge}", plain=True, pieces=(*pieces,))


# Signs of a regular expression whose letters can be told without understanding it.
ESCAPE, CLASS = r"\\[bdwsBDWS]", r"\[\^?[\w ,'-]+\]"
SIMPLE = re.compile(rf"(?:{ESCAPE}|{CLASS}|[^\\|()\[\]])*", re.ASCII)
MAYBE = re.compile(rf"(?:{ESCAPE}|{CLASS}|.)(?:[*?]|\{{[\d,]*\}})", re.ASCII)
OTHERS = re.compile(rf"{ESCAPE}|{CLASS}", re.ASCII)


def _pieces(text: str) -> tuple[str, ...]:
    """Of a regular expression: none where it has branches, groups or rare signs."""
    if not SIMPLE.fullmatch(text):
        return ()
    sure = OTHERS.sub(" ", MAYBE.sub(" ", text))
    return () if "{" in sure else tuple(re.findall("[a-z0-9]+", sure.lower()))
