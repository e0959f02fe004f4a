"""Where browsers ask for what a CDN may keep (`STATIC_HOST`), and for what it may not give them."""

from urllib.parse import urlsplit

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse


def picture_address(name: str, *args: object) -> str:
    """The address of a picture that holds its version, by the name of its route."""
    return f"{settings.STATIC_HOST}{reverse(name, args=args)}"


def own_static(file: str) -> str:
    """A static file at the site itself: browsers refuse the icons of another origin in `<use>`."""
    return urlsplit(static(file)).path
