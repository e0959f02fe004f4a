from django import template

from cards.art.face import face_context
from games.table.board import Lying

register = template.Library()


@register.inclusion_tag("cards/_card.html")
def lying_face(lying: Lying) -> dict[str, object]:
    """The face of a card on the table, with what may be told of its state there."""
    return face_context(
        dict(lying.card),
        owner=lying.owner,
        mine=lying.mine,
        told=lying.told,
        face_down_of=dict(lying.origin) if lying.origin else None,
        points=lying.points,
        events=[dict(event) for event in lying.events],
        at_risk=lying.risk_badge,
    )
