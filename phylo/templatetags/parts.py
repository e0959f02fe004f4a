"""Small parts that every page uses."""

from functools import lru_cache

from django import template
from django.template import Context
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


@register.inclusion_tag("_pages.html", takes_context=True)
def pages(context: Context, number: int, last: int, label: str, name: str = "page") -> dict[str, object]:
    """
    The way through the pages of a list that has more than one: `{% pages number last _("More decks") %}`.
    `name` is the parameter of the address; the others stay.
    """

    def url(wanted: int) -> str:
        query = context["request"].GET.copy()
        query[name] = "" if wanted == 1 else str(wanted)
        for key in [key for key, value in query.items() if not value]:
            del query[key]
        return f"?{query.urlencode()}"

    return {
        "number": number,
        "last": last,
        "label": label,
        "previous_url": url(number - 1) if number > 1 else "",
        "next_url": url(number + 1) if number < last else "",
    }
