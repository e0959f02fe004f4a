"""What may stand behind the question mark: read strictly, so that a slip is not taken for an answer."""

import re
from difflib import get_close_matches
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import engine
from cards.api.errors import BadParameter
from cards.search.syntax import MAX_LENGTH
from cards.services.search import MOST

PAGE = 60


class WholeNumber(serializers.IntegerField):
    """Plain digits alone."""

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", str(data)):
            self.fail("invalid")
        return int(data)


@extend_schema_field({"type": "string", "maxLength": MAX_LENGTH})
class Query(serializers.Field):
    """Text as it came: the search itself refuses what is none, and knows the column."""

    def to_internal_value(self, data: str) -> str:
        return data


class Parameters(serializers.Serializer):
    """No parameters at all."""


class PageParameters(Parameters):
    cursor = serializers.CharField(
        required=False,
        max_length=2000,
        help_text=gettext_lazy("Where the page begins: taken from `next` of the page before."),
    )
    size = WholeNumber(
        required=False,
        default=PAGE,
        min_value=1,
        max_value=MOST,
        help_text=gettext_lazy("How many results a page has at most."),
    )


class RulesParameters(PageParameters):
    rules = serializers.ChoiceField(
        required=False,
        default=engine.V1_4A.key,
        choices=list(engine.RULES),
        help_text=gettext_lazy("The rules by which relations between cards are judged."),
    )


class QueryParameters(Parameters):
    q = Query(
        required=False,
        default="",
        help_text=gettext_lazy("A search in the query language; left out or empty: every card."),
    )
    rules = serializers.ChoiceField(
        required=False,
        default=engine.V1_4A.key,
        choices=list(engine.RULES),
        help_text=gettext_lazy(
            "The rules by which `eats:`, `eatenby:` and `beside:` are judged. `rules:` in `q` comes first."
        ),
    )


class SearchParameters(PageParameters, QueryParameters):
    field_order = ("q", "rules", "cursor", "size")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        return {name: fields[name] for name in self.field_order}


TRUTH = ["true", "false"]


class DeckParameters(PageParameters):
    q = serializers.CharField(
        required=False,
        max_length=200,
        help_text=gettext_lazy("Only decks with these words in name, place, theme, climate or notes."),
    )
    card = serializers.CharField(
        required=False,
        max_length=500,
        help_text=gettext_lazy("Only decks with these cards: keys or names, with commas between them."),
    )
    rules = serializers.ChoiceField(
        required=False,
        choices=list(engine.RULES),
        help_text=gettext_lazy("Only decks for these rules."),
    )
    maker = serializers.CharField(
        required=False, max_length=30, help_text=gettext_lazy("Only decks of the account of this name.")
    )
    ready = serializers.ChoiceField(
        required=False,
        choices=TRUTH,
        help_text=gettext_lazy("Only decks that came with the site, or only those of people."),
    )
    complete = serializers.ChoiceField(
        required=False,
        choices=TRUTH,
        help_text=gettext_lazy("Only decks that their rules take, or only unfinished ones."),
    )
    mine = serializers.ChoiceField(
        required=False, choices=TRUTH, help_text=gettext_lazy("`true`: all of one's own, and no others.")
    )
    sort = serializers.ChoiceField(
        required=False,
        default="slug",
        choices=["slug", "popular", "new"],
        help_text=gettext_lazy("By slug, most liked first, or newest first."),
    )


def read(asked: QueryDict, expected: type[Parameters]) -> dict[str, Any]:
    """The values by name, with defaults; raises BadParameter."""
    known = list(expected().fields)
    for name, values in asked.lists():
        if name not in known:
            raise _unknown(name, known)
        if len(values) > 1:
            raise BadParameter(name, _("%(name)s: given more than once.") % {"name": name})
    form = expected(data=asked.dict())
    if not form.is_valid():
        name, messages = next(iter(form.errors.items()))
        raise BadParameter(name, f"{name}: {messages[0]}")
    given: dict[str, Any] = form.validated_data
    return given


def _unknown(name: str, known: list[str]) -> BadParameter:
    shown = name if len(name) <= 40 else name[:40] + "…"
    if not known:
        message = _("This address takes no parameters, and not “%(name)s”.") % {"name": shown}
    else:
        message = _("There is no parameter “%(name)s” here, only %(known)s.") % {
            "name": shown,
            "known": ", ".join(known),
        }
    near = get_close_matches(name, known, n=1)
    return BadParameter(
        shown, message, code="unknown-parameter", expected=known, suggestion=near[0] if near else None
    )
