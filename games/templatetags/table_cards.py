"""Template tags that draw Phylo cards: on a table, side by side, and in the examples of the rules."""

from django import template

from cards.art.face import face_context
from cards.models import Card
from games.rules.drafting.drawing import Drawing as DraftDrawing
from games.rules.drawing import Drawing
from games.table.board import PlacedCard
from games.table.faces import pictured

register = template.Library()


@register.inclusion_tag("games/_fan.html")
def card_fan(*keys: str) -> dict[str, object]:
    """A few cards side by side, for decoration; cards not in the database are left out."""
    faces = pictured(Card.objects.faces(keys))
    return {"fan": [faces[key] for key in keys if key in faces]}


@register.inclusion_tag("cards/_card.html")
def placed_card(placed: PlacedCard) -> dict[str, object]:
    """The face of a card on the table, with its state there."""
    return face_context(
        dict(placed.card),
        owner=placed.owner,
        mine=placed.mine,
        told=placed.told,
        face_down_of=dict(placed.origin) if placed.origin else None,
        points=placed.points,
        events=[dict(event) for event in placed.events],
        at_risk=placed.risk_badge,
    )


@register.inclusion_tag("games/rules/_example.html")
def rule_example(example: Drawing | DraftDrawing | None, caption: str) -> dict[str, object]:
    """An example with its caption; nothing if its cards are missing."""
    return {"example": example, "caption": caption}
