"""
Headers that every response has, whoever makes it: Django, the static files, or a layer before Django. What a
response says itself is kept.
"""

from collections.abc import Iterable
from functools import cache

from csp.utils import build_policy
from django.conf import settings

Headers = list[tuple[bytes, bytes]]

# What no page uses; a script that got in may not use it either.
UNUSED = (
    "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip


@cache
def defaults() -> dict[bytes, bytes]:
    found = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Content-Security-Policy": build_policy(),
        "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
        # Pages show whose they are: no proxy keeps them, and a browser asks before it shows one again.
        "Cache-Control": "private, no-cache",
    }
    if settings.HTTPS:
        rest = "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
        found["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}{rest}"
    return {name.lower().encode(): value.encode() for name, value in found.items()}


def with_defaults(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    said = list(headers)
    missing = defaults().keys() - {name.lower() for name, _value in said}
    return [*said, *((name, defaults()[name]) for name in sorted(missing))]
