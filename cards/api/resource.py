"""What every address of the API has in common: reading alone, strict parameters, conditional answers."""

from typing import Any, ClassVar

from django.http import HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.api.schema import ResourceSchema
from cards.api.shape_parts import ref
from cards.api.version import etag
from phylo.api.parameters import Parameters, read
from phylo.api.resource import Address
from phylo.api.throttles import Allowance, Throttle, Visitor

MINUTE = "public, max-age=60"


class Resource(APIView):
    """
    One address, described for the OpenAPI document by its attributes. A subclass has `answer`, which gives
    plain data or a response.
    """

    schema = ResourceSchema()
    authentication_classes = [Visitor]
    throttle_classes = [Throttle]
    renderer_classes = [JSONRenderer]
    http_method_names = ["get", "head", "options"]

    operation: ClassVar[str]
    """Its name in the document, for ever."""
    tag: ClassVar[str]
    summary: ClassVar[str | Promise]
    about: ClassVar[str | Promise] = ""
    shape: ClassVar[str]
    """The component of the document that the answer looks like."""
    parameters: ClassVar[type[Parameters]] = Parameters
    places: ClassVar[dict[str, dict[str, Any]]] = {}
    """The parts of the path: name and JSON schema, with `description`."""
    refusals: ClassVar[tuple[int, ...]] = (400, 405, 406, 429)
    media: ClassVar[tuple[str, ...]] = ("application/json",)
    examples: ClassVar[tuple[str, ...]] = ()
    """Addresses to try, the first that there is; `{card}` and `{deck}` are filled in."""
    keep: ClassVar[str] = MINUTE
    tagging: ClassVar[bool] = True
    """Whether an answer has a tag to ask again with."""
    moves: ClassVar[bool] = False
    """Whether what it is about may have gone to another address for ever."""
    security: ClassVar[tuple[dict[str, list[str]], ...]] = ()
    """As OpenAPI has it: what one needs to be let in, one of these: schema.ANYBODY or schema.TOKEN."""

    at: Address
    allowance: Allowance | None = None
    tagged: str | None = None

    def answer(self, given: dict[str, Any], **place: Any) -> Any:
        raise NotImplementedError

    def get(self, request: Request, **place: Any) -> HttpResponseBase:
        given = read(self.at.asked, self.parameters)
        self.tagged = self.tag_of(request)
        if self.tagged in (tag.removeprefix("W/") for tag in self.tags_known):
            return HttpResponseNotModified()
        body = self.answer(given, **place)
        if isinstance(body, HttpResponseBase):
            return body
        response = Response(body)
        if following := body.get("next"):
            response.headers["Link"] = f'<{following}>; rel="next"'
        return response

    def options(self, request: Request, **place: Any) -> HttpResponse:  # type: ignore[override]
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def tag_of(self, request: Request, *facts: str) -> str:
        """Of the address, and of `facts` that the answer depends on besides."""
        address = request.build_absolute_uri()
        return etag(address, request.accepted_media_type or "", get_language() or "", *facts)

    @property
    def tags_known(self) -> list[str]:
        """What the client has already."""
        return parse_etags(self.request.headers.get("If-None-Match", ""))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        root = request.build_absolute_uri("/").removesuffix("/")
        self.at = Address(root, request.path, request.query_params)
        super().initial(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.tagged and response.status_code in (200, 206, 304):
            response.headers.setdefault("ETag", self.tagged)
            response.headers.setdefault("Cache-Control", self.keep)
        if self.allowance:
            for name, value in self.allowance.headers.items():
                response.headers[name] = value
        patch_vary_headers(response, ["Accept"])
        return response

    @classmethod
    def shape_schema(cls) -> dict[str, Any]:
        return ref(cls.shape)

    @classmethod
    def example(cls, at: Address, **place: Any) -> Any:
        """The answer to an address, without a request: for the document."""
        view = cls()
        view.at = at
        return view.answer(read(at.asked, cls.parameters), **place)
