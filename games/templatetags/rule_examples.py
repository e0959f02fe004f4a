"""The pictures of small tables in the rules."""

from django import template

from games.rules.drafting.examples import Example as DraftExample
from games.rules.examples import Example

register = template.Library()


@register.inclusion_tag("games/rules/_example.html")
def rule_example(example: Example | None, caption: str) -> dict[str, object]:
    """An example of the Phylo rules under its caption; nothing where the cards that it needs are missing."""
    return {"example": example, "caption": caption}


@register.inclusion_tag("games/rules/drafting/_example.html")
def draft_example(example: DraftExample, caption: str) -> dict[str, object]:
    """An example of a drafting game."""
    return {"example": example, "caption": caption}
