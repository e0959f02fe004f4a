"""Small parts that every page uses."""

from collections.abc import Sequence
from functools import cache, lru_cache

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.forms.renderers import TemplatesSetting
from django.template import Context, Engine
from django.template.defaultfilters import floatformat
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext, pgettext_lazy

from phylo.fragments import fragments_in
from phylo.http.addresses import own_static
from phylo.serving.modules import with_imports
from phylo.serving.static_files import HashedStaticFilesStorage, each_of, script, sheet

register = template.Library()
register.simple_tag(own_static)


class PageForms(TemplatesSetting):
    """Renders a field with label, help and errors, alike on all pages: `{{ form.name.as_field_group }}`."""

    field_template_name = "forms/field.html"


@register.simple_tag
@lru_cache(maxsize=128)
def sign(name: str, css_class: str = "") -> SafeString:
    """An icon of img/signs.svg, hidden from screen readers: `{% sign "check" %}`."""
    return format_html(
        '<svg class="sign{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        f" {css_class}" if css_class else "",
        own_static("img/signs.svg"),
        name,
    )


@register.simple_tag(takes_context=True)
def fragments(context: Context, place: str) -> SafeString:
    """What slices show in this place: `{% fragments "lobby links" %}`."""
    engine, found = Engine.get_default(), []
    for each in fragments_in(place):
        with context.push(**each.more(context["request"])):
            found.append(engine.get_template(each.template).render(context))
    return mark_safe("".join(found))


@register.filter
def card_count(number: int) -> str:
    """ "1 card", "1,200 cards"."""
    return ngettext("%(count)s card", "%(count)s cards", number) % {"count": floatformat(number, "0g")}


@register.filter
def point_count(number: int) -> str:
    """ "1 point", "30 points"."""
    return ngettext("%(points)s point", "%(points)s points", number) % {"points": number}


@register.filter
def like_count(number: int) -> str:
    """ "1 like", "12 likes"."""
    return ngettext("%(number)s like", "%(number)s likes", number) % {"number": number}


@register.inclusion_tag("site/_pages.html", takes_context=True)
def pages(context: Context, number: int, last: int, label: str, name: str = "page") -> dict[str, object]:
    """
    Links to the other pages of a list, if it has several: `{% pages number last _("More decks") %}`. `name`
    is the query parameter; the others are kept.
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


@register.simple_tag
@cache
def styles(*names: str) -> SafeString:
    """The style sheets of a page, collected as one: `{% styles "cards/page" "decks/base,history" %}`."""
    files = [sheet(*names)] if _joined() else [sheet(name) for name in each_of(names)]
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', ((static(file),) for file in files))


@register.simple_tag
@cache
def scripts(*names: str) -> SafeString:
    """
    The modules of a page, `{% scripts "search/size" "decks/insight,lists" %}`, with all that they import:
    collected as one, or else asked for at once, not each when the one that names it has arrived.
    """
    return _scripts(names)


@register.simple_tag
@cache
def first_scripts(*names: str) -> SafeString:
    """The same for a page that its scripts lay out: it is drawn when they have run, so that nothing jumps."""
    return _scripts(names, mark_safe(' blocking="render"'))


def _scripts(names: Sequence[str], how: str = "") -> SafeString:
    link = '<script type="module" src="{}"{}></script>'
    if _joined():
        return format_html(link, static(script(*names)), how)
    files = [f"js/{name}.js" for name in each_of(names)]
    needed = dict.fromkeys(file for each in files for file in with_imports(each) if file not in files)
    links = [format_html('<link rel="modulepreload" href="{}">', static(file)) for file in needed]
    return mark_safe("\n".join([*links, *(format_html(link, static(file), how) for file in files)]))


def _joined() -> bool:
    return isinstance(staticfiles_storage, HashedStaticFilesStorage)


KEYS = {
    "Enter": pgettext_lazy("key", "Enter"), "Esc": pgettext_lazy("key", "Esc"),
    "Ctrl": pgettext_lazy("key", "Ctrl"), "Del": pgettext_lazy("key", "Del"),
}  # fmt: skip
"""What stands on the keys that are called otherwise in other languages."""


@register.simple_tag
def key_row(words: str, *keys: str) -> SafeString:
    """An entry in a list of keyboard shortcuts: `{% key_row _("undo") "Ctrl" "Z" %}`."""
    shown = format_html_join(" ", "<kbd>{}</kbd>", ((KEYS.get(key, key),) for key in keys))
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", shown, words)


PARTS = {"play", "learn", "cards", "decks", "community", "teach"}
"""The overviews in the navigation, by the names of their addresses."""


@register.simple_tag(takes_context=True)
def header_link(context: Context, name: str, words: str, count: int = 0, what: str = "") -> SafeString:
    """A link in the header, marked if it is the current page; `count` is how many of `what` are waiting."""
    url, path = reverse(name), context["request"].path
    inside = name in PARTS and path.startswith(url)
    current = "page" if path == url else "true" if inside else ""
    # Not a template: the thirteen links took a fifth of the time of a small page.
    return format_html(
        '<li><a href="{}"{}>{}{}</a></li>',
        url,
        format_html(' aria-current="{}"', current) if current else "",
        words,
        format_html(" {}", waiting_count(count, what)) if count else "",
    )


@register.simple_tag
def waiting_count(count: int, what: str) -> SafeString:
    """How many of `what` are waiting, beside a link or a button of the header."""
    return format_html(
        '<span class="head-waiting">{}<span class="visually-hidden"> {}</span></span>', count, what
    )
