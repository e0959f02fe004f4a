"""Absolute addresses: of the site, and of what a CDN may keep (`STATIC_HOST`)."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse


def site_address(request: HttpRequest) -> str:
    """Such as "https://phylo.example": what stands before a path."""
    return request.build_absolute_uri("/").removesuffix("/")


def picture_address(name: str, *args: object) -> str:
    """The address of a picture that holds its version, by the name of its route."""
    return f"{settings.STATIC_HOST}{reverse(name, args=args)}"


def own_static(file: str) -> str:
    """A static file at the site itself: browsers refuse the icons of another origin in `<use>`."""
    return urlsplit(static(file)).path
