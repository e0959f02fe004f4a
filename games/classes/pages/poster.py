"""What stands on the wall of a classroom: how pupils come in."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.pages.qr import qr_svg
from games.classes.models import Classroom
from games.classes.services import codes


def is_open(classroom: Classroom) -> bool:
    """Whether new pupils can come in now."""
    until = classroom.code_until
    return classroom.code is not None and until is not None and until > timezone.now()


def wall_of(request: HttpRequest, classroom: Classroom) -> dict[str, object]:
    """While the class is open, where pupils type which code, and its QR picture; else nothing."""
    if classroom.code is None or not is_open(classroom):
        return {}
    address = request.build_absolute_uri(reverse("class-code", args=[classroom.code]))
    return {
        "code": codes.spaced(classroom.code),
        "typed_at": typed_at(request),
        "qr": qr_svg(address, _("The way into the class as a QR picture")),
    }


def typed_at(request: HttpRequest) -> str:
    """The address at which codes are typed, without the scheme."""
    return request.build_absolute_uri(reverse("class-join")).partition("://")[2]
