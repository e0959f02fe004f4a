"""The pixels of uploaded pictures: checked by content, re-encoded, scaled. With Pillow, which takes 9 MB."""

import re
from io import BytesIO
from threading import BoundedSemaphore
from typing import Any, NamedTuple
from zipfile import is_zipfile

from django.utils.translation import gettext as _
from PIL import Image, ImageCms, ImageOps

from cards.art.uploads import MOST_BYTES, ArtRefused

MOST_PIXELS = 40_000_000
LEAST_SIDE = 200
FORMATS = ("PNG", "JPEG", "WEBP")
LARGEST_SIDE = 2400
WINDOW = (1164, 760)
"""Pixels of a card's window of 58.2 by 38 mm at 508 dpi."""
QUALITY, WINDOW_QUALITY = 90, 84
PAPER = (255, 255, 255)
# What no picture contains: the beginnings of pages, scripts, scriptable drawings and documents.
FOREIGN = re.compile(rb"<script|<html|<!doctype|<\?php|<svg[\s>]|<iframe|%pdf-1|javascript:", re.IGNORECASE)
PNG_END = b"IEND\xaeB`\x82"
# Decoding takes up to 160 MB.
AT_ONCE = BoundedSemaphore(2)

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class Encoded(NamedTuple):
    """A picture as JPEG: whole, with its size in pixels, and scaled for a card's window."""

    whole: bytes
    size: tuple[int, int]
    window: bytes


def encoded(picture: Image.Image) -> Encoded:
    whole = within(picture, LARGEST_SIDE)
    return Encoded(_jpeg(whole, QUALITY), whole.size, _jpeg(_for_window(picture), WINDOW_QUALITY))


def read_picture(content: bytes) -> Image.Image:
    """
    The pixels in these bytes: upright, in sRGB without transparency, and nothing else from the file. Raises
    ArtRefused if it is not a PNG, JPEG or WebP, or is too large, broken, or something else as well.
    """
    if not content:
        raise ArtRefused("file", _("The file is empty."))
    if len(content) > MOST_BYTES:
        raise ArtRefused("file", _("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1024**2})
    with AT_ONCE:
        try:
            with Image.open(BytesIO(content), formats=FORMATS) as opened:
                _check_size(*opened.size)
                form = opened.format or ""
                picture = _plain(opened)
            _check_alone(content, form)
            return picture
        except ArtRefused:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise _too_many_pixels() from None
        except Exception as error:
            # Pillow has many ways to say that it cannot read a file.
            raise ArtRefused("file", _("This is no picture in PNG, JPEG or WebP.")) from error


def _too_many_pixels() -> ArtRefused:
    most = {"most": MOST_PIXELS // 1_000_000}
    return ArtRefused("file", _("The picture has more than %(most)s million pixels.") % most)


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < LEAST_SIDE:
        raise ArtRefused("file", _("The picture is smaller than %(least)s pixels.") % {"least": LEAST_SIDE})


def _check_alone(content: bytes, form: str) -> None:
    """Raises ArtRefused for a file that is a picture and something else as well."""
    alone = not FOREIGN.search(content) and not is_zipfile(BytesIO(content))
    if form == "PNG":
        alone = alone and content.endswith(PNG_END)
    elif form == "WEBP":
        alone = alone and len(content) <= int.from_bytes(content[4:8], "little") + 9
    if not alone:
        raise ArtRefused("file", _("The file holds something besides the picture."))


def _plain(opened: Image.Image) -> Image.Image:
    if opened.format == "JPEG":
        # Scaled down while decoding, which quarters the pixels of large pictures.
        opened.draft("RGB", (LARGEST_SIDE, LARGEST_SIDE))
    profile = opened.info.get("icc_profile")
    picture = ImageOps.exif_transpose(opened)
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        picture = Image.new("RGB", clear.size, PAPER)
        picture.paste(clear, mask=clear.getchannel("A"))
    elif picture.mode == "RGB" and profile:
        picture = _in_srgb(picture, profile)
    # A copy of the pixels only.
    plain = Image.new("RGB", picture.size)
    plain.paste(picture.convert("RGB"))
    return plain


def _in_srgb(picture: Image.Image, profile: bytes) -> Image.Image:
    try:
        space: Any = ImageCms.ImageCmsProfile(BytesIO(profile))
        shown = ImageCms.profileToProfile(picture, space, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return picture
    return shown or picture


def within(picture: Image.Image, side: int) -> Image.Image:
    if max(picture.size) <= side:
        return picture
    share = side / max(picture.size)
    return picture.resize(
        (round(picture.width * share), round(picture.height * share)), Image.Resampling.LANCZOS
    )


def _for_window(picture: Image.Image) -> Image.Image:
    """Scaled down to just fill the window; never enlarged."""
    share = max(WINDOW[0] / picture.width, WINDOW[1] / picture.height)
    if share >= 1:
        return picture
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    return within(picture.resize(size, Image.Resampling.LANCZOS), LARGEST_SIDE)


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    out = BytesIO()
    picture.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return out.getvalue()
