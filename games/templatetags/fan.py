from django import template

from cards.models import Card
from games.table.faces import pictured

register = template.Library()


@register.inclusion_tag("games/_fan.html")
def card_fan(*keys: str) -> dict[str, object]:
    """A few cards side by side, for the eye only; those that the set lacks are left out."""
    faces = pictured(Card.objects.faces(keys))
    return {"fan": [faces[key] for key in keys if key in faces]}
