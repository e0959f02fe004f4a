"""What responses depend on besides addresses and stored rows: the code that shows them."""

import hashlib
from functools import cache

from django.conf import settings

from cards.art.version import composer_version


@cache
def code_version() -> str:
    """Changes with every update of the site."""
    folders = (settings.BASE_DIR / "cards", settings.BASE_DIR / "engine", *settings.LOCALE_PATHS)
    files = [
        file
        for folder in folders
        for kind in ("*.py", "*.lark", "*.mo")
        for file in sorted(folder.rglob(kind))
    ]
    parts = (composer_version().encode(), *(file.read_bytes() for file in files))
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).hexdigest()
