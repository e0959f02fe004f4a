"""The base of the deck code (docs/deck-code.md): alphabet, checksum, and choices packed into a number."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import reduce
from math import comb
from operator import xor
from string import ascii_uppercase

from engine.contract import gettext_noop as _
from engine.deck_forms.sentences import CodeError, Sentence

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L or O, which are read as 1, 1 and 0, and no U."""
VALUES = {sign: value for value, sign in enumerate(SIGNS)}
# Characters that are ignored or corrected. All white space lies below U+3001.
PASSED_OVER = ["-", "\ufeff", *(sign for sign in map(chr, range(0x3001)) if sign.isspace())]
FORGIVEN = str.maketrans(
    dict.fromkeys(PASSED_OVER)
    | {sign.lower(): sign for sign in ascii_uppercase}
    | {sign: right for right, wrong in {"1": "IiLl", "0": "Oo"}.items() for sign in wrong}
)
GROUP = 4
CHECK = 5
LONGEST = 1000
"""In characters; the checksum detects what it should up to 1,025 of them."""
# x^5 + 6x^3 + 6x^2 + 1 over the field of 32, times 1, 2, 4, 8 and 16: five bits per coefficient.
GENERATOR = (0x31801, 0x63002, 0xC6004, 0xCE408, 0xDEC10)
MULTIPLES = [
    reduce(xor, (each for bit, each in enumerate(GENERATOR) if value >> bit & 1), 0) for value in range(32)
]

MOST_ONES = 31


class NoNumber(ValueError):
    """The number stands for no valid choice."""


def sealed(head: int, number: int) -> str:
    """The code for a first character and a number, padded to whole groups of four with the checksum."""
    digits: list[int] = []
    while number or (1 + len(digits) + CHECK) % GROUP:
        number, digit = divmod(number, 32)
        digits.append(digit)
    values = [head, *reversed(digits)]
    check = _remainder([*values, *[0] * CHECK])
    values += [check >> 5 * place & 31 for place in reversed(range(CHECK))]
    if len(values) > LONGEST:
        raise CodeError(Sentence(_("The deck is too large for a code.")))
    return "".join(SIGNS[value] for value in values)


def opened(text: str) -> tuple[int, int]:
    """The first character and the number of a code; raises CodeError for an invalid or damaged one."""
    code = compact(text)
    if len(code) > LONGEST:
        words = _("The deck code is too long: none has more than %(most)s characters.")
        raise CodeError(Sentence(words, most=f"{LONGEST:,}"))
    odd = next((sign for sign in code if sign not in VALUES), None)
    if odd is not None:
        words = _("“%(sign)s”, number %(place)s, cannot be in a deck code.")
        raise CodeError(Sentence(words, sign=odd, place=code.index(odd) + 1))
    if not code:
        raise CodeError(Sentence(_("There is no deck code.")))
    if len(code) % GROUP or len(code) < GROUP * 2:
        words = _("The deck code is incomplete: it has %(count)s characters, not a multiple of four.")
        raise CodeError(Sentence(words, count=len(code)))
    values = [VALUES[sign] for sign in code]
    if _remainder(values):
        words = _("The deck code is damaged: at least one letter or digit is wrong.")
        raise CodeError(Sentence(words))
    number = 0
    for value in values[1:-CHECK]:
        number = number * 32 + value
    return values[0], number


def compact(text: str) -> str:
    """In capitals, without blanks and hyphens, and with digits for the letters that look like them."""
    return text.translate(FORGIVEN)


def _remainder(values: Sequence[int]) -> int:
    rest = 0
    for value in values:
        rest = (rest & 0xFFFFF) << 5 ^ value ^ MULTIPLES[rest >> 20]
    return rest


def rank(subset: Sequence[int]) -> int:
    """The position of ascending numbers among all sets of that size, in colexicographic order."""
    return sum(comb(each, place) for place, each in enumerate(subset, start=1))


def unrank(number: int, k: int, limit: int) -> list[int]:
    """The set of k numbers below `limit` at this position; raises NoNumber if there is none."""
    if number >= comb(limit, k):
        raise NoNumber
    subset = []
    for size in range(k, 0, -1):
        limit = bisect_right(range(limit), number, lo=size - 1, key=lambda each: comb(each, size)) - 1
        number -= comb(limit, size)
        subset.append(limit)
    return subset[::-1]


class Packer:
    """A stack of choices, pushed in the order in which they are popped."""

    def __init__(self) -> None:
        self._choices: list[tuple[int, int]] = []

    def put(self, choice: int, choices: int) -> None:
        """One of `choices`, counted from 0."""
        self._choices.append((choice, choices))

    def put_small(self, number: int) -> None:
        """Any number from 0; smaller numbers take less room (Elias gamma)."""
        bits = (number + 1).bit_length() - 1
        for _each in range(bits):
            self.put(1, 2)
        self.put(0, 2)
        self.put(number + 1 - (1 << bits), 1 << bits)

    def put_large(self, number: int) -> None:
        """A number from 1 of at most 32 bits: its bit length, then the bits after the first."""
        bits = number.bit_length() - 1
        self.put(bits, 32)
        self.put(number - (1 << bits), 1 << bits)

    def packed(self, rest: int) -> int:
        """All choices as one number, on top of `rest`, which has no upper bound."""
        for choice, choices in reversed(self._choices):
            rest = rest * choices + choice
        return rest


class Unpacker:
    """Pops what a Packer has pushed."""

    def __init__(self, number: int) -> None:
        self.rest = number

    def take(self, choices: int) -> int:
        if choices < 1:
            raise NoNumber
        self.rest, choice = divmod(self.rest, choices)
        return choice

    def take_small(self) -> int:
        bits = 0
        while self.take(2):
            bits += 1
            if bits > MOST_ONES:
                raise NoNumber
        return (1 << bits) + self.take(1 << bits) - 1

    def take_large(self) -> int:
        bits = self.take(32)
        return (1 << bits) + self.take(1 << bits)
