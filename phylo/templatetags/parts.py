"""Small parts that every page uses."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

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
