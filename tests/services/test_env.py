"""Settings from the environment."""

from pathlib import Path
from stat import S_IMODE

import pytest
from django.core.exceptions import ImproperlyConfigured
from psycopg_pool.base import AttemptWithBackoff

from phylo import env


def test_postgresql_url(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:p%40ss@db.example:5433/phylo?sslmode=require")
    database = env.database("DATABASE_URL", sqlite=Path("unused"))
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("ann", "p@ss")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "phylo")
    assert database["OPTIONS"]["sslmode"] == "require"


def test_after_an_outage_postgresql_is_tried_again_soon(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/phylo")
    pool = env.database("DATABASE_URL", sqlite=Path("unused"))["OPTIONS"]["pool"]
    attempt, now, pauses = AttemptWithBackoff(timeout=pool["reconnect_timeout"]), 1.0, []
    while not attempt.time_to_give_up(now):
        attempt.update_delay(now)
        pauses.append(attempt.delay)
        now += attempt.delay
    # Then the next request that needs a connection has one tried.
    assert max(pauses) < 2.5


@pytest.mark.parametrize(
    ("url", "name"),
    [("sqlite:////srv/phylo.db", "/srv/phylo.db"), ("sqlite:///near.db", "near.db"), ("", "/d/x")],
)
def test_sqlite_url(monkeypatch, url, name):
    monkeypatch.setenv("DATABASE_URL", url)
    assert env.database("DATABASE_URL", sqlite=Path("/d/x"))["NAME"] == Path(name)


def test_unknown_database(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://localhost/phylo")
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        env.database("DATABASE_URL", sqlite=Path("unused"))


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("True", True), ("no", False), ("", False)])
def test_flag(monkeypatch, value, expected):
    monkeypatch.setenv("DEBUG", value)
    assert env.flag("DEBUG") is expected


def test_wrong_values_are_named(monkeypatch):
    monkeypatch.setenv("DEBUG", "perhaps")
    monkeypatch.setenv("PORT", "http")
    with pytest.raises(ImproperlyConfigured, match="DEBUG='perhaps'"):
        env.flag("DEBUG")
    with pytest.raises(ImproperlyConfigured, match="PORT='http'"):
        env.integer("PORT", default=8000)


def test_secret_key_is_made_once_and_private(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "var" / "secret-key"
    key = env.secret_key("SECRET_KEY", kept_in=file)
    assert len(key) >= 50
    assert env.secret_key("SECRET_KEY", kept_in=file) == key
    assert file.stat().st_mode & 0o777 == 0o600


def test_secret_key_that_was_never_written_is_made_again(monkeypatch, tmp_path):
    """The process ended between creating the file and writing it."""
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "secret-key"
    file.touch()
    assert len(env.secret_key("SECRET_KEY", kept_in=file)) >= 50


def test_the_data_folder_is_closed_to_others(monkeypatch, tmp_path):
    monkeypatch.delenv("PHYLO_DATA", raising=False)
    assert S_IMODE(env.private_folder("PHYLO_DATA", default=tmp_path / "new").stat().st_mode) == 0o700
    opened = tmp_path / "old"
    opened.mkdir(mode=0o755)
    monkeypatch.setenv("PHYLO_DATA", str(opened))
    assert env.private_folder("PHYLO_DATA", default=tmp_path / "new") == opened
    assert S_IMODE(opened.stat().st_mode) == 0o700


def test_a_folder_for_everybody_is_left_as_it_is(monkeypatch, tmp_path):
    tmp_path.chmod(0o1777)
    monkeypatch.setenv("PHYLO_DATA", str(tmp_path))
    with pytest.raises(ImproperlyConfigured, match="one of its own"):
        env.private_folder("PHYLO_DATA", default=tmp_path / "new")
    assert S_IMODE(tmp_path.stat().st_mode) == 0o1777
