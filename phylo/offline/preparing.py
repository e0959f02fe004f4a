"""
What `make static` has the site make, with a device's settings: python -m phylo.offline.preparing FOLDER.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import django


def main(target: Path) -> None:
    """The database and static files in their usual places, the boot page in each language in the folder."""
    django.setup(set_prefix=False)
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.template.loader import render_to_string
    from django.utils import timezone, translation

    from phylo.offline import database
    from phylo.serving.messages import compile_messages

    compile_messages(settings.LOCALE_PATHS)
    (settings.VAR_DIR / "languages").write_text(" ".join(code for code, _name in settings.LANGUAGES))
    call_command("collectstatic", verbosity=0, interactive=False)
    begun = timezone.now()
    database.bring_up_to_date()
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        set_back(begun, datetime.fromtimestamp(int(epoch), UTC))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    for code, _name in settings.LANGUAGES:
        name = "index.html" if code == settings.LANGUAGE_CODE else f"offline/boot.{code}.html"
        with translation.override(code):
            (target / name).write_text(render_to_string("offline/boot.html"))


def set_back(begun: datetime, at: datetime) -> None:
    """What was written since `begun` is as of another moment, so that the same site has the same database."""
    from django.apps import apps
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder
    from django.db.models import DateField, DateTimeField, Model

    models: list[type[Model]] = [*apps.get_models(), MigrationRecorder.Migration]
    for model in models:
        if model._meta.db_table not in connection.introspection.table_names():
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, DateField):
                since, then = (begun, at) if isinstance(field, DateTimeField) else (begun.date(), at.date())
                written = model._base_manager.filter(**{f"{field.name}__gte": since})
                written.update(**{field.name: then})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
