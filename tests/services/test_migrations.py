"""The migrations lead to what the models say."""

from django.core.management import call_command


def test_no_change_of_the_models_lacks_its_migration(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
