"""The database as an older version of the site had it, for the tests of migrations."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from phylo.moved_models import through_each
from tests import migrating


@contextmanager
def before(*targets: tuple[str, str]) -> Iterator[Callable[[str, str], Any]]:
    """
    The models of then, by app and name, while the block runs, in a database made anew by the migrations up to
    the targets. Then everything is migrated to the newest: other tests use this database afterwards.
    """
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cascade = " CASCADE" if connection.vendor == "postgresql" else ""
        for name in map(connection.ops.quote_name, connection.introspection.table_names()):
            cursor.execute(f"DROP TABLE {name}{cascade}")
    try:
        with migrating.quickly():
            through_each().migrate(list(targets))
        yield through_each().loader.project_state(list(targets)).apps.get_model
    finally:
        newest = MigrationExecutor(connection)
        with migrating.quickly():
            newest.migrate(newest.loader.graph.leaf_nodes())
        # Else the next test makes content types, and they are taken back with it but stay in memory.
        emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
