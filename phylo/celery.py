"""The Celery application: the computer's turns and the sweep that finds lost ones.

On several processes: `celery -A phylo worker` and one `celery -A phylo beat`. Embedded: phylo.worker.
"""

import os
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

app = Celery("phylo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_site_logging(**kwargs: Any) -> None:
    """Log as the site does instead of in Celery's own format."""
    from django.conf import settings

    dictConfig(settings.LOGGING)


@app.task(name="phylo.wake")
def wake() -> None:
    """Do nothing. A worker that waits for work looks up when it comes."""
