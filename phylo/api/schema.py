"""What drf-spectacular cannot read from serializers: an operation's description, refusals and headers."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from phylo.accounts.tokens import Scope
from phylo.http.problems import PROBLEM

READS = {400, 405, 406, 429}
WRITES = {400, 403, 405, 406, 409, 422, 429}
SENDS = {413, 415}
"""Statuses of refusals: of operations that read, of those that write, and also of those with a body."""
WORDS = {
    301: "It was merged into another, to which `Location` leads, for ever.",
    304: "Nothing has changed since the tag in `If-None-Match`.",
    400: "A parameter or what was sent cannot be.",
    401: "No token, or one that works no more.",
    403: "Not allowed; by a session also without the cookie `csrftoken` and its header.",
    404: "There is nothing here.",
    405: "A method that this address does not have.",
    406: "Another media type is asked for.",
    409: "It came too late or too early; `code` says which.",
    413: "More is sent than is read.",
    415: "Something else than JSON is sent.",
    416: "The range is outside the file.",
    422: "It is not allowed, or the key was used for something else; `code` says which.",
    429: "Too many requests; `Retry-After` says when to try again.",
}


class Problem(serializers.Serializer):
    """What went wrong, as RFC 9457 has it. Which other fields there are depends on `code`."""

    status = serializers.IntegerField(help_text="As in the answer's first line.")
    title = serializers.CharField()
    code = serializers.CharField(help_text="What is wrong, for programs.")
    detail = serializers.CharField(help_text="What is wrong, in a sentence.")
    parameter = serializers.CharField(required=False, help_text="The parameter that is wrong.")
    field = serializers.CharField(required=False, help_text="The field of what was sent that is wrong.")


class ApiSchema(AutoSchema):
    view: Any
    """A resource.Resource; other views are left out of the document."""

    @property
    def operation(self) -> Any:
        """The resource.Operation of the method; None for a view that has none."""
        return getattr(getattr(self.view, self.method.lower(), None), "operation", None)

    def is_excluded(self) -> bool:
        return self.operation is None

    def get_operation_id(self) -> str:
        return str(self.operation.name)

    def get_summary(self) -> Any:
        return self.operation.summary

    def get_description(self) -> Any:  # type: ignore[override]
        return self.operation.about

    def is_deprecated(self) -> bool:
        return self.operation.ending is not None

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_auth(self) -> list[Any]:
        scope = Scope.READ if self.method == "GET" else self.view.scope
        return [{name: [str(scope)] for name in each} for each in self.view.security]

    def get_request_serializer(self) -> Any:
        return {"application/json": self.operation.body} if self.operation.body else None

    def get_response_serializers(self) -> Any:
        described = self.operation
        answers: dict[Any, Any] = {
            (int(described.status), *described.media): OpenApiResponse(
                described.answer or OpenApiTypes.ANY, "The answer."
            )
        }
        if described.answer is None and described.media == ("application/json",):
            answers = {204: OpenApiResponse(None, "It is done.")}
        if self.method == "GET" and described.tagged:
            answers[304] = OpenApiResponse(None, WORDS[304])
        for status in sorted(self.refusals()):
            shown = OpenApiResponse(Problem if status >= HTTPStatus.BAD_REQUEST else None, WORDS[status])
            answers[(status, PROBLEM) if status >= HTTPStatus.BAD_REQUEST else status] = shown
        return answers

    def refusals(self) -> set[int]:
        statuses = READS if self.method == "GET" else WRITES
        statuses = statuses | (SENDS if self.operation.body else set())
        statuses = statuses | ({404} if "{" in self.path else set())
        return statuses | ({401} if self.view.security else set()) | set(self.operation.also)

    def get_override_parameters(self) -> list[Any]:
        described = self.operation
        done = str(int(described.status))
        found: list[Any] = [described.query] if described.query().fields else []
        found += [
            _header("RateLimit-Policy", "How many requests (`q`) in how many seconds (`w`).", done, "429"),
            _header("RateLimit", "Requests left (`r`), and seconds until there are more (`t`).", done, "429"),
            _header("Retry-After", "Seconds to wait.", "429"),
        ]
        if self.method == "GET" and described.tagged:
            found.append(
                _header("ETag", "For `If-None-Match`: as long as it holds, the answer is 304.", done)
            )
        if "cursor" in described.query().fields:
            found.append(_header("Link", '`rel="next"`: the page behind.', done))
        if described.status == HTTPStatus.CREATED:
            found.append(_header("Location", "Where it is, in the API, if it has an address there.", done))
        if self.method != "GET" and {} in self.view.security:
            words = "Without a token: the value of the cookie `csrftoken`, which has to be sent as well."
            found.append(OpenApiParameter("X-CSRFToken", str, OpenApiParameter.HEADER, description=words))
        return found

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = super()._resolve_path_parameters(variables)
        for each in found:
            each["description"] = self.view.path_words[each["name"]]
        return found


def _header(name: str, words: Any, *statuses: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=words, response=list(statuses))


class BodySchema(OpenApiSerializerExtension):
    """Forbids fields of a body that its serializer does not declare."""

    target_class = "phylo.api.bodies.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**found, "additionalProperties": False}
