"""How drf-spectacular reads a Resource: its attributes say what the document tells of it."""

from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from cards.api.shapes import COMPONENTS, ref
from phylo.problems import PROBLEM

TAGS = {
    "cards": _("Cards, and what lives on what."),
    "search": _("The query language, explained."),
    "vocabularies": _("The words that cards are described with."),
    "decks": _("Ready decks and the rules."),
    "bulk": _("Everything at once, as files."),
    "about": _("The API itself."),
}
GIVEN = {
    "q": "terrain:forest diet:carnivore",
    "size": 20,
    "rules": "phylo-1.4a",
    "key": "horse",
    "relation": "eats",
    "vocabulary": "terrains",
    "kind": "json",
}
WORDS = {
    400: _("What stands behind the question mark cannot be read."),
    404: _("There is nothing here."),
    405: _("Any method but GET, HEAD and OPTIONS."),
    406: _("Another media type is asked for."),
    416: _("The range is outside the file."),
    429: _("Too many requests; `Retry-After` says when to try again."),
}


def header(name: str, words: Any, *statuses: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=words, response=list(statuses))


class ResourceSchema(AutoSchema):
    @property
    def resource(self) -> Any:
        """The view, with the attributes of a Resource."""
        return self.view

    def is_excluded(self) -> bool:
        return not hasattr(self.view, "operation")

    def get_operation_id(self) -> str:
        operation: str = self.resource.operation
        return operation

    def get_summary(self) -> Any:
        return self.resource.summary

    def get_description(self) -> Any:  # type: ignore[override]
        return self.resource.about

    def get_tags(self) -> list[str]:
        return [self.resource.tag]

    def get_auth(self) -> list[Any]:
        return []

    def get_override_parameters(self) -> list[Any]:
        refused = [str(status) for status in self.resource.refusals if status != HTTPStatus.NOT_ACCEPTABLE]
        counted = ["200", "304", *refused]
        return [
            *self._places(),
            *([self.resource.parameters] if self.resource.parameters().fields else []),
            header("ETag", _("For `If-None-Match`: as long as it holds, the answer is 304."), "200", "304"),
            header("Cache-Control", _("How long the answer may be kept."), "200", "304"),
            header("RateLimit-Policy", _("How many requests (`q`) in how many seconds (`w`)."), *counted),
            header("RateLimit", _("Requests left (`r`), and seconds until there are more (`t`)."), *counted),
            header("Retry-After", _("Seconds to wait."), "429"),
            header("Allow", _("The methods that there are."), "405"),
            *([header("Link", _('`rel="next"`: the page behind.'), "200")] if self._paged else []),
        ]

    @property
    def _paged(self) -> bool:
        return "cursor" in self.resource.parameters().fields

    def _places(self) -> list[OpenApiParameter]:
        places = []
        for name, schema in self.resource.places.items():
            schema = dict(schema)
            words = schema.pop("description")
            places.append(
                OpenApiParameter(name, schema, OpenApiParameter.PATH, required=True, description=words)
            )
        return places

    def get_response_serializers(self) -> Any:
        answers: dict[Any, OpenApiResponse] = {
            (200, *self.resource.media): OpenApiResponse(self.resource.shape_schema(), _("The answer.")),
            304: OpenApiResponse(None, _("Nothing has changed since the tag in `If-None-Match`.")),
        }
        for status in self.resource.refusals:
            answers[status, PROBLEM] = OpenApiResponse(ref("Problem"), WORDS[status])
        return answers

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            for parameter in operation.get("parameters", []):
                if parameter["name"] in GIVEN:
                    parameter["example"] = GIVEN[parameter["name"]]
            operation["x-try"] = list(self.resource.examples)
        return operation


def resources(endpoints: list[Any]) -> list[Any]:
    """The addresses of the API alone."""
    return [endpoint for endpoint in endpoints if hasattr(endpoint[3].cls, "operation")]


def complete(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    result["components"] = {"schemas": COMPONENTS}
    result["tags"] = [{"name": name, "description": words} for name, words in TAGS.items()]
    result["info"]["description"] = _(
        "The card database of Phylo: every species, event and habitat, what lives on what, the vocabularies, "
        "ready decks and the rules. Everything can be read without a key, by scripts of any site. "
        "HEAD works wherever GET does. Fields may be added to answers; none changes its meaning within v1."
    )
    return result
