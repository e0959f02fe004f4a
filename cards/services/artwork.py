"""Uploaded pictures for cards: checked by content, re-encoded, and stored under their hash."""

import hashlib
import os
import re
import tempfile
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any
from zipfile import is_zipfile

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, ImageCms, ImageOps

from cards.art.uploads import LICENCES, picture_file
from cards.models import Artwork, Card, Proposal, SetCard, Visibility
from phylo.accounts.models import User

MOST_BYTES = 8 * 1024**2
MOST_PIXELS = 40_000_000
LEAST_SIDE = 200
FORMATS = ("PNG", "JPEG", "WEBP")
LARGEST_SIDE = 2400
WINDOW = (1164, 760)
"""Pixels of a card's window of 58.2 by 38 mm at 508 dpi."""
QUALITY, WINDOW_QUALITY = 90, 84
A_DAY = 30
"""The most pictures that an account may upload in 24 hours."""
PAPER = (255, 255, 255)
# What no picture contains: the beginnings of pages, scripts, scriptable drawings and documents.
FOREIGN = re.compile(rb"<script|<html|<!doctype|<\?php|<svg[\s>]|<iframe|%pdf-1|javascript:", re.IGNORECASE)
PNG_END = b"IEND\xaeB`\x82"
# Decoding takes up to 160 MB.
AT_ONCE = BoundedSemaphore(2)

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class ArtRefused(ValueError):
    """The picture or its credit is not acceptable; `field` is that of the form."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def shown_to_all(file: str) -> bool:
    """
    Whether the picture is shown by anything public: a card, a submitted proposal, or a set's own card. Hiding
    those hides the picture too.
    """
    proposed = Proposal.objects.seen_by(None).filter(picture=file)
    in_sets = SetCard.objects.filter(picture=file, shown=True, collection__hidden=False)
    return (
        Card.objects.filter(picture=file).exists()
        or proposed.exists()
        or in_sets.exclude(collection__visibility=Visibility.PRIVATE).exists()
    )


def check_credit(*, artist: str, source: str, licence: str) -> None:
    """Raises ArtRefused unless the picture is fully credited."""
    for field, value, most in (("artist", artist, 120), ("source", source, 300)):
        if not value.strip():
            raise ArtRefused(
                field,
                _("Say who made the picture.") if field == "artist" else _("Say where the picture is from."),
            )
        if len(value) > most or not value.isprintable():
            raise ArtRefused(field, _("At most %(most)s letters, in one line.") % {"most": most})
    if licence not in LICENCES:
        raise ArtRefused("licence", _("Choose the licence under which the picture may be shown."))


def store_artwork(*, user: User, content: bytes, artist: str, source: str, licence: str) -> Artwork:
    """
    Store a picture. If the same picture is already stored, it is returned with its first credit. Raises
    ArtRefused; then nothing is stored.
    """
    check_credit(artist=artist, source=source, licence=licence)
    # Checked before the work, and again under the lock.
    _check_pace(user)
    picture = read_picture(content)
    shown = _within(picture, LARGEST_SIDE)
    whole, window = _jpeg(shown, QUALITY), _jpeg(_for_window(picture), WINDOW_QUALITY)
    name = hashlib.sha256(whole).hexdigest()
    with transaction.atomic():
        # One at a time per account, so that simultaneous uploads cannot pass the limit.
        User.objects.select_for_update().get(pk=user.pk)
        if (first := Artwork.objects.filter(file=name).first()) is not None:
            return first
        _check_pace(user)
        _write(picture_file(name, window=True), window)
        _write(picture_file(name), whole)
        artwork, _new = Artwork.objects.get_or_create(
            file=name,
            defaults={
                "width": shown.width, "height": shown.height, "size": len(whole), "artist": artist.strip(),
                "source": source.strip(), "licence": licence, "user": user,
            },
        )  # fmt: skip
    return artwork


def _check_pace(user: User) -> None:
    yesterday = timezone.now() - timedelta(days=1)
    if Artwork.objects.filter(user=user, added_at__gt=yesterday).count() >= A_DAY:
        raise ArtRefused("file", _("That is enough pictures for a day: %(most)s.") % {"most": A_DAY})


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


def _within(picture: Image.Image, side: int) -> Image.Image:
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
    return _within(picture.resize(size, Image.Resampling.LANCZOS), LARGEST_SIDE)


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    out = BytesIO()
    picture.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return out.getvalue()


def _write(path: Path, content: bytes) -> None:
    """Atomic: the whole file or nothing."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
