"""
Words that a site does not want in what people write for others: a list of its own, in the file
settings.UNWANTED_WORDS, one to a line. There is none to begin with. Whole words are compared, without case,
accents and the usual digits and signs in place of letters. The names of cards stay allowed whatever the list
says: "great tit", "blue-footed booby".
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

INSTEAD = str.maketrans("013457@$!|", "oieastasii")
WORD = re.compile(r"[\w@$!|]+")
BETWEEN = r"[\W_]+"


def complaint(text: str) -> str:
    """What is wrong with the text, "" if nothing."""
    unwanted = _listed()
    if not unwanted or unwanted.isdisjoint(_words(text)):
        return ""
    # Only now: it costs a look at all cards.
    rest = fold(text)
    for name in import_string(settings.ALWAYS_WANTED)():
        if not unwanted.isdisjoint(_words(name)):
            words = BETWEEN.join(map(re.escape, re.findall(r"[^\W_]+", fold(name))))
            rest = re.sub(rf"(?<![^\W_]){words}(?![^\W_])", " ", rest)
    return "" if unwanted.isdisjoint(_words(rest)) else _("This has a word that is not wanted on this site.")


def refuse_unwanted(name: str) -> None:
    if words := complaint(name):
        raise ValidationError(words, code="unwanted")


def fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def _words(text: str) -> Iterator[str]:
    """Each word as it may be meant: "b00b-99" gives "boob" too."""
    for word in WORD.findall(fold(text).replace("_", " ")):
        for each in (word, word.strip("!|@$")):
            yield each
            yield each.strip("0123456789")
            yield each.translate(INSTEAD)
            yield each.rstrip("0123456789").translate(INSTEAD)


def _listed() -> frozenset[str]:
    path = Path(settings.UNWANTED_WORDS)
    try:
        found = path.stat()
    except OSError:
        return frozenset()
    return _read(path, (found.st_mtime_ns, found.st_size))


@lru_cache(maxsize=1)
def _read(path: Path, _changed: tuple[int, int]) -> frozenset[str]:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return frozenset(fold(line).strip() for line in lines if not line.startswith("#")) - {""}
