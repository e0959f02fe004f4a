"""
The codes of classes and of pupils' cards: a few letters that children can read and type, and that sound
different when somebody says them.

The code of a card is made from the site's key, so that it can be printed again, and is stored only as a
keyed digest: whoever gets the database alone cannot come in with it.
"""

import hmac
import secrets
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

LETTERS = "BCDFHJKMPRSTVWXZ"
"""No vowels, so that no words come out; nothing that looks or sounds like another letter here or a digit."""
CLASS_CODE, CARD_CODE = 9, 12
"""
How many letters: for a class 69 thousand million codes, for a card 281 million million. So many that guessing
is hopeless at any speed, and nobody needs to be held up for wrong ones: docs/classes.md has the odds.
"""
SALT = "games.classes.cards"


def new_class_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(CLASS_CODE))


def normal(typed: str) -> str:
    """The letters that were typed, in capitals; "" if anything else than letters and spaces is there."""
    code = "".join(typed.upper().replace("-", " ").replace(".", " ").split())[: CARD_CODE + 1]
    return code if set(code) <= set(LETTERS) else ""


def spaced(code: str) -> str:
    """In groups of three: "KTR PWM"."""
    return " ".join(code[start : start + 3] for start in range(0, len(code), 3))


def card_code(guest: UUID, number: int, digest: str) -> str:
    """
    The code of the card with that number. "" if it was made with a key of the site that is no longer known:
    then the pupil needs a new card.
    """
    for key in _keys():
        code = _made(guest, number, key)
        if hmac.compare_digest(_digest(code, key), digest):
            return code
    return ""


def digest_of_card(guest: UUID, number: int) -> str:
    """What is stored of a new card."""
    key = settings.SECRET_KEY
    return _digest(_made(guest, number, key), key)


def digests_of(code: str) -> list[str]:
    """What may be stored of a code that was typed."""
    return [_digest(code, key) for key in _keys()]


def _made(guest: UUID, number: int, key: str) -> str:
    drawn = salted_hmac(SALT, f"{guest}:{number}", secret=key, algorithm="sha256").hexdigest()
    return drawn[:CARD_CODE].translate(str.maketrans("0123456789abcdef", LETTERS))


def _digest(code: str, key: str) -> str:
    return salted_hmac(f"{SALT}.digest", code, secret=key, algorithm="sha256").hexdigest()


def _keys() -> list[str]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
