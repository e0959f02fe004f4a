"""
A pseudo-language, "xx": every translated text is its English one in accented letters, 40 % longer, between ⟦
and ⟧. What a page has in plain letters went past gettext; what it cuts off lacks its end.
"""

import re
from gettext import NullTranslations

from django.utils.translation import trans_real

CODE = "xx"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀćđēƒĝĥīĵķłɱńōƥɋŕśţūṽŵẋŷžÀɃĆĐĒƑĜĤĪĴĶŁṀŃŌƤɊŔŚŢŪṼŴẊŶŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)
KEPT = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{[^}]*\}|<[^>]*>|&\w+;|&#\d+;")
"""Placeholders, elements and entities."""
LONGER = 0.4


def pseudo(text: str) -> str:
    """The text in the pseudo-language."""
    bare = len(KEPT.sub("", text))
    if not text.strip():
        return text
    more = " ".join(["~~~~~~"] * (1 + round(bare * LONGER) // 7))[: max(1, round(bare * LONGER))]
    return f"⟦{accented(text)}{more}⟧"


def accented(text: str) -> str:
    found, end = [], 0
    for kept in KEPT.finditer(text):
        found += [text[end : kept.start()].translate(LETTERS), kept.group()]
        end = kept.end()
    return "".join([*found, text[end:].translate(LETTERS)])


class Pseudo(NullTranslations):
    """Django's catalogue of a language, as far as it is asked."""

    domain = "django"

    def gettext(self, message: str) -> str:
        return pseudo(_bare(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(_bare(msgid1 if n == 1 else msgid2))

    def language(self) -> str:
        return CODE

    def to_language(self) -> str:
        return CODE


def _bare(message: str) -> str:
    """Without the context before it."""
    return message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]


def install() -> None:
    """Make it a language of this process; the setting LANGUAGES has to name it."""
    trans_real._translations[CODE] = Pseudo()
    known = trans_real.check_for_language
    trans_real.check_for_language = lambda code: code == CODE or known(code)
