"""The migrations lead from every supported database to the tables of the models."""

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from phylo.serving.prepare import migrate


def test_no_change_of_the_models_lacks_its_migration(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_a_database_between_migrations_that_were_put_together_is_refused(db):
    MigrationRecorder(connection).record_unapplied("games", "0001_squashed_0009_wishes_and_offers")
    with pytest.raises(CommandError, match="Move it away and start again") as refused:
        migrate()
    assert refused.value.returncode == 2


@pytest.mark.once
def test_default_orders_name_no_relation():
    """By a relation they join its table; where it may be null, PostgreSQL then refuses FOR UPDATE."""
    for model in apps.get_models():
        if model.__module__.startswith(("phylo.", "cards.", "games.")):
            names = [name.removeprefix("-") for name in model._meta.ordering if isinstance(name, str)]
            relations = {column.name for column in model._meta.get_fields() if column.is_relation}
            assert not [name for name in names if "__" in name or name in relations], model
