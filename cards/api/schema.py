"""How drf-spectacular reads a Resource: its attributes say what the document tells of it."""

from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from cards.api.parts import part_of, parts
from cards.api.shape_parts import ref
from phylo.problems import PROBLEM

TAGS = {
    "cards": _("Cards, and what lives on what."),
    "search": _("The query language, explained."),
    "vocabularies": _("The words that cards are described with."),
    "decks": _("Decks and the rules."),
    "bulk": _("Everything at once, as files."),
    "collections": _("Cards that people put together: a region, a class."),
    "about": _("The API itself."),
}
ANYBODY: dict[str, list[str]] = {}
TOKEN: dict[str, list[str]] = {"token": []}
GIVEN = {
    "q": "terrain:forest diet:carnivore",
    "size": 20,
    "rules": "phylo-1.4a",
    "key": "horse",
    "relation": "eats",
    "vocabulary": "terrains",
    "card": "horse",
    "maker": "Ada",
    "ready": "true",
    "complete": "true",
    "mine": "false",
    "sort": "popular",
    "slug": "wadden-sea",
    "number": 1,
    "X-CSRFToken": "the value of the cookie",
    "kind": "json",
}
TAG = _("For `If-None-Match`: as long as it holds, the answer is 304.")
WORDS = {
    400: _("What stands behind the question mark, or what was sent, cannot be."),
    403: _("Neither a token nor the cookie `csrftoken` with its header."),
    404: _("There is nothing here."),
    405: _("A method that this address does not have."),
    406: _("Another media type is asked for."),
    409: _("Somebody was faster, or there are as many decks as may be."),
    413: _("More is sent than is read."),
    415: _("Something else than JSON is sent."),
    401: _("No token, or one that works no more."),
    422: _("The key was used for something else."),
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

    @property
    def deed(self) -> Any:
        """What the method does if it is one that writes (see writing.py), else None."""
        return getattr(self.view, "deeds", {}).get(self.method)

    def is_excluded(self) -> bool:
        return not hasattr(self.view, "operation")

    def get_operation_id(self) -> str:
        operation: str = (self.deed or self.resource).operation
        return operation

    def get_summary(self) -> Any:
        return (self.deed or self.resource).summary

    def get_description(self) -> Any:  # type: ignore[override]
        return (self.deed or self.resource).about

    def get_tags(self) -> list[str]:
        return [self.resource.tag]

    def get_auth(self) -> list[Any]:
        return list(self.resource.security)

    def get_request_serializer(self) -> Any:
        return {"application/json": ref(self.deed.sent)} if self.deed and self.deed.sent else None

    def get_override_parameters(self) -> list[Any]:
        return self._written() if self.deed else self._read()

    def _written(self) -> list[Any]:
        """Those of a deed."""
        every = [str(status) for status in (self.deed.status.value, *self._refusals())]
        counted = [status for status in every if status != str(HTTPStatus.NOT_ACCEPTABLE.value)]
        parameters = [*self._places(), *self._guard(), *self._counted(counted)]
        if self.deed.status == HTTPStatus.CREATED and self.deed.located:
            parameters.append(header("Location", _("Where it is, in the API."), "201"))
        return parameters

    def _guard(self) -> list[OpenApiParameter]:
        """What else guards an address that takes more than tokens."""
        if self.resource.security == (TOKEN,):
            return []
        words = _("Without a token: the value of the cookie `csrftoken`, which has to be sent as well.")
        return [OpenApiParameter("X-CSRFToken", str, OpenApiParameter.HEADER, description=words)]

    def _refusals(self) -> list[int]:
        """Where tokens count, one may be wrong."""
        token = {401} if TOKEN in self.resource.security else set()
        return sorted({*(self.deed or self.resource).refusals} | token)

    def _counted(self, counted: list[str]) -> list[OpenApiParameter]:
        """What every answer says of the allowance, and what some refusals say."""
        return [
            header("RateLimit-Policy", _("How many requests (`q`) in how many seconds (`w`)."), *counted),
            header("RateLimit", _("Requests left (`r`), and seconds until there are more (`t`)."), *counted),
            header("Retry-After", _("Seconds to wait."), "429"),
            header("Allow", _("The methods that there are."), "405"),
        ]

    def _read(self) -> list[Any]:
        refused = [str(status) for status in self._refusals() if status != HTTPStatus.NOT_ACCEPTABLE]
        tagged = ["200", "304"] if self.resource.tagging else ["200"]
        counted = [*tagged, *refused]
        return [
            *self._places(),
            *([self.resource.parameters] if self.resource.parameters().fields else []),
            *([header("ETag", TAG, *tagged)] if self.resource.tagging else []),
            header("Cache-Control", _("How long the answer may be kept."), *tagged),
            *self._counted(counted),
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
        if self.deed:
            return self._of_deed()
        answers: dict[Any, OpenApiResponse] = {
            (200, *self.resource.media): OpenApiResponse(self.resource.shape_schema(), _("The answer.")),
        }
        if self.resource.tagging:
            words = _("Nothing has changed since the tag in `If-None-Match`.")
            answers[304] = OpenApiResponse(None, words)
        if self.resource.moves:
            words = _("The card was merged into another, to which `Location` leads, for ever.")
            answers[301] = OpenApiResponse(None, words)
        for status in self._refusals():
            answers[status, PROBLEM] = OpenApiResponse(ref("Problem"), self._words(status))
        return answers

    def _words(self, status: int) -> Any:
        """What a refusal means here."""
        part = part_of(self.resource.tag)
        return (part.words if part else {}).get(status) or WORDS[status]

    def _of_deed(self) -> dict[Any, OpenApiResponse]:
        shape = ref(self.deed.shape) if self.deed.shape else None
        answers: dict[Any, OpenApiResponse] = {
            (self.deed.status.value, *self.resource.media): OpenApiResponse(shape, _("The answer."))
        }
        if shape is None:
            answers = {self.deed.status.value: OpenApiResponse(None, _("It is done."))}
        for status in self._refusals():
            answers[status, PROBLEM] = OpenApiResponse(ref("Problem"), self._words(status))
        return answers

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            part = part_of(self.resource.tag)
            given = GIVEN | dict(part.given if part else {})
            for parameter in operation.get("parameters", []):
                if parameter["name"] in given:
                    parameter["example"] = given[parameter["name"]]
        return operation


def complete(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    shapes: dict[str, Any] = {}
    for part in parts():
        shapes |= part.shapes
    for methods in result["paths"].values():
        for operation in methods.values():
            body = operation.get("requestBody")
            if body and body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2] in shapes:
                [content] = body["content"].values()
                shape = shapes[content["schema"]["$ref"].rpartition("/")[2]]
                body["required"] = bool(shape["required"])
    result["components"]["schemas"] |= shapes
    return result
