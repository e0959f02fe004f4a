"""An address of the API: methods, strict parameters, conditional requests and the CSRF check."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import cached_property, partial, wraps
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, QueryDict
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date, parse_etags
from django.utils.translation import get_language
from rest_framework.authentication import CSRFCheck
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from engine.deprecation import Ending
from phylo.accounts.models import User
from phylo.accounts.tokens import NobodyKnown, Scope
from phylo.api.bodies import Body, read_body
from phylo.api.parameters import Parameters, Values, read
from phylo.api.refusals import NoCsrfToken
from phylo.api.schema import ApiSchema
from phylo.api.throttles import Allowance, Throttle, Visitor
from phylo.http.addresses import site_address
from phylo.http.languages import write_for_all

MINUTE = "public, max-age=60"
CHECKED = "public, no-cache"
PRIVATE = "private, no-cache"
JSON = "application/json"
Security = tuple[dict[str, list[str]], ...]
"""OpenAPI security requirements, any one of which lets a client in."""
OPEN: Security = ()
TOKEN: Security = ({"token": []},)
OPEN_OR_TOKEN: Security = ({}, *TOKEN)


@dataclass(frozen=True, slots=True)
class Address:
    """The URL of a request: scheme and host, path, query."""

    root: str
    path: str
    asked: QueryDict

    def full(self, path: str, **asked: object) -> str:
        """The absolute URL of another path on this site."""
        return self.root + path + (f"?{urlencode(asked)}" if asked else "")

    def after(self, cursor: str | None) -> str | None:
        """The same URL with another cursor."""
        return self.full(self.path, **{**self.asked.dict(), "cursor": cursor}) if cursor else None


@dataclass(frozen=True, slots=True)
class Operation:
    """
    One method of an address. `name` is unique and never changes. `answer` and `body` are serializers, None
    for nothing; for another `media` type the method returns a response itself. `also` lists statuses of
    refusals that do not follow from the other fields.
    """

    name: str
    summary: str
    about: str = ""
    answer: type[BaseSerializer[Any]] | None = None
    query: type[Parameters] = Parameters
    body: type[Body] | None = None
    status: HTTPStatus = HTTPStatus.OK
    media: tuple[str, ...] = (JSON,)
    also: tuple[int, ...] = ()
    tagged: bool = True
    """Whether answers to GET have an ETag."""
    ending: Ending | None = None
    """If it will not stay."""


Method = Callable[..., object]


def operation(name: str, summary: str, **more: Any) -> Callable[[Method], Method]:
    """Make a method of a Resource an operation. `more` are fields of Operation."""

    def decorate(method: Method) -> Method:
        described = Operation(name, summary, **more)

        @wraps(method)
        def answered(self: "Resource", request: Request, **place: Any) -> HttpResponseBase:
            self.operation, self.ending = described, described.ending
            if request.method not in ("GET", "HEAD"):
                check_csrf(self.http)
            self.given = read(self.at.asked, described.query)
            ask = partial(method, self, **place)
            return self.read(ask) if request.method in ("GET", "HEAD") else self.write(ask)

        answered.operation = described  # type: ignore[attr-defined]
        return answered

    return decorate


class Resource(APIView):
    """One address; its methods are operations (see the docstring of the package)."""

    schema = ApiSchema()
    authentication_classes = [Visitor]
    throttle_classes = [Throttle]
    renderer_classes = [JSONRenderer]
    http_method_names = ["get", "head", "options", "post", "patch", "delete"]

    tag: ClassVar[str]
    """The OpenAPI tag."""
    path_words: ClassVar[Mapping[str, str]] = {}
    """Descriptions of the path's parameters."""
    security: ClassVar[Security] = OPEN
    """Whether it needs or accepts a token."""
    scope: ClassVar[Scope] = Scope.EDIT
    """What a token needs for methods that write."""
    keep: str = MINUTE
    """The Cache-Control of answers."""

    at: Address
    operation: Operation
    given: Values
    allowance: Allowance | None = None
    etag: str | None = None
    ending: Ending | None = None

    @property
    def http(self) -> HttpRequest:
        return self.request._request

    @property
    def member(self) -> User:
        """The account that asks. Raises NobodyKnown."""
        if not isinstance(self.http.user, User):
            raise NobodyKnown
        return self.http.user

    @cached_property
    def sent(self) -> Values:
        """The validated body. Raises BadBody."""
        return read_body(self.http, self.operation.body or Body)

    def stored(self) -> str | None:
        """
        A text that changes whenever anything that the answer depends on does; the ETag is made of it, and a
        conditional request that matches costs no more. None: the ETag is made of the answer itself.
        """
        return None

    def read(self, ask: Callable[[], Any]) -> HttpResponseBase:
        if (stored := self.stored()) is not None:
            self.etag = self.tag_of(stored)
            if self.known:
                return HttpResponseNotModified()
        response = self.show(ask())
        if self.operation.tagged and self.etag is None:
            self.etag = self.tag_of(response.content.decode())
            if self.known:
                return HttpResponseNotModified()
        return response

    def write(self, act: Callable[[], Any]) -> HttpResponseBase:
        response = self.show(act())
        response.headers["Cache-Control"] = "no-store"
        return response

    def show(self, found: Any) -> Any:
        """The response for what a method returned."""
        if isinstance(found, HttpResponseBase):
            return found
        described, request = self.operation, self.request
        if described.answer is None:
            done = HttpResponse(status=HTTPStatus.NO_CONTENT)
            del done.headers["Content-Type"]
            return done
        said = described.answer(context={"at": self.at, "request": request}).to_representation(found)
        content = JSONRenderer().render(said, request.accepted_media_type)
        response = HttpResponse(content, status=described.status, content_type=JSON)
        if following := said.get("next"):
            response.headers["Link"] = f'<{following}>; rel="next"'
        if described.status == HTTPStatus.CREATED and "api" in said:
            response.headers["Location"] = said["api"]
        return response

    def tag_of(self, said: str) -> str:
        """The ETag of `said` at this URL, in this media type and language."""
        request = self.request
        facts = (request.build_absolute_uri(), request.accepted_media_type or "", get_language() or "", said)
        digest = hashlib.blake2b("\0".join(facts).encode(), digest_size=16).hexdigest()
        return f'"{digest}"'

    @property
    def known(self) -> bool:
        """Whether the client has this answer already."""
        known = parse_etags(self.request.headers.get("If-None-Match", ""))
        return self.etag in [tag.removeprefix("W/") for tag in known]

    def options(self, request: Request, **place: Any) -> HttpResponse:  # type: ignore[override]
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Allow": ", ".join(self.allowed_methods)})

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method in ("GET", "HEAD") and self.keep.startswith("public"):
            write_for_all(request._request)
        root = site_address(request)
        self.at = Address(root, request.path, request.query_params)
        super().initial(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.etag and response.status_code in (200, 206, 304):
            response.headers.setdefault("ETag", self.etag)
            response.headers.setdefault("Cache-Control", self.keep)
            if self.keep == PRIVATE:
                patch_vary_headers(response, ["Authorization", "Cookie"])
        if self.allowance:
            for name, value in self.allowance.headers.items():
                response.headers[name] = value
        if self.ending:
            say_that_it_ends(response, self.ending)
        patch_vary_headers(response, ["Accept"])
        return response


def say_that_it_ends(response: HttpResponseBase, ending: Ending) -> None:
    """As RFC 9745 and RFC 8594 have it."""
    since, until = (
        int(datetime.combine(day, time(), UTC).timestamp()) for day in (ending.since, ending.until)
    )
    response.headers["Deprecation"] = f"@{since}"
    response.headers["Sunset"] = http_date(until)
    links = [response.headers.get("Link"), f'<{reverse("api-page")}>; rel="deprecation"']
    response.headers["Link"] = ", ".join(filter(None, links))


def check_csrf(request: HttpRequest) -> None:
    """Django's CSRF check: a request that writes needs the cookie and the header. Raises NoCsrfToken."""
    check = CSRFCheck(lambda _request: HttpResponse())
    check.process_request(request)
    if check.process_view(request, None, (), {}):  # type: ignore[arg-type]
        raise NoCsrfToken


class AnyMediaType(BaseContentNegotiation):
    """Ignores `Accept`, for addresses whose names say their media type."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
