"""Small parts that every page uses."""

from functools import lru_cache

from django import template
from django.template.defaultfilters import floatformat
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=128)
def sign(name: str, css_class: str = "") -> SafeString:
    """One of the small signs of img/signs.svg, for the eye only: `{% sign "check" %}`."""
    return format_html(
        '<svg class="sign{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        f" {css_class}" if css_class else "",
        static("img/signs.svg"),
        name,
    )


@register.filter
def card_count(number: int) -> str:
    """ "1 card", "1,200 cards"."""
    return ngettext("%(number)s card", "%(number)s cards", number) % {"number": floatformat(number, "0g")}


@register.filter
def point_count(number: int) -> str:
    """ "1 point", "30 points"."""
    return ngettext("%(number)s point", "%(number)s points", number) % {"number": number}


@register.filter
def like_count(number: int) -> str:
    """ "1 like", "12 likes"."""
    return ngettext("%(number)s like", "%(number)s likes", number) % {"number": number}
