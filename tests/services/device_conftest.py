"""In place of tests/conftest.py within Pyodide: nothing of servers, processes and compiled packages."""

import shutil

import pytest
from django.conf import settings

from phylo import celery_app
from tests.services.tests_on_device import MIGRATED

pytest_plugins = ("tests.fixtures",)


def pytest_sessionstart() -> None:
    celery_app.autodiscover_tasks(force=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    settings.DATABASES["default"]["TEST"]["NAME"] = shutil.copyfile(MIGRATED, "/data/test.sqlite3")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    return True
