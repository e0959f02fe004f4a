"""Invalid settings and a database out of reach are told in one line, with status 2, by every command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.processes import free_port

ROOT = Path(__file__).parents[2]
# Each invalid variable, and what the line must name; never the password.
WRONG = [
    ("LOG_LEVEL", "verbose", "DEBUG, INFO, WARNING, ERROR, CRITICAL"),
    ("LOG_FORMAT", "xml", "text, json"),
    ("DATABASE_URL", "postgresql://phylo:kept-secret@127.0.0.1:port/phylo", "port"),
    ("DATABASE_URL", "mysql://phylo:kept-secret@127.0.0.1/phylo", "postgresql://"),
    ("REDIS_URL", "127.0.0.1:6379", "redis://"),
    ("EMAIL_URL", "pigeon://phylo:kept-secret@mail.example", "smtp://"),
    ("HTTPS", "maybe", "yes"),
    ("SITE_TIME_ZONE", "Middle Earth", "Europe/Berlin"),
    ("SECURITY_CONTACT", "the office", "https://"),
    ("STATIC_HOST", "cdn.example", "https://cdn.example"),
    ("STATIC_HOST", "https://cdn.example/static/", "without a path"),
    ("PORT", "http", "65535"),
    ("PORT", "70000", "65535"),
    ("WEB_PROCESSES", "0", "from 1 to 8"),
    ("WEB_PROCESSES", "both", "from 1 to 8"),
    ("METRICS_ADDRESS", "everywhere:9100", "127.0.0.1:9100"),
    ("METRICS_ADDRESS", "127.0.0.1", "127.0.0.1:9100"),
    ("PHYLO_DATA", "/dev/null/var", "/dev/null/var"),
]


def manage(tmp_path, *arguments, **variables):
    return run(tmp_path, [sys.executable, "manage.py", *arguments], variables)


def run(tmp_path, command, variables):
    env = {name: value for name, value in os.environ.items() if name not in {name for name, *_ in WRONG}}
    env |= {"PHYLO_DATA": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "phylo.settings"} | variables
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)


@pytest.mark.once
@pytest.mark.parametrize(("name", "value", "word"), WRONG)
def test_a_variable_that_cannot_be(tmp_path, name, value, word):
    done = manage(tmp_path, "serve", **{name: value})
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert name in line or name == "PHYLO_DATA"
    assert word in line
    assert "kept-secret" not in line
    assert not (tmp_path / "var" / "phylo.sqlite3").exists()


@pytest.mark.once
def test_levels_in_small_letters_too(tmp_path):
    done = manage(tmp_path, "check", LOG_LEVEL="info", LOG_FORMAT="JSON")
    assert done.returncode == 0, done.stderr


@pytest.mark.once
@pytest.mark.parametrize(
    "command",
    [
        (sys.executable, "manage.py", "serve"),
        (sys.executable, "-m", "celery", "-A", "phylo", "worker", "--pool=solo"),
    ],
    ids=["serve", "worker"],
)
def test_a_database_out_of_reach(tmp_path, command):
    nobody = free_port()
    away = {
        "DATABASE_URL": f"postgresql://phylo:kept-secret@127.0.0.1:{nobody}/phylo",
        "REDIS_URL": f"redis://127.0.0.1:{nobody}/0",
        "PORT": "0",
    }
    done = run(tmp_path, command, away)
    assert done.returncode == 2
    # Celery says first that it should not run as root.
    assert "the database cannot be used: connection failed" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert "kept-secret" not in done.stderr
