"""Texts of sets as they are stored."""

from django.utils.translation import gettext as _

from cards.curation.errors import BadContents
from cards.curation.services.words import text_of
from cards.sets.errors import BadSet


def line(field: str, text: str, most: int) -> str:
    """One line of at least a letter; raises BadSet."""
    text = " ".join(text.split())
    if not text or len(text) > most or not text.isprintable():
        raise BadSet(field, _("1 to %(most)s letters or signs, please.") % {"most": most})
    return text


def lines(text: str, most: int, field: str = "description") -> str:
    """Raises BadSet."""
    try:
        return text_of(field, text, most)
    except BadContents as error:
        raise BadSet(field, str(error)) from error
