"""
The second kind of templates, `*.jinja` beside the others: for the few parts that are drawn thousands of times
(card faces, spaces, what changes in a table), which Jinja draws in half of Django's time or less.

They get what they show as arguments, no request and no context processors, and mark texts as in Python, with
`_("…")`; what depends on a number is worded in Python, since `makemessages` does not find plurals here.
"""

from collections.abc import Mapping
from typing import Any

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation.trans_real import translation
from jinja2 import Environment, StrictUndefined


def environment(*, functions: Mapping[str, str], **options: Any) -> Environment:
    """`functions` are those that templates call, by the paths where they are."""
    made = Environment(**options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True})
    made.globals.update({name: import_string(path) for name, path in functions.items()})
    return made


def draw(template: str, **context: object) -> SafeString:
    """The template's HTML in the active language."""
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)
    # Django's own gettext would ask for the language at each text.
    text = translation(get_language() or "").gettext
    return mark_safe(engine.env.get_template(template).render(context, _=text))
