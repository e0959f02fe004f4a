from django import template

from games.rules.drafting.drawing import Drawing as DraftDrawing
from games.rules.drawing import Drawing

register = template.Library()


@register.inclusion_tag("rules/_example.html")
def rule_example(example: Drawing | DraftDrawing | None, caption: str) -> dict[str, object]:
    """An example with its caption; nothing if its cards are missing."""
    return {"example": example, "caption": caption}
