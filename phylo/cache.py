"""Django's cache, which is in Redis where a site is several processes."""

from django.conf import settings


def faults() -> tuple[type[Exception], ...]:
    """What it raises while it cannot be reached."""
    if "redis" not in str(settings.CACHES["default"]["BACKEND"]):
        return (OSError,)
    # Imported late: a site of one process saves the 20 MB that the client takes.
    from redis.exceptions import RedisError

    return RedisError, OSError
