"""Template tags for the drafting games."""

from django import template

from games.table.draft.kinds import KINDS, Kind
from games.table.draft.pictures import picture_url

register = template.Library()


@register.filter
def kind(key: str) -> Kind:
    """The card type of a key such as "BEE"."""
    return KINDS[key]


@register.simple_tag
def draft_picture(key: str) -> str:
    """The URL of a card type's picture."""
    return picture_url(key)


@register.filter
def stock(key: str) -> str:
    """The terrain that gives a card type its colour."""
    return KINDS[key].stock


@register.filter
def counted(key: str, count: int) -> str:
    """Such as "2 Bees"."""
    return KINDS[key].counted(count)


@register.filter
def minus(points: int) -> str:
    """The number with a typographic minus sign."""
    return str(points).replace("-", "−")
