"""Which usernames and display names are allowed."""

import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 30
LONGEST_DISPLAY_NAME = 40

# Names with which somebody could pose as the site or as nobody.
RESERVED = {
    "admin", "administrator", "moderator", "staff", "support", "phylo", "phylo online",
    "computer", "guest", "former player", "you", "anonymous", "root", "system",
}  # fmt: skip


def key_of(name: str) -> str:
    """A key that is equal for names that differ only in case, width or spaces."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def refuse_reserved(name: str) -> None:
    if key_of(name.replace("-", " ").replace("_", " ").replace(".", " ")) in RESERVED:
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
]
DISPLAY_NAME_VALIDATORS: list[Callable[[str], None]] = [refuse_unprintable, refuse_reserved]
