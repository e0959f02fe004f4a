"""Which usernames and display names are allowed."""

import re
import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

from phylo.accounts.unwanted import refuse_unwanted

LONGEST_NAME = 30
LONGEST_DISPLAY_NAME = 40

# Names with which somebody could pose as the site or as nobody.
RESERVED = {
    "admin", "administrator", "moderator", "staff", "support", "phylo", "phylo online",
    "computer", "program", "guest", "former player", "you", "anonymous", "root", "system",
}  # fmt: skip


def key_of(name: str) -> str:
    """A key that is equal for names that differ only in case, width or spaces."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def username_like(name: str) -> str:
    """The display name as a username, such as "Zoe-B" for "Zoë B."; "" if too few signs are left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", plain)
    found = "-".join(words)[:LONGEST_NAME].rstrip("-")
    return found if len(found) > 1 else ""


def refuse_reserved(name: str) -> None:
    """Refuse a reserved name, also one before brackets or in them: "Fox (computer)", "Ada (guest)"."""
    plain = key_of(name.replace("-", " ").replace("_", " ").replace(".", " "))
    if not RESERVED.isdisjoint([plain, *re.split(r" ?[()] ?", plain)]):
        raise ValidationError(_("This name is kept for the site."), code="reserved")


def refuse_unprintable(name: str) -> None:
    """Refuse invisible characters, and those that change the direction of the surrounding text."""
    if not name.isprintable():
        raise ValidationError(_("A name has letters, digits, signs and spaces."), code="unprintable")


# A username is part of a URL and must not look like an e-mail address.
USERNAME_VALIDATORS: list[Callable[[str], None]] = [
    MinLengthValidator(2),
    RegexValidator(
        r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z",
        _("Use letters from a to z, digits, points, hyphens and underscores; begin with a letter or digit."),
        code="signs",
    ),
    refuse_reserved,
    refuse_unwanted,
]
DISPLAY_NAME_VALIDATORS: list[Callable[[str], None]] = [refuse_unprintable, refuse_reserved, refuse_unwanted]
