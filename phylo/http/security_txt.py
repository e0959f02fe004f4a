"""Whom to tell of a weakness of the site (RFC 9116)."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

VALID = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """404 where the site names no contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = datetime.combine(datetime.now(UTC).date(), time(), UTC) + VALID
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}"]
    if settings.SITE_URL_KNOWN:
        lines.append(f"Canonical: {settings.SITE_URL}{reverse('security-txt')}")
    lines.append(f"Preferred-Languages: {settings.LANGUAGE_CODE}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
