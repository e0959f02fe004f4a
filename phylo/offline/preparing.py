"""
What `make static` has the site make, with a device's settings: python -m phylo.offline.preparing FOLDER.
"""

import sys
from pathlib import Path

import django


def main(target: Path) -> None:
    """The database and static files in their usual places, the boot page in each language in the folder."""
    django.setup(set_prefix=False)
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.template.loader import render_to_string
    from django.utils import translation

    from phylo.offline import database
    from phylo.serving.messages import compile_messages

    compile_messages(settings.LOCALE_PATHS)
    (settings.VAR_DIR / "languages").write_text(" ".join(code for code, _name in settings.LANGUAGES))
    call_command("collectstatic", verbosity=0, interactive=False)
    database.bring_up_to_date()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    for code, _name in settings.LANGUAGES:
        name = "index.html" if code == settings.LANGUAGE_CODE else f"offline/boot.{code}.html"
        with translation.override(code):
            (target / name).write_text(render_to_string("offline/boot.html"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
