"""Markup that many pages share, said once: forms that post, their fields, tables' headings."""

from collections.abc import Iterable

from django import template
from django.template import Context
from django.template.base import NodeList, Parser, Token, VariableNode
from django.template.defaulttags import CsrfTokenNode, IfNode, TemplateIfParser
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext

from phylo.templatetags.parts import sign

register = template.Library()


@register.simple_tag
def colon() -> str:
    """After a word that is filled in; French puts a space before it."""
    return gettext("%(words)s:") % {"words": ""}


@register.simple_block_tag(takes_context=True)
def post_form(
    context: Context,
    content: str,
    view: str = "",
    *args: object,
    to: str | None = None,
    css: str = "",
    **fields: object,
) -> SafeString:
    """
    A form that posts to a view, or `to` an address, or to the page itself; the fields are hidden ones:

    {% post_form "deck-copy" deck.slug css="form-end" key=copy_key %}<button>…</button>{% endpost_form %}
    """
    action = reverse(view, args=args) if view else to
    return format_html(
        '<form method="post"{}{}>{}{}{}</form>',
        format_html(' class="{}"', css) if css else "",
        "" if action is None else format_html(' action="{}"', action),
        CsrfTokenNode().render(context),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', fields.items()),
        content,
    )


@register.simple_block_tag
def section(content: str, heading_id: str, heading: str, css: str = "", level: int = 2) -> SafeString:
    """A section that its heading names: `{% section "roles" _("Roles") css="panel" %}…{% endsection %}`."""
    return format_html(
        '<section{} aria-labelledby="{}"><h{level} id="{}">{}</h{level}>{}</section>',
        format_html(' class="{}"', css) if css else "",
        heading_id,
        heading_id,
        heading,
        content,
        level=level,
    )


@register.simple_block_tag
def link_panel(
    content: str, heading: str, view: str, *args: object, query: str = "", picture: str = ""
) -> SafeString:
    """
    A way into a part of the site, on home and the overviews: a heading that leads there, and below it what is
    there. `query` begins with ? or #, `picture` is an icon of img/signs.svg:

    {% link_panel _("Teach") "teach" picture="board" %}<p>…</p>{% endlink_panel %}
    """
    address = f"{reverse(view, args=args)}{query}"
    return format_html(
        '<section class="panel link-panel" aria-labelledby="{id}">'
        '<h2 id="{id}">{}<a href="{}">{}</a></h2>{}</section>',
        sign(picture) if picture else "",
        address,
        heading,
        content,
        id=f"panel-{slugify(address)}",
    )


@register.simple_block_tag
def page_head(content: str, heading: str) -> SafeString:
    """The heading of a page, and below it what the page is about."""
    return format_html(
        '<header class="page-head"><h1>{}</h1><p class="lead">{}</p></header>', heading, content
    )


@register.simple_block_tag
def setting_head(content: str, heading_id: str, heading: str) -> SafeString:
    """The heading of a setting, and below it what it is for."""
    return format_html('<div><h2 id="{}">{}</h2><p>{}</p></div>', heading_id, heading, content)


@register.simple_tag
def button(label: str, css: str = "button", about: str | None = None, **attributes: object) -> SafeString:
    """
    A button in a list, of which screen readers also hear what it is about:
    `{% button _("Remove") about=card.name name="step" value="take" data_step="" %}`.
    """
    return format_html(
        '<button class="{}"{}>{}{}</button>',
        css,
        format_html_join(
            "", ' {}="{}"', ((name.replace("_", "-"), value) for name, value in attributes.items())
        ),
        label,
        "" if about is None else format_html('<span class="visually-hidden">{} {}</span>', colon(), about),
    )


@register.simple_block_tag
def field(content: str, for_id: str, label: str, hint: str = "", css: str = "field") -> SafeString:
    """A control with its label above and its help below, which the control names as `{for_id}-help`."""
    return format_html(
        '<div class="{}"><label for="{}">{}</label>{}{}</div>',
        css,
        for_id,
        label,
        content,
        format_html('<p class="field-help" id="{}-help">{}</p>', for_id, hint) if hint else "",
    )


@register.simple_tag
def options(choices: Iterable[tuple[object, str]], chosen: object = None, none: str = "") -> SafeString:
    """The options of a `<select>`; `none` are the words for no choice."""
    return mark_safe(
        (format_html('<option value="">{}</option>', none) if none else "")
        + format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (value, " selected" if chosen is not None and value == chosen else "", words)
                for value, words in choices
            ),
        )
    )


@register.simple_tag
def column_heads(*words: str) -> SafeString:
    """The first row of a table: `{% column_heads _("Name") _("Points") %}`."""
    heads = format_html_join("", '<th scope="col">{}</th>', ((each,) for each in words))
    return format_html("<thead><tr>{}</tr></thead>", heads)


@register.tag
def either(parser: Parser, token: Token) -> IfNode:
    """One of two texts, after a condition as of `if`: `{% either mode == "new" _("Add") _("Save") %}`."""
    _name, *condition, yes, no = token.split_contents()
    then, other = (NodeList([VariableNode(parser.compile_filter(text))]) for text in (yes, no))
    return IfNode([(TemplateIfParser(parser, condition).parse(), then), (None, other)])


@register.simple_tag
def term(term: str, description: object) -> SafeString:
    """An entry in a list of descriptions."""
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", term, description)
