"""Template tags of the drafting games."""

from django import template

from games.draft_table.kinds import KINDS, Kind
from games.draft_table.pictures import picture_url

register = template.Library()


@register.filter
def kind(key: str) -> Kind:
    """The card type of a key such as "BEE"."""
    return KINDS[key]


@register.simple_tag
def draft_picture(key: str) -> str:
    """Address of the picture of a card type."""
    return picture_url(key)


@register.filter
def stock(key: str) -> str:
    """The terrain whose colour a card type has."""
    return KINDS[key].stock


@register.filter
def counted(key: str, count: int) -> str:
    """ "2 Bees"."""
    return KINDS[key].counted(count)


@register.filter
def minus(points: int) -> str:
    """The number with a true minus sign."""
    return str(points).replace("-", "−")
