from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import conditional_page, require_safe

from cards.art import WIDTHS, art_version, back_svg, back_version, compose, face_svg, face_version
from cards.models import Card
from cards.services import pictures
from phylo.http.languages import in_language

KEEP = "public, max-age=31536000, immutable"
# An uploaded picture may be removed from the card again.
KEEP_A_WHILE = "public, max-age=300"


@conditional_page
@require_safe
def card_art(request: HttpRequest, key: str, version: str) -> HttpResponse:
    """The card's picture; other versions redirect to the current one. Composed art is cached forever."""
    face = get_object_or_404(Card, key=key).as_face()
    current = art_version(face, key)
    if version != current:
        return redirect("card-art", key=key, version=current)
    return _svg(compose(face, key), _keep(face))


@conditional_page
@require_safe
def card_face(request: HttpRequest, key: str, version: str) -> HttpResponse:
    """The full face as SVG; versions and caching as for the art."""
    face = get_object_or_404(Card, key=key).as_face()
    current = face_version(face, key)
    if version != current:
        return _moved("card-face", key, current)
    return _svg(face_svg(face, key), _keep(face))


@conditional_page
@require_safe
def card_face_png(request: HttpRequest, key: str, version: str, width: int = WIDTHS[1]) -> HttpResponse:
    if width not in WIDTHS:
        raise Http404
    face = get_object_or_404(Card, key=key).as_face()
    current = face_version(face, key)
    if version != current:
        return _moved("card-face-png", key, current, width)
    return _png(pictures.face_picture(face=face, key=key, width=width), _keep(face))


@conditional_page
@require_safe
def card_preview(request: HttpRequest, key: str, version: str) -> HttpResponse:
    """The link preview for other sites; versioned like the face."""
    face = get_object_or_404(Card, key=key).as_face()
    current = face_version(face, key)
    if version != current:
        return _moved("card-preview", key, current)
    return _png(pictures.preview_picture(face=face, key=key), _keep(face))


@require_safe
def card_back(request: HttpRequest, version: str) -> HttpResponse:
    current = back_version()
    if version != current:
        return _moved("card-back", current)
    return _svg(back_svg(), KEEP)


@require_safe
def card_back_png(request: HttpRequest, version: str, width: int = WIDTHS[1]) -> HttpResponse:
    if width not in WIDTHS:
        raise Http404
    current = back_version()
    if version != current:
        return _moved("card-back-png", current, width)
    return _png(pictures.back_picture(width=width), KEEP)


def _moved(name: str, *args: object) -> HttpResponse:
    return redirect(in_language(reverse(name, args=args)))


def _keep(face: Mapping[str, object]) -> str:
    return KEEP_A_WHILE if face.get("picture") else KEEP


def _svg(drawing: str, keep: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml", headers={"Cache-Control": keep})


def _png(picture: bytes, keep: str) -> HttpResponse:
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": keep})
