"""The Django project. It loads the Celery application, so that shared tasks are bound to it."""

from phylo.celery import app as celery_app

__all__ = ["celery_app"]
