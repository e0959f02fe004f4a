"""The OpenAPI document, and the page that shows it."""

from functools import cache
from threading import Lock

from django.conf import settings
from django.http import HttpResponse
from django.urls import path, re_path
from django.utils.translation import override
from django.views.generic import TemplateView
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView

from phylo.api.resource import AnyMediaType, Resource, operation

RENDERERS = {"json": OpenApiJsonRenderer, "yaml": OpenApiYamlRenderer}
_one_at_a_time = Lock()


class Document(Resource):
    content_negotiation_class = AnyMediaType
    tag = "about"
    path_words = {"kind": "Its notation."}

    @operation(
        "getDocument",
        "This document",
        about="OpenAPI 3.1, as JSON or YAML.",
        media=("application/json", "application/yaml"),
    )
    def get(self, kind: str) -> HttpResponse:
        with _one_at_a_time:
            content = rendered(kind)
        return HttpResponse(content, content_type=f"application/{kind}")


@cache
def rendered(kind: str) -> bytes:
    """In English, also where it quotes the site. Rendered once per process: it changes only with the code."""
    with override("en"):
        content = RENDERERS[kind]().render(SchemaGenerator().get_schema(public=True))
    return content if isinstance(content, bytes) else content.encode()


viewer = SpectacularSwaggerSplitView.as_view(url="/api/v1/openapi.json", template_name="site/api.html")
without_viewer = TemplateView.as_view(template_name="site/api.html")
page = viewer if settings.API_VIEWER else without_viewer

urlpatterns = [
    path("", page, name="api-page"),
    re_path(r"^v1/openapi\.(?P<kind>json|yaml)$", Document.as_view(), name="api-openapi"),
]
