"""Uploaded pictures in a card's window, in place of a composed scene: files, licences and credits.

In a face, `picture` has `file` (64 hexadecimal digits), `artist`, `source` and `licence`.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.art.drawing import HEIGHT, WIDTH

MOST_BYTES = 8 * 1024**2
FILE_NAME = re.compile(r"[0-9a-f]{64}")
MOUNT = "F3F1E9"
"""The ground around a picture that is shown whole."""
# Beside the card's scale, which must not cover a picture that may not be altered.
WHOLE = (4.6, 0.8, WIDTH - 5.4, HEIGHT - 1.6)


class ArtRefused(ValueError):
    """The picture or its credit is not acceptable; `field` is that of the form."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Licence:
    """`whole`: derivatives are not allowed, so the picture is never cropped."""

    name: str | Promise
    address: str = ""
    whole: bool = False


CC = "https://creativecommons.org/"
LICENCES: dict[str, Licence] = {
    "CC0-1.0": Licence("CC0", CC + "publicdomain/zero/1.0/"),
    "CC-BY-4.0": Licence("CC BY 4.0", CC + "licenses/by/4.0/"),
    "CC-BY-SA-4.0": Licence("CC BY-SA 4.0", CC + "licenses/by-sa/4.0/"),
    "CC-BY-NC-4.0": Licence("CC BY-NC 4.0", CC + "licenses/by-nc/4.0/"),
    "CC-BY-NC-SA-4.0": Licence("CC BY-NC-SA 4.0", CC + "licenses/by-nc-sa/4.0/"),
    "CC-BY-ND-4.0": Licence("CC BY-ND 4.0", CC + "licenses/by-nd/4.0/", whole=True),
    "CC-BY-NC-ND-4.0": Licence("CC BY-NC-ND 4.0", CC + "licenses/by-nc-nd/4.0/", whole=True),
    "public-domain": Licence(gettext_lazy("Public domain"), CC + "publicdomain/mark/1.0/"),
    "own-work": Licence(gettext_lazy("Own work, for this site to show and print")),
}
SHORT_NAMES = {"own-work": gettext_lazy("own work")}


def picture_file(name: str, *, window: bool = False) -> Path:
    """The path of the picture with that hash; `window`: scaled for a card's window."""
    if not FILE_NAME.fullmatch(name):
        raise ValueError(f"{name!r:.80} names no picture")
    return Path(settings.MEDIA_ROOT) / "art" / name[:2] / f"{name}{'-window' if window else ''}.jpg"


def shown_whole(picture: Mapping[str, str] | None) -> bool:
    licence = LICENCES.get((picture or {}).get("licence", ""))
    return licence is not None and licence.whole


def credit_words(picture: Mapping[str, str]) -> str:
    """The credit line on the card."""
    code = picture.get("licence", "")
    licence = SHORT_NAMES.get(code) or (LICENCES[code].name if code in LICENCES else code)
    return _("Art: %(artist)s · %(licence)s") % {"artist": picture.get("artist", ""), "licence": licence}


def picture_scene(picture: Mapping[str, str] | None) -> str:
    """The window with the picture as an SVG document; "" without a picture or if its file is missing."""
    if not picture:
        return ""
    try:
        jpeg = picture_file(str(picture.get("file", "")), window=True).read_bytes()
    except (OSError, ValueError):
        return ""
    box = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH * 10:g}" height="{HEIGHT * 10:g}"'
    left, top, wide, high = WHOLE if shown_whole(picture) else (0.0, 0.0, WIDTH, HEIGHT)
    fit = "meet" if shown_whole(picture) else "slice"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} preserveAspectRatio="xMidYMid slice">'
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#{MOUNT}"/>'
        f'<image x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" '
        f'preserveAspectRatio="xMidYMid {fit}" '
        f'href="data:image/jpeg;base64,{b64encode(jpeg).decode()}"/></svg>'
    )
