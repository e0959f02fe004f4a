"""Uploaded pictures for cards: checked by content, re-encoded, and stored under their hash."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.art.uploads import LICENCES, ArtRefused, picture_file
from cards.models import Artwork, Card
from phylo.accounts.models import User
from phylo.http.missing import need
from phylo.slices import Extension

SHOWS_PICTURE = Extension[Callable[[str], bool]]("shows_picture")
"""Whether anything that everybody may see, besides cards, shows the picture in this file."""
A_DAY = 30
"""The most pictures that an account may upload in 24 hours."""


def shown_to_all(file: str) -> bool:
    """
    Whether the picture is shown by anything public: a card, a submitted proposal, or a set's own card. Hiding
    those hides the picture too.
    """
    return Card.objects.filter(picture=file).exists() or any(shows(file) for shows in SHOWS_PICTURE)


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


def store_artwork(
    *, user: User, content: bytes, artist: str, source: str, licence: str, paced: bool = True
) -> Artwork:
    """
    Store a picture; with `paced`, not too many a day. If the same picture is already stored, it is returned
    with its first credit. Raises ArtRefused, and NeedsServer without Pillow; then nothing is stored.
    """
    need("PIL")
    check_credit(artist=artist, source=source, licence=licence)
    # Checked before the work, and again under the lock.
    if paced:
        _check_pace(user)
    # Imported here because Pillow takes 9 MB, and most processes read no pictures.
    from cards.services.uploaded_pictures import encoded, read_picture

    picture = encoded(read_picture(content))
    name = hashlib.sha256(picture.whole).hexdigest()
    with transaction.atomic():
        # One at a time per account, so that simultaneous uploads cannot pass the limit.
        User.objects.select_for_update().get(pk=user.pk)
        if (first := Artwork.objects.filter(file=name).first()) is not None:
            return first
        if paced:
            _check_pace(user)
        _write(picture_file(name, window=True), picture.window)
        _write(picture_file(name), picture.whole)
        artwork, _new = Artwork.objects.get_or_create(
            file=name,
            defaults={
                "width": picture.size[0], "height": picture.size[1], "size": len(picture.whole),
                "artist": artist.strip(), "source": source.strip(), "licence": licence, "user": user,
            },
        )  # fmt: skip
    return artwork


def _check_pace(user: User) -> None:
    yesterday = timezone.now() - timedelta(days=1)
    if Artwork.objects.filter(user=user, added_at__gt=yesterday).count() >= A_DAY:
        raise ArtRefused("file", _("That is enough pictures for a day: %(most)s.") % {"most": A_DAY})


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
