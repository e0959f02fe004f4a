"""What stands on the wall of a classroom: how pupils come in."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.pages.qr import qr_svg
from games.models import Classroom
from games.services.classes import codes


def wall_of(request: HttpRequest, classroom: Classroom) -> dict[str, object]:
    """While the class is open, where pupils type which code, and its QR picture; else nothing."""
    if classroom.code is None or classroom.code_until is None or classroom.code_until <= timezone.now():
        return {}
    address = request.build_absolute_uri(reverse("class-code", args=[classroom.code]))
    return {
        "code": codes.spaced(classroom.code),
        "typed_at": request.build_absolute_uri(reverse("class-join")).partition("://")[2],
        "qr": qr_svg(address, _("The way into the class as a QR picture")),
    }
