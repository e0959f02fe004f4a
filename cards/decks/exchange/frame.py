"""What all versions of the deck code have in common: signs, length and checksum (docs/deck-code.md)."""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from string import ascii_uppercase

from django.utils.translation import gettext as _

from cards.decks.exchange.reading import DeckCodeError

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, which are read as 1, 1, 0, and no U."""
VALUES = {sign: value for value, sign in enumerate(SIGNS)}
# What is forgiven. White space lies below U+3001.
PASSED_OVER = ["-", "\ufeff", *(sign for sign in map(chr, range(0x3001)) if sign.isspace())]
FORGIVEN = str.maketrans(
    dict.fromkeys(PASSED_OVER)
    | {sign.lower(): sign for sign in ascii_uppercase}
    | {sign: right for right, wrong in {"1": "IiLl", "0": "Oo"}.items() for sign in wrong}
)
GROUP = 4
CHECK = 5
LONGEST = 1000
"""Signs; the promises of the checksum hold up to 1,025."""
# x^5 + 6x^3 + 6x^2 + 1 over the field of 32, times 1, 2, 4, 8 and 16: five bits a coefficient.
GENERATOR = (0x31801, 0x63002, 0xC6004, 0xCE408, 0xDEC10)
MULTIPLES = [
    reduce(xor, (each for bit, each in enumerate(GENERATOR) if value >> bit & 1), 0) for value in range(32)
]


def sealed(head: int, number: int) -> str:
    """
    The code of a first sign and a number: the digits of the number, as few as fill whole groups of four
    together with the first sign and the checksum.
    """
    digits: list[int] = []
    while number or (1 + len(digits) + CHECK) % GROUP:
        number, digit = divmod(number, 32)
        digits.append(digit)
    values = [head, *reversed(digits)]
    check = _remainder([*values, *[0] * CHECK])
    values += [check >> 5 * place & 31 for place in reversed(range(CHECK))]
    if len(values) > LONGEST:
        raise DeckCodeError(_("The deck is too large for a code."))
    return "".join(SIGNS[value] for value in values)


def opened(text: str) -> tuple[int, int]:
    """The first sign and the number of a code; raises DeckCodeError for what is none or was damaged."""
    code = compact(text)
    if len(code) > LONGEST:
        most = {"most": f"{LONGEST:,}"}
        raise DeckCodeError(_("The deck code is too long: none has more than %(most)s signs.") % most)
    odd = next((sign for sign in code if sign not in VALUES), None)
    if odd is not None:
        wrong = {"sign": odd, "place": code.index(odd) + 1}
        raise DeckCodeError(_("“%(sign)s”, number %(place)s, is no sign of a deck code.") % wrong)
    if len(code) % GROUP or len(code) < GROUP * 2:
        raise DeckCodeError(
            _("The deck code is not whole: it has %(count)s signs, not a multiple of four.")
            % {"count": len(code)}
            if code
            else _("There is no deck code.")
        )
    values = [VALUES[sign] for sign in code]
    if _remainder(values):
        raise DeckCodeError(_("The deck code is damaged: some letter or digit of it is wrong."))
    number = 0
    for value in values[1:-CHECK]:
        number = number * 32 + value
    return values[0], number


def compact(text: str) -> str:
    """As it is written: in capitals, without blanks, line breaks and hyphens, and no letter for a digit."""
    return text.translate(FORGIVEN)


def _remainder(values: Sequence[int]) -> int:
    rest = 0
    for value in values:
        rest = (rest & 0xFFFFF) << 5 ^ value ^ MULTIPLES[rest >> 20]
    return rest
