"""Template tags that draw Phylo cards: on a table, side by side, and in the examples of the rules."""

from django import template
from django.utils.safestring import SafeString

from cards.art.face import draw_face
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


@register.simple_tag
def placed_card(placed: PlacedCard) -> SafeString:
    """The face of a card on the table, with its state there."""
    return draw_face(
        placed.card,
        owner=placed.owner,
        mine=placed.mine,
        told=placed.told,
        face_down_of=placed.origin,
        points=placed.points,
        events=[{"name": event["name"], "turns_left": event["turns_left"]} for event in placed.events],
        at_risk=placed.risk_badge,
    )


@register.inclusion_tag("games/rules/_example.html")
def rule_example(example: Drawing | DraftDrawing | None, caption: str) -> dict[str, object]:
    """An example with its caption; nothing if its cards are missing."""
    return {"example": example, "caption": caption}
