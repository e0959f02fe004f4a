"""The default cache of a site without Redis: in the memory of the main process, for all its processes."""

from collections.abc import Iterable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache

from phylo.beside import link
from phylo.http.redis import SharedCache


class CommonCache(SharedCache, LocMemCache):
    """Values are such that JSON has."""

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """Of whatever keys can be gone through, a dictionary too."""
        return super().get_many(list(keys), version)

    def _shared(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if link.main is None:
            return super()._shared(name, *args, **kwargs)
        return link.main.ask("cache", name, *args, **kwargs)
