from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from cards.art import art_version, compose
from cards.models import Card

KEEP = "public, max-age=31536000, immutable"


@require_safe
def card_art(request: HttpRequest, key: str, version: str) -> HttpResponse:
    """The card's picture, kept for ever: the version names what it shows. Another version leads to it."""
    face = get_object_or_404(Card, key=key).as_face()
    current = art_version(face, key)
    if version != current:
        return redirect("card-art", key=key, version=current)
    return HttpResponse(compose(face, key), content_type="image/svg+xml", headers={"Cache-Control": KEEP})
