"""
Moments on pages: `<time>` elements in UTC, labelled as such; a script turns them into the visitor's own time
(static/js/site/times.js has the same styles).
"""

from datetime import UTC, datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = template.Library()

STYLES = {"moment": "j M Y, H:i", "soon": "j M, H:i", "seconds": "H:i:s"}
DAYS = {"day": "j M Y", "long-day": "j F Y"}


@register.filter
def moment(value: datetime, style: str = "moment") -> str:
    """
    `moment`, `soon` without the year, `seconds` without the day; `day` and `long-day` without the time.
    """
    at = timezone.localtime(value, UTC)
    if style in DAYS:
        words = formats.date_format(at, DAYS[style])
    else:
        words = _("%(time)s UTC") % {"time": formats.date_format(at, STYLES[style])}
    return format_html('<time datetime="{}" data-time="{}">{}</time>', _stamp(at), style, words)


@register.filter
def ago(value: datetime) -> str:
    """How long ago it was, as in "2 hours", for use in a sentence."""
    at = timezone.localtime(value, UTC)
    return format_html('<time datetime="{}" data-time="ago">{}</time>', _stamp(at), timesince(value))


@register.filter
def countdown(value: datetime) -> str:
    """A moment to come; a script counts down to it (static/js/tournaments/countdown.js)."""
    timer = '<b role="timer" data-until="{}">{}</b>'
    return format_html(timer, _stamp(timezone.localtime(value, UTC)), moment(value, "seconds"))


def _stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S}Z"
