"""Fixtures for all tests, and the choice of which tests run on which database."""

import gc
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker
from redis import Redis

from phylo.celery import app, application
from phylo.offline import pyodide
from phylo.serving.worker import EmbeddedWorker
from tests.databases import empty, migrated_file, migrated_template
from tests.services import processes
from tests.services.site import ROOT, Site, prepared_in, static_copy_in

pytest_plugins = ("tests.fixtures",)

# Not `site`: it is embedded in every run.
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
SERVICE_FIXTURES = {"celery_worker_process", "services_env"}
# Folders whose tests need no database.
ENGINE = {"engine", "drafting", "reference"}
# What runs keep for the next one, with pytest's own cache.
KEPT = ROOT / ".pytest_cache" / "d"
ONCE = re.compile(r"^pytestmark = .*\bpytest\.mark\.once\b", re.MULTILINE)
# Files that take half a minute and more.
LONG = {
    "soak",
    "test_announced_moves.py",
    "test_beside.py",
    "test_builder.py",
    "test_by_ear.py",
    "test_conformity.py",
    "test_curation.py",
    "test_differential.py",
    "test_docs_site.py",
    "test_draft.py",
    "test_draft_secrecy.py",
    "test_explanations.py",
    "test_going_on.py",
    "test_hand.py",
    "test_lessons.py",
    "test_migration.py",
    "test_migration_of_tables.py",
    "test_random.py",
    "test_real_card_pages.py",
    "test_records.py",
    "test_room.py",
    "test_same_copy.py",
    "test_serve.py",
    "test_several_processes.py",
    "test_studies.py",
    "test_table.py",
    "test_two_people.py",
    "test_without_compiled.py",
    "test_without_slices.py",
    "upgrade",
}
# They come next, when `make test` has compiled what they think with; each process would do it anew.
THINKING = {
    "test_adapters.py",
    "test_analyses.py",
    "test_bots.py",
    "test_flat.py",
    "test_levels.py",
    "test_many_games.py",
    "test_strong.py",
}


# The 700,000 objects of modules and tests are here to stay: garbage is collected among later ones only.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    gc.freeze()
    gc.enable()


def pytest_sessionstart() -> None:
    # As in a worker, so that tasks that tests run at once are found by name.
    app.loader.import_default_modules()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--embedded",
        action="store_true",
        help="only what depends on the database and needs no server: the second run, on the embedded default",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The second run does not import what it would leave out, which is half of the modules."""
    if not config.getoption("--embedded") or collection_path.suffix != ".py":
        return None
    return collection_path.parent.name in ENGINE or bool(ONCE.search(collection_path.read_text())) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On the embedded default, tests marked `services` are deselected."""
    # Long tests first: started last, they would leave the other processes idle.
    items.sort(key=lambda item: (LONG.isdisjoint(item.path.parts), THINKING.isdisjoint(item.path.parts)))
    for item in items:
        if not SERVICE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("services")
    if not settings.EMBEDDED:
        return
    chosen = [item for item in items if item.get_closest_marker("services") is None]
    if config.getoption("--embedded"):
        chosen = [item for item in chosen if needs_each_database(item)]
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


def needs_each_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("once") is not None:
        return False
    marked = item.get_closest_marker("django_db") is not None
    return marked or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> None:
    """The database of the tests is a copy of a migrated one: migrating takes eight seconds."""
    test = settings.DATABASES["default"]["TEST"]
    if connection.vendor == "postgresql":
        test["TEMPLATE"] = migrated_template(os.environ["DATABASE_URL"], KEPT / "migrated")
    else:
        shutil.copyfile(migrated_file(KEPT / "migrated"), test["NAME"])


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Whether Django uses a database that it finds: on SQLite the copy above, which goes with the data."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database is dropped only when nobody uses it, and a test's thread may have kept its connection."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    """After each test that commits."""

    def teardown(case: TransactionTestCase) -> None:
        for alias in case._databases_names(include_mirrors=False):
            empty(alias)
        # A test of migrations makes them anew, with other numbers.
        ContentType.objects.clear_cache()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield


@pytest.fixture
def celery_worker_process(transactional_db: None, tmp_path: Path) -> Iterator[Popen]:
    """A real Celery worker process with this test's database and Redis. Only if there are such servers."""
    empty_redis()
    env = {"DATABASE_URL": database_url(connection.settings_dict["NAME"]), "REDIS_URL": settings.REDIS_URL}
    with processes.celery_worker(env, log=tmp_path / "worker.log") as process:
        yield process


@pytest.fixture(scope="module")
def services_env() -> Iterator[dict[str, str]]:
    """DATABASE_URL of a new, empty PostgreSQL database, and REDIS_URL, for a Site and workers."""
    name = f"site_{uuid4().hex}"
    empty_redis()
    processes.create_database(database_url("postgres"), name)
    yield {"DATABASE_URL": database_url(name), "REDIS_URL": settings.REDIS_URL}
    processes.drop_database(database_url("postgres"), name)


def database_url(name: str) -> str:
    """The URL of another database on the tests' server."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def empty_redis() -> None:
    with Redis.from_url(settings.REDIS_URL) as client:
        client.flushdb()


@pytest.fixture
def embedded_worker(transactional_db: None) -> Iterator[EmbeddedWorker]:
    """The worker thread of the one-process site. Only on the embedded default."""
    # Tasks that tests without a worker have queued.
    app.control.purge()
    worker = EmbeddedWorker(app, application(set_as_current=False))
    worker.start()
    yield worker
    assert worker.stop()


@pytest.fixture
def celery_worker(request: pytest.FixtureRequest) -> Popen | EmbeddedWorker:
    """A real worker that fits the database: a thread if embedded, else a process."""
    return request.getfixturevalue("embedded_worker" if settings.EMBEDDED else "celery_worker_process")


@pytest.fixture(scope="session")
def prepared() -> Path:
    """Data for `Site(..., like=prepared)`, made once for all processes and stages of the tests."""
    return prepared_in(KEPT / "prepared", migrated_file(KEPT / "migrated"))


@pytest.fixture(scope="session")
def static_copy() -> Path:
    """
    A copy of the site without a server, made once for all processes and stages of the tests; STATIC_COPY
    names one to be taken as it is.
    """
    if made := os.environ.get("STATIC_COPY"):
        return Path(made)
    try:
        pyodide.folder(ROOT / "var" / "pyodide")
    except OSError as error:
        pytest.skip(f"Pyodide cannot be fetched: {error}")
    return static_copy_in(KEPT / "static-copy")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """The whole site as `make run` starts it: one process with its own data."""
    with Site(tmp_path_factory.mktemp("site"), like=prepared) as site:
        yield site
