"""The site's addresses and one more: a small page of Django alone, through the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

from phylo.urls import urlpatterns as of_site

TEMPLATE = engines["django"].from_string(
    "<!DOCTYPE html><title>{{ title }}</title><h1>{{ title }}</h1>"
    "<ul>{% for row in rows %}<li>{{ row }}</li>{% endfor %}</ul>"
)


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse(TEMPLATE.render({"title": "Twenty lines", "rows": range(20)}, request))


urlpatterns = [path("plain/", plain), *of_site]
