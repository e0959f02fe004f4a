"""The Django project. The Celery application is loaded with it, so that tasks bind to it."""

from phylo.celery import app as celery_app

__all__ = ["celery_app"]
