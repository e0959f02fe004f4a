"""Reasons that the site itself gives: kept in English, said in the reader's language."""

from django.utils.translation import gettext, gettext_noop

STOLEN = gettext_noop("Decided by somebody else with a stolen account.")
NO_EVIDENCE = gettext_noop("The evidence no longer speaks against the card.")
OURS = (STOLEN, NO_EVIDENCE)


def said(reason: str) -> str:
    """What people wrote stays as it is."""
    return gettext(reason) if reason in OURS else reason
