"""Addresses that change something: what each method does, and how the document tells of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.resource import MINUTE, Resource
from phylo.api.parameters import Parameters, read
from phylo.api.resource import check_csrf

PRIVATE = "private, no-cache"
REFUSALS = (400, 403, 405, 406, 409, 413, 415, 422, 429)


@dataclass(frozen=True, slots=True)
class Deed:
    """
    What one method of an address does. `does` names the view's method that does it. `sent` and `shape` are
    components of the document, None for no body. With 201 `Location` says where it is, unless what was made
    has no address of its own (`located`).
    """

    operation: str
    summary: str | Promise
    does: str
    about: str | Promise = ""
    sent: str | None = None
    shape: str | None = None
    status: HTTPStatus = HTTPStatus.OK
    refusals: tuple[int, ...] = REFUSALS
    located: bool = True


class Writing(Resource):
    """A Resource with `deeds` by method, in capitals. What it answers is nobody else's to keep."""

    deeds: ClassVar[Mapping[str, Deed]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method in self.deeds:
            check_csrf(request._request)

    def post(self, request: Request, **place: Any) -> HttpResponseBase:
        return self.do(request, **place)

    def patch(self, request: Request, **place: Any) -> HttpResponseBase:
        return self.do(request, **place)

    def delete(self, request: Request, **place: Any) -> HttpResponseBase:
        return self.do(request, **place)

    def do(self, request: Request, **place: Any) -> HttpResponseBase:
        deed = self.deeds[request.method or ""]
        read(self.at.asked, Parameters)
        act: Callable[..., dict[str, Any] | None] = getattr(self, deed.does)
        body = act(**place)
        response = Response(body, status=deed.status)
        if body is not None and deed.status == HTTPStatus.CREATED and deed.located:
            response.headers["Location"] = body["api"]
        response.headers["Cache-Control"] = "no-store"
        return response


class Changing(Writing):
    """Answers whose tag is made of what they say, since they change with everything that anybody does."""

    cached: str = MINUTE
    """How the answer may be kept; what is not for everybody is PRIVATE."""

    def get(self, request: Request, **place: Any) -> HttpResponseBase:
        given = read(self.at.asked, self.parameters)
        body = self.answer(given, **place)
        self.tagged = self.tag_of(request, json.dumps(body, default=str))
        response: HttpResponseBase = Response(body)
        if self.tagged in (tag.removeprefix("W/") for tag in self.tags_known):
            response = HttpResponseNotModified()
        elif following := body.get("next"):
            response.headers["Link"] = f'<{following}>; rel="next"'
        response.headers["Cache-Control"] = self.cached
        if self.cached == PRIVATE:
            patch_vary_headers(response, ["Authorization", "Cookie"])
        return response

    @property
    def http(self) -> HttpRequest:
        request: HttpRequest = self.request._request
        return request
