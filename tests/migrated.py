"""The database as an older version of the site had it, for the tests of migrations."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@contextmanager
def before(*targets: tuple[str, str]) -> Iterator[Callable[[str, str], Any]]:
    """
    The models of then, by app and name, while the block runs; the targets' other apps are as far back as
    they must be. Then everything is migrated to the newest: other tests use this database afterwards.
    """
    MigrationExecutor(connection).migrate(list(targets))
    try:
        loader = MigrationExecutor(connection).loader
        applied = [node for node in loader.applied_migrations if node in loader.graph.nodes]
        yield loader.project_state(applied).apps.get_model
    finally:
        newest = MigrationExecutor(connection)
        newest.migrate(newest.loader.graph.leaf_nodes())
