"""The migrations lead from every supported database to the tables of the models."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from phylo.serving.prepare import migrate


def test_no_change_of_the_models_lacks_its_migration(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_a_database_between_migrations_that_were_put_together_is_refused(db):
    MigrationRecorder(connection).record_unapplied("games", "0009_wishes_and_offers")
    with pytest.raises(CommandError, match="Move it away and start again") as refused:
        migrate()
    assert refused.value.returncode == 2
