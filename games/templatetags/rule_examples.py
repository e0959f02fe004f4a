"""The pictures of small tables in the rules."""

from django import template

from games.rules.drafting.drawing import Drawing as DraftDrawing
from games.rules.drawing import Drawing

register = template.Library()


@register.inclusion_tag("games/rules/_example.html")
def rule_example(example: Drawing | DraftDrawing | None, caption: str) -> dict[str, object]:
    """An example under its caption; nothing where the cards that it needs are missing."""
    return {"example": example, "caption": caption}
