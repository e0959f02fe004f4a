"""What is sent to the API of decks, beside what every address reads (phylo.json_bodies)."""

from typing import Any

from django.utils.translation import gettext as _

from cards.decks.services.building import MOST_CARDS, MOST_COPIES
from phylo.json_bodies import BadBody, text


def copies(value: Any, name: str) -> dict[str, int]:
    """Card key -> copies."""
    told = {"name": name, "most": MOST_COPIES}
    if not isinstance(value, dict):
        raise BadBody(name, _("%(name)s: must be an object of copies by card key.") % told)
    for count in value.values():
        if type(count) is not int or not 0 <= count <= MOST_COPIES:
            raise BadBody(name, _("%(name)s: copies are whole numbers from 0 to %(most)s.") % told)
    return value


def keys(value: Any, name: str) -> tuple[str, ...]:
    listed = isinstance(value, list) and len(value) <= MOST_CARDS
    if not listed or not all(isinstance(key, str) for key in value):
        raise BadBody(name, _("%(name)s: must be a list of card keys.") % {"name": name})
    return tuple(value)


def starter(value: Any, name: str) -> str:
    """As answers name it: `home` for none."""
    key = text(value, name)
    return "" if key == "home" else key
