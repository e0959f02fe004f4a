"""What may stand behind the question mark: read strictly, so that a slip is not taken for an answer."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import engine
from cards.search.syntax import MAX_LENGTH
from phylo.api.parameters import PageParameters, Parameters


@extend_schema_field({"type": "string", "maxLength": MAX_LENGTH})
class Query(serializers.Field):
    """Text as it came: the search itself refuses what is none, and knows the column."""

    def to_internal_value(self, data: str) -> str:
        return data


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
