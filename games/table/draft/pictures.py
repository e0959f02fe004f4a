"""The pictures of the drafting games' cards, composed like those of Phylo cards."""

from functools import cache
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from cards.art import art_version, compose
from phylo.http.addresses import picture_address

KEEP = "public, max-age=31536000, immutable"
SCENES: dict[str, tuple[str, str, str, int]] = {
    "BEAR": ("game-icons:polar-bear #7A5236", "forest grassland", "cool", 5),
    "BEE": ("noto:honeybee", "grassland", "warm", 5),
    "MEADOW": ("shape:flower-daisy", "grassland", "warm", 7),
    "TROUT": ("noto:fish", "freshwater", "cool", 6),
    "EAGLE": ("noto:eagle", "tundra forest", "cool", 7),
    "RABBIT": ("noto:rabbit", "grassland", "cool warm", 6),
    "DRAGONFLY": ("shape:dragonfly", "freshwater grassland", "warm", 6),
    "FOX": ("shape:fox", "grassland forest", "warm", 7),
    "DEER": ("noto:deer", "forest", "cool", 8),
    "STREAM": ("shape:winding-brook", "grassland forest", "cool", 8),
    "WOLF": ("noto:wolf", "tundra forest", "cold", 7),
    "CORAL": ("noto:coral", "ocean", "warm", 7),
    "KRILL": ("noto:shrimp", "ocean", "cold", 5),
    "PLANKTON": ("shape:copepod", "ocean", "cool", 5),
    "GROUPER": ("noto:tropical-fish", "ocean", "warm", 7),
    "CLOWNFISH": ("shape:clownfish-banded", "ocean", "hot", 6),
    "CRAB": ("noto:crab", "ocean", "warm", 6),
    "EEL": ("shape:eel", "ocean", "cool", 6),
    "SHARK": ("noto:shark", "ocean", "cool", 8),
    "WHALE": ("noto:spouting-whale", "ocean", "cold", 9),
    "TURTLE": ("game-icons:sea-turtle #4F7A4A", "ocean", "hot", 7),
    "OCTOPUS": ("noto:octopus", "ocean", "warm", 7),
}
"""Subject, terrains, climates and scale of each scene."""


def scene(kind: str) -> dict:
    """The card object from which cards.art composes the picture."""
    subject, terrains, climates, scale = SCENES[kind]
    return {
        "kind": "species",
        "subject": subject,
        "terrains": terrains.split(),
        "climates": climates.split(),
        "scale": scale,
    }


def _key(kind: str) -> str:
    return f"draft-{kind.lower()}"


@cache
def picture_url(kind: str) -> str:
    """The URL of the picture of a card type, such as "BEE"; it changes with the picture."""
    version = art_version(scene(kind), _key(kind))
    return picture_address("draft-picture", kind.lower(), version)


@require_safe
def picture(request: HttpRequest, kind: str, version: str) -> HttpResponse:
    """Cached for ever, as the URL holds the picture's version; other versions redirect to the current one."""
    key = kind.upper()
    if key not in SCENES or kind != kind.lower():
        raise Http404("no such card")
    address = picture_url(key)
    if request.path != urlsplit(address).path:
        return redirect(address)
    svg = compose(scene(key), _key(key))
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": KEEP})
