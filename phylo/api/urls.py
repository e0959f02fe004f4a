"""The OpenAPI document, and the page that shows it."""

from functools import cache
from threading import Lock

from django.http import HttpResponse
from django.urls import path, re_path
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView

from phylo.api.resource import AnyMediaType, Resource, operation

RENDERERS = {"json": OpenApiJsonRenderer, "yaml": OpenApiYamlRenderer}
_one_at_a_time = Lock()


class Document(Resource):
    content_negotiation_class = AnyMediaType
    tag = "about"
    path_words = {"kind": _("Its notation.")}

    @operation(
        "getDocument",
        _("This document"),
        about=_("OpenAPI 3.1, as JSON or YAML."),
        media=("application/json", "application/yaml"),
    )
    def get(self, kind: str) -> HttpResponse:
        with _one_at_a_time:
            content = rendered(kind, get_language() or "")
        return HttpResponse(content, content_type=f"application/{kind}")


@cache
def rendered(kind: str, language: str) -> bytes:
    """Rendered once per process: it changes only with the code."""
    content = RENDERERS[kind]().render(SchemaGenerator().get_schema(public=True))
    return content if isinstance(content, bytes) else content.encode()


page = SpectacularSwaggerSplitView.as_view(url="/api/v1/openapi.json", template_name="site/api.html")

urlpatterns = [
    path("", page, name="api-page"),
    re_path(r"^v1/openapi\.(?P<kind>json|yaml)$", Document.as_view(), name="api-openapi"),
]
