"""Template tags of the card faces."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cards.art.face import draw_face
from cards.ready_texts import local_text
from cards.words import any_of
from phylo.http.addresses import own_static
from phylo.jinja import draw

register = template.Library()
register.filter("local", local_text)


@register.simple_tag
@lru_cache(maxsize=256)  # a table has a hundred
def mark(name: str) -> SafeString:
    """A decorative icon of the sprite: `{% mark "m-forest" %}`."""
    return format_html(
        '<svg class="mark" aria-hidden="true"><use href="{}#{}"/></svg>', own_static("img/marks.svg"), name
    )


@register.filter
def any_in_bold(words: list[str]) -> SafeString:
    """`<b>a</b>, <b>b</b> or <b>c</b>`."""
    return mark_safe(any_of([format_html("<b>{}</b>", word) for word in words]))  # all of it is escaped


@register.simple_tag
def card_face(card: dict, **state: object) -> SafeString:
    """The face of `card`; see `face_context` for its state on the table."""
    return draw_face(card, **state)


@register.simple_tag
@lru_cache(maxsize=32)
def card_back(label: str = "") -> SafeString:
    """The back of a card; `label` is for screen readers."""
    return draw("cards/back.jinja", label=label)
