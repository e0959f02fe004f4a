"""Template tags that draw tables and Phylo cards: on a table, side by side, in examples of the rules."""

from collections.abc import Iterable
from functools import partial

from django import template
from django.template import Context
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

from cards.models import Card
from games.table.faces import pictured
from games.table.parts import PLACE, Piece, Shown, part, placed_card
from phylo.jinja import draw

register = template.Library()
register.simple_tag(placed_card)


@register.inclusion_tag("table/_fan.html")
def card_fan(*keys: str) -> dict[str, object]:
    """A few cards side by side, for decoration; cards not in the database are left out."""
    faces = pictured(Card.objects.faces(keys))
    return {"fan": [faces[key] for key in keys if key in faces]}


class PartNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        found: list[Piece] = []
        with context.push(pieces_of_part=found):
            text = self.nodelist.render(context)
        return mark_safe(part(text, found, context.get("shown_parts") or Shown()))


@register.tag("part")
def part_tag(parser: Parser, token: Token) -> PartNode:
    """`{% part %}<div data-part="log">…</div>{% endpart %}`: see games/table/parts.py."""
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(nodelist)


@register.simple_tag(takes_context=True)
def drawn(context: Context, template: str, **shown: object) -> SafeString:
    """
    By Jinja, for what changes with most moves: `{% drawn "table/seats.jinja" sides=table.sides %}`.
    Such a template has `piece(card)` too.
    """
    return draw(template, piece=partial(piece, context), **shown)


@register.simple_tag(takes_context=True)
def pieces(context: Context, found: Iterable[Piece]) -> SafeString:
    """Those that lie side by side within a part: `{% pieces row %}`."""
    count = len(context["pieces_of_part"])
    context["pieces_of_part"].extend(found)
    return mark_safe(PLACE * (len(context["pieces_of_part"]) - count))


@register.simple_tag(takes_context=True)
def piece(context: Context, found: Piece) -> SafeString:
    return pieces(context, [found])
