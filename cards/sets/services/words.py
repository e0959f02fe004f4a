"""Texts of sets as they are stored."""

from django.utils.translation import gettext as _

from cards.curation.services.steps import text_of
from cards.errors import BadValue


def line(field: str, text: str, most: int) -> str:
    """One line of at least a letter; raises BadValue."""
    text = " ".join(text.split())
    if not text or len(text) > most or not text.isprintable():
        raise BadValue(field, _("1 to %(most)s letters or signs, please.") % {"most": most})
    return text


def lines(text: str, most: int, field: str = "description") -> str:
    """Raises BadValue."""
    try:
        return text_of(field, text, most)
    except BadValue as error:
        raise BadValue(field, str(error)) from error
