"""The page from which a device keeps the copy, what it fetches, and what makes the site an app."""

from mimetypes import guess_type

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from phylo.http.addresses import own_static
from phylo.http.file_response import file_response
from phylo.http.languages import speaks
from phylo.offline.copy import Copy, offered, on_device

WORKER = settings.BASE_DIR / "static" / "js" / "offline" / "sw.js"
FORMER = WORKER.with_name("former.js")
ICONS = {"192": "any", "512": "any", "maskable-512": "maskable"}
"""Purposes of the pictures in static/img/app/, by their names (scripts/app_icons.py)."""
GREEN, PAPER = "#1f5b43", "#e6ece2"
"""--accent and --page of the light theme (static/css/site/tokens.css)."""


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Also where there is no copy, or no longer: a device may have kept one."""
    return render(request, "offline/page.html", {"copy": offered(), "on_device": on_device()})


def _offered() -> Copy:
    if found := offered():
        return found
    raise Http404


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """That of the copy; `base` is what stands before the paths of its files here."""
    return JsonResponse({**_offered().manifest, "base": f"{reverse('offline')}files/"})


@require_safe
def file(request: HttpRequest, path: str) -> HttpResponseBase:
    copy = _offered()
    if (known := copy.manifest["files"].get(path)) is None:
        raise Http404
    kind = guess_type(path)[0] or "application/octet-stream"
    try:
        return file_response(
            request, copy.folder / path, size=known["size"], etag=f'"{known["sha256"]}"', media_type=kind
        )
    except FileNotFoundError:
        # Another version is just being put in its place.
        raise Http404 from None


@require_safe
def here(request: HttpRequest, path: str = "") -> HttpResponse:
    """Pages of the copy have such addresses on a device that has kept it; this one has not."""
    return redirect("offline")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """
    At the root, so that it may answer for the whole site where somebody has kept the copy. Without `?site` it
    is the update of one that a copy without a server has left at this address, where it would hide the site.
    """
    script = WORKER if "site" in request.GET else FORMER
    return HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
def app(request: HttpRequest, language: str) -> HttpResponse:
    """The web app manifest."""
    if not speaks(language):
        raise Http404
    with translation.override(language):
        told = {
            "id": "/",
            "name": _("Phylo: build a food web"),
            "short_name": "Phylo",
            "description": _("Build a food web from real species, card by card."),
            "lang": language,
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "theme_color": GREEN,
            "background_color": PAPER,
            "icons": [
                {
                    "src": own_static(f"img/app/{name}.png"),
                    "sizes": f"{name.rpartition('-')[2]}x{name.rpartition('-')[2]}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, purpose in ICONS.items()
            ],
        }
    return JsonResponse(told, content_type="application/manifest+json")
