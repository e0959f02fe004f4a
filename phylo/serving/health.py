"""What a load balancer asks: whether this process is alive, and whether it should get requests."""

from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse

from phylo.beside import link
from phylo.http.redis import Unreachable, reaching_redis
from phylo.http.storage import QUICKLY, own_connection
from phylo.jobs import queue


def health(request: HttpRequest) -> JsonResponse:
    """200 {"database": true}; 503 with false when the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": False}, status=503)
    return JsonResponse({"database": True})


def ready(request: HttpRequest) -> JsonResponse:
    """
    200 {"missing": []}, or 503 with what is missing: "database", "migrations" (some that this code expects
    are not applied), "redis", "worker" (the embedded worker has died, so bots do not move).
    """
    missing = [*database_lacks(connection), *redis_lacks(), *worker_lacks()]
    return JsonResponse({"missing": missing}, status=503 if missing else 200)


def database_lacks(database: BaseDatabaseWrapper) -> list[str]:
    asked = own_connection(database)
    try:
        applied = MigrationRecorder(asked).applied_migrations()
    except DatabaseError:
        return ["database"]
    finally:
        asked.close()
    # The database may have newer migrations too: a newer version is about to replace this code.
    return [] if known_migrations() <= applied.keys() else ["migrations"]


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return frozenset(loader.disk_migrations)


def redis_lacks() -> list[str]:
    if settings.REDIS_URL is None:
        return []
    # Imported here as in phylo/http/redis.py.
    import redis

    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=QUICKLY, socket_connect_timeout=QUICKLY
        ) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return ["redis"]
    return []


def worker_lacks() -> list[str]:
    if not settings.EMBEDDED or queue.here is not None:
        return []
    if link.main is not None:
        try:
            with reaching_redis():
                lacks: list[str] = link.main.ask("worker_lacks")
                return lacks
        except Unreachable:
            return ["worker"]
    # Imported here: with separate workers this process does not need Celery's worker.
    from phylo.serving.worker import EmbeddedWorker

    here = EmbeddedWorker.here
    return [] if here is None or here.running else ["worker"]
