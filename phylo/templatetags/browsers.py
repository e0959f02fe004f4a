"""Browsers as people call them."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first that is found counts: most browsers also name those that they want to be taken for.
BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "ChromeOS",
    "Mac OS X": "Mac", "Linux": "Linux",
}  # fmt: skip


@register.filter
def browser(user_agent: str) -> str:
    """ "Firefox on Linux"."""
    name = next((words for mark, words in BROWSERS.items() if mark in user_agent), "")
    system = next((words for mark, words in SYSTEMS.items() if mark in user_agent), "")
    if name and system:
        return _("%(browser)s on %(system)s") % {"browser": name, "system": system}
    return name or system or _("Unknown browser")
