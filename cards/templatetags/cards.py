"""Template tags of the card faces."""

from functools import lru_cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.art import face_version
from cards.art.face import face_context

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=256)  # a table has a hundred
def mark(name: str) -> SafeString:
    """One drawing of the sprite, for the eye only: `{% mark "m-forest" %}`."""
    return format_html(
        '<svg class="mark" aria-hidden="true"><use href="{}#{}"/></svg>', static("img/marks.svg"), name
    )


@register.inclusion_tag("cards/_card.html")
def card_face(card: dict, **state: Any) -> dict:
    """The face of `card`; see `face_context` for what may be told of its state on the table."""
    return face_context(card, **state)


@register.inclusion_tag("cards/_back.html")
def card_back(label: str = "") -> dict:
    """The back of a card; `label` is read to those who cannot see it."""
    return {"label": label}


@register.simple_tag
def face_url(card: dict, width: int | None = None) -> str:
    """Address of the whole face of `card`, which has its `key`: SVG, or PNG of a `width` in pixels."""
    key = card["key"]
    place = {"key": key, "version": face_version(card, key)}
    return (
        reverse("card-face-png", kwargs=place | {"width": width})
        if width
        else reverse("card-face", kwargs=place)
    )


@register.simple_tag
def preview_url(card: dict) -> str:
    """Address of the picture for links to `card`, which has its `key`."""
    return reverse("card-preview", kwargs={"key": card["key"], "version": face_version(card, card["key"])})
