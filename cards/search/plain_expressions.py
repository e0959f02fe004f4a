"""
Regular expressions of RE2's syntax in plain Python: read here, found by `re`. The same cards and the same
refusals, but for classes of letters by script, which are refused, and for the size, which is an estimate. The
time is not linear: only where somebody searches on their own device.

Always as the search asks RE2: no capitals are heeded, a line break is never found, groups capture nothing.
"""

import re
import sys
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

Ranges = list[tuple[int, int]]
"""From and to, both included."""

LAST = sys.maxunicode
LAST_CASED = 0x1FFFF
MOST_TIMES = 1000
LINE_BREAK = (10, 10)
WORD = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]
PERL: Mapping[str, Ranges] = {"d": [(0x30, 0x39)], "s": [(9, 10), (12, 13), (32, 32)], "w": WORD}
POSIX: Mapping[str, Ranges] = {
    "alnum": [(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
    "alpha": [(0x41, 0x5A), (0x61, 0x7A)],
    "ascii": [(0, 0x7F)],
    "blank": [(9, 9), (32, 32)],
    "cntrl": [(0, 0x1F), (0x7F, 0x7F)],
    "digit": [(0x30, 0x39)],
    "graph": [(0x21, 0x7E)],
    "lower": [(0x61, 0x7A)],
    "print": [(0x20, 0x7E)],
    "punct": [(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
    "space": [(9, 13), (32, 32)],
    "upper": [(0x41, 0x5A)],
    "word": WORD,
    "xdigit": [(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
}
CATEGORY = re.compile("C[cfos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?")
SCRIPT = re.compile("[A-Z][a-z]+(_[A-Z][a-z]+)*")
CONTROL = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
TIMES = re.compile(r"\{(0|[1-9]\d{0,7})(?:(,)(0|[1-9]\d{0,7})?)?\}", re.ASCII)
OCTAL = re.compile("0[0-7]{0,2}|[1-7][0-7]{1,2}")
HEX = re.compile(r"x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))")
LOOK = re.compile(r"\(\?(?:[=!]|<[=!].)", re.DOTALL)
IN_WORD = "[0-9A-Za-z_]"
EDGE = rf"(?:(?<!{IN_WORD})(?={IN_WORD})|(?<={IN_WORD})(?!{IN_WORD}))"
NEITHER = rf"(?:(?<!{IN_WORD})(?!{IN_WORD})|(?<={IN_WORD})(?={IN_WORD}))"


class Malformed(Exception):
    """What is wrong, in RE2's words, as bytes."""

    def __init__(self, words: str, what: str = "") -> None:
        super().__init__(f"{words}: {what}".encode() if what else words.encode())


@dataclass(frozen=True, slots=True)
class Place:
    first: int

    def start(self) -> int:
        return self.first


@dataclass(frozen=True, slots=True)
class Expression:
    pattern: re.Pattern[str]
    programsize: int

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(text)

    def finditer(self, encoded: bytes) -> Iterator[Place]:
        """Where it is found, in bytes."""
        text, place, first = encoded.decode(), 0, 0
        for match in self.pattern.finditer(text):
            first += len(text[place : match.start()].encode())
            place = match.start()
            yield Place(first)


@lru_cache(128)
def compiled(expression: str) -> Expression:
    read = _Reader(expression).read()
    return Expression(re.compile(read.text), read.size)


def forget() -> None:
    compiled.cache_clear()


# Sets of letters.


def _merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    found: Ranges = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def _others(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """All letters that are in none of the ranges."""
    found, first = [], 0
    for low, high in _merged(ranges):
        if low > first:
            found.append((first, low - 1))
        first = high + 1
    return [*found, (first, LAST)] if first <= LAST else found


@cache
def _alike() -> tuple[list[int], Mapping[int, list[int]]]:
    """The letters that differ from another in case alone, and those others: Unicode's simple case folding."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for code in range(LAST_CASED + 1):
        letter = chr(code)
        folded = next((each for each in (letter.casefold(), letter.lower()) if len(each) == 1), letter)
        groups[folded].append(code)
    found = {code: group for group in groups.values() if len(group) > 1 for code in group}
    return sorted(found), found


def _in_either_case(ranges: Ranges) -> Ranges:
    cased, alike = _alike()
    found = list(ranges)
    for low, high in ranges:
        for code in cased[bisect_left(cased, low) : bisect_left(cased, high + 1)]:
            found += [(other, other) for other in alike[code]]
    return found


@cache
def _category(name: str) -> Ranges:
    """The letters of a category, such as Lu, or of all that begin so; C is without those not assigned."""
    found: Ranges = []
    for code in range(LAST + 1):
        category = unicodedata.category(chr(code))
        if category.startswith(name) and category != "Cn":
            if found and found[-1][1] == code - 1:
                found[-1] = (found[-1][0], code)
            else:
                found.append((code, code))
    return found


@dataclass(frozen=True, slots=True)
class _Piece:
    """Of an expression for `re`. `times`: as how many its inmost part is repeated by numbers."""

    text: str
    size: int = 1
    times: int = 1


def _one_of(ranges: Ranges) -> _Piece:
    """A letter in the ranges."""
    found = _merged(_others([*_others(ranges), LINE_BREAK]))
    if not found:
        return _Piece("(?!)")
    text = "".join(f"\\U{low:08x}" if low == high else f"\\U{low:08x}-\\U{high:08x}" for low, high in found)
    return _Piece(f"[{text}]", sum(1 if high < 0x80 else 3 for _low, high in found))


ANY = _one_of([(0, LAST)])


# Reading.


@dataclass(slots=True)
class _Group:
    """An open group: the flags that hold after it, its whole alternatives and the one that is being read."""

    fold: bool
    lines: bool
    whole: list[list[_Piece]] = field(default_factory=list)
    last: list[_Piece] = field(default_factory=list)

    def joined(self) -> _Piece:
        branches = [*self.whole, self.last]
        texts = ["".join(piece.text for piece in branch) for branch in branches]
        pieces = [piece for branch in branches for piece in branch]
        size = sum(piece.size for piece in pieces) + len(branches) - 1
        return _Piece(f"(?:{'|'.join(texts)})", size, max((piece.times for piece in pieces), default=1))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.fold, self.lines = True, False
        self.groups = [_Group(True, False)]

    def read(self) -> _Piece:
        """Raises Malformed."""
        was_repeated = False
        while self.place < len(self.text):
            was_repeated = self._repeated(was_repeated)
            if not was_repeated:
                SIGNS.get(self.text[self.place], _Reader._letter)(self)
        if len(self.groups) > 1:
            raise Malformed("missing )", self.text)
        return self.groups[0].joined()

    def _add(self, piece: _Piece) -> None:
        self.groups[-1].last.append(piece)

    def _add_letter(self, code: int) -> None:
        ranges = [(code, code)]
        self._add(_one_of(_in_either_case(ranges) if self.fold else ranges))

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.place)
        if found:
            self.place = found.end()
        return found

    def _starts(self, *signs: str) -> bool:
        return self.text.startswith(signs, self.place)

    # Repetitions.

    def _repeated(self, was_repeated: bool) -> bool:
        """Read a repetition, if one is here."""
        begun = self.place
        if self.text[begun] in "*+?":
            least, most, written = int(self.text[begun] == "+"), -1, self.text[begun]
            most = 1 if written == "?" else -1
            self.place += 1
        elif found := self._take(TIMES):
            least = int(found[1])
            most = int(found[3]) if found[3] else -1 if found[2] else least
            written = found[0]
        else:
            return False
        if self._starts("?"):
            self.place += 1
        said = self.text[begun : self.place]
        if was_repeated:
            raise Malformed("bad repetition operator", said)
        if -1 < most < least or max(least, most) > MOST_TIMES:
            raise Malformed("invalid repetition size", said)
        if not self.groups[-1].last:
            raise Malformed("no argument for repetition operator", said)
        piece = self.groups[-1].last.pop()
        times = piece.times
        if written[0] == "{":
            times *= max(1, least if most < 0 else most)
            if times > MOST_TIMES and max(least, most) >= 2:
                raise Malformed("invalid repetition size", said)
        copies = max(1, least, most)
        self._add(_Piece(f"(?:{piece.text}){written}", copies * (piece.size + (least != most)), times))
        return True

    # Signs outside of classes.

    def _letter(self) -> None:
        self.place += 1
        self._add_letter(ord(self.text[self.place - 1]))

    def _any(self) -> None:
        self.place += 1
        self._add(ANY)

    def _begin(self) -> None:
        self.place += 1
        self._add(_Piece("(?m:^)" if self.lines else r"\A"))

    def _end(self) -> None:
        self.place += 1
        self._add(_Piece("(?m:$)" if self.lines else r"\Z"))

    def _or(self) -> None:
        self.place += 1
        group = self.groups[-1]
        group.whole.append(group.last)
        group.last = []

    def _close(self) -> None:
        self.place += 1
        if len(self.groups) == 1:
            raise Malformed("unexpected )", self.text)
        group = self.groups.pop()
        self.fold, self.lines = group.fold, group.lines
        self._add(group.joined())

    def _open(self) -> None:
        if not self._starts("(?"):
            self.place += 1
        elif LOOK.match(self.text, self.place):
            raise Malformed("invalid perl operator", self.text[self.place : self.place + 4])
        elif self._starts("(?P<", "(?<"):
            self._name()
        else:
            self._flags()
            return
        self.groups.append(_Group(self.fold, self.lines))

    def _name(self) -> None:
        end = self.text.find(">", self.place + 2)
        name = self.text[self.text.index("<", self.place) + 1 : end]
        if end < 0 or not re.fullmatch(r"\w+", name):
            raise Malformed("invalid named capture group", self.text[self.place : end + 1 or None])
        self.place = end + 1

    def _flags(self) -> None:
        begun, fold, lines = self.place, self.fold, self.lines
        self.place += 2
        negated = said = False
        while self.place < len(self.text):
            sign = self.text[self.place]
            self.place += 1
            if sign in "imsU":
                said = True
                fold = not negated if sign == "i" else fold
                lines = not negated if sign == "m" else lines
            elif sign == "-" and not negated:
                negated, said = True, False
            elif sign in ":)" and (said or not negated):
                if sign == ":":
                    self.groups.append(_Group(self.fold, self.lines))
                self.fold, self.lines = fold, lines
                return
            else:
                break
        raise Malformed("invalid perl operator", self.text[begun : self.place])

    def _backslash(self) -> None:
        following = self.text[self.place + 1 : self.place + 2]
        if following and following in ESCAPED:
            self.place += 2
            self._add(ESCAPED[following])
        elif following == "C":
            raise Malformed("not without RE2")
        elif following == "Q":
            begun = self.place + 2
            end = self.text.find(r"\E", begun)
            for letter in self.text[begun : end if end >= 0 else None]:
                self._add_letter(ord(letter))
            self.place = end + 2 if end >= 0 else len(self.text)
        elif (found := self._group()) is not None:
            self._add(_one_of(found))
        else:
            self._add_letter(self._escaped())

    def _group(self) -> Ranges | None:
        r"""The letters of a group such as \d or \pL, if one is here."""
        sign = self.text[self.place + 1 : self.place + 2] if self._starts("\\") else ""
        if sign and sign in "dswDSW":
            self.place += 2
            return self._of_group(PERL[sign.lower()], negated=sign.isupper())
        if not sign or sign not in "pP":
            return None
        begun = self.place
        name = self.text[begun + 2 : begun + 3]
        self.place += 3
        if name == "{":
            end = self.text.find("}", self.place)
            name = self.text[self.place : end] if end >= 0 else ""
            self.place = end + 1
        negated = (sign == "P") != name.startswith("^")
        name = name.removeprefix("^")
        if name == "Any":
            return self._of_group([(0, LAST)], negated=negated)
        if CATEGORY.fullmatch(name):
            return self._of_group(_category(name), negated=negated)
        if SCRIPT.fullmatch(name) and len(name) > 2:
            raise Malformed("not without RE2")
        raise Malformed("invalid character class range", self.text[begun : begun + 2])

    def _of_group(self, ranges: Ranges, *, negated: bool) -> Ranges:
        found = _in_either_case(ranges) if self.fold else ranges
        return _others(found) if negated else found

    def _escaped(self) -> int:
        """The letter of an escape."""
        begun = self.place
        self.place += 1
        if self.place == len(self.text):
            raise Malformed("trailing \\", "\\")
        sign = self.text[self.place]
        if found := self._take(OCTAL):
            return int(found[0], 8)
        if found := self._take(HEX):
            code = int(found[1] or found[2], 16)
            if code <= LAST:
                return code
        elif sign in CONTROL:
            self.place += 1
            return CONTROL[sign]
        elif sign.isascii() and not sign.isalnum():
            self.place += 1
            return ord(sign)
        raise Malformed("invalid escape sequence", self.text[begun : begun + 2])

    # Classes.

    def _class(self) -> None:
        begun = self.place
        self.place += 1
        negated = self._starts("^")
        self.place += negated
        found: Ranges = []
        first = True
        while first or not self._starts("]"):
            if self.place >= len(self.text):
                raise Malformed("missing ]", self.text[begun:])
            first = False
            group = self._posix()
            if group is None and not (self._starts(r"\p", r"\P") and self.place + 2 == len(self.text)):
                group = self._group()
            if group is None:
                span = [self._span(begun)]
                group = _in_either_case(span) if self.fold else span
            found += group
        self.place += 1
        self._add(_one_of(_others(found) if negated else found))

    def _posix(self) -> Ranges | None:
        if not self._starts("[:"):
            return None
        end = self.text.find(":]", self.place + 2)
        if end < 0:
            return None
        name = self.text[self.place + 2 : end]
        if name.removeprefix("^") not in POSIX:
            raise Malformed("invalid character class range", self.text[self.place : end + 2])
        self.place = end + 2
        return self._of_group(POSIX[name.removeprefix("^")], negated=name.startswith("^"))

    def _span(self, begun: int) -> tuple[int, int]:
        at = self.place
        low = high = self._in_class(begun)
        if self._starts("-") and not self._starts("-]") and self.place + 1 < len(self.text):
            self.place += 1
            high = self._in_class(begun)
        if high < low:
            raise Malformed("invalid character class range", self.text[at : self.place])
        return low, high

    def _in_class(self, begun: int) -> int:
        if self._starts("\\"):
            return self._escaped()
        self.place += 1
        return ord(self.text[self.place - 1])


SIGNS: Mapping[str, Callable[[_Reader], None]] = {
    "(": _Reader._open, ")": _Reader._close, "|": _Reader._or, "^": _Reader._begin, "$": _Reader._end,
    ".": _Reader._any, "[": _Reader._class, "\\": _Reader._backslash,
}  # fmt: skip
ESCAPED = {"b": _Piece(EDGE), "B": _Piece(NEITHER), "A": _Piece(r"\A"), "z": _Piece(r"\Z")}
