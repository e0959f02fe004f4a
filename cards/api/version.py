"""What responses depend on besides their addresses: stored cards and decks, and the code that shows them."""

import hashlib
from functools import cache

from django.conf import settings
from django.db.models import Count, Max, Sum

from cards.art.version import composer_version
from cards.models import Card, CardSet, Collection, Deck


def data_version() -> str:
    """Changes whenever a card, ready deck, card set or public collection changes, is added or removed."""
    cards = Card.objects.aggregate(newest=Max("changed_at"), count=Count("pk"))
    decks = list(Deck.objects.ready().order_by("pk").values_list("pk", "changed_at"))
    sets = list(CardSet.objects.order_by("key").values_list("key", "name", "description"))
    # The sum of the keys changes if one is removed while an older one is added.
    people = Collection.objects.listed().aggregate(Max("changed_at"), Count("pk"), Sum("pk"))
    return _digest(repr((cards, decks, sets, people)).encode())


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
    return _digest(composer_version().encode(), *(file.read_bytes() for file in files))


def etag(*facts: str) -> str:
    """A quoted ETag of the stored data, the code and `facts`."""
    digest = _digest(*(fact.encode() for fact in (code_version(), data_version(), *facts)))
    return f'"{digest}"'


def _digest(*parts: bytes) -> str:
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).hexdigest()
