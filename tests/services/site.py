"""The whole site as a process, started the way `make run` starts it."""

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path

from tests.services.processes import PATIENCE, end, free_port, wait_for

ROOT = Path(__file__).resolve().parents[2]
PREPARE = "import django; django.setup(); from phylo.serving.prepare import prepare; prepare()"

LONGEST_RUN = 3600.0  # seconds; data that are older are used by no test that still runs


class Site(AbstractContextManager):
    """`with Site(folder) as site`: serves on `site.url`, keeps its data in `folder`.

    `env` is added to the environment; DATABASE_URL, REDIS_URL and SECRET_KEY are taken only from it, so that
    the embedded default runs unless a test says otherwise. `like` is a folder of `prepared_in`, for tests
    that are not about a first start.
    """

    def __init__(self, folder: Path, *, env: dict[str, str] | None = None, like: Path | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        outer = os.environ.keys() - {"DATABASE_URL", "REDIS_URL", "SECRET_KEY"}
        self.env = {
            **{name: os.environ[name] for name in outer},
            "DJANGO_SETTINGS_MODULE": "phylo.settings",
            "PHYLO_DATA": str(folder),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WEB_PROCESSES": "1",
            # To make compiled code takes a minute.
            "PHYLO_PLAIN": "1",
            # As in the Makefile and the Dockerfile.
            "MALLOC_ARENA_MAX": "2",
            **(env or {}),
        }
        self.log = folder / "site.log"
        self.process: subprocess.Popen | None = None
        if like is not None:
            # Each site generates its own key.
            shutil.copytree(like, folder, ignore=shutil.ignore_patterns("secret-key"), dirs_exist_ok=True)

    def start(self) -> None:
        """Start the site and wait until it says that it is ready. Raises ServerFailed with its output."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self.env,
                cwd=ROOT,
            )
        wait_for(self.process, ready=lambda text: "Phylo is ready" in text, log=self.log)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop the site and return its exit status. SIGKILL simulates a crash."""
        end(self.process, how)
        return self.process.returncode

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as response:
            return response.read()

    @property
    def webs(self) -> list[int]:
        """The web processes, the main one first."""
        return webs_of(self.process.pid)

    @property
    def memory(self) -> int:
        """Resident memory in bytes, of the web process that has the most."""
        return max(map(memory, self.webs))

    def __enter__(self) -> "Site":
        try:
            self.start()
        except BaseException:
            self.stop(signal.SIGKILL)
            raise
        return self

    def __exit__(self, *details: object) -> None:
        self.stop()


def webs_of(main: int) -> list[int]:
    """The process, and other web processes that it has started (phylo/beside/)."""
    lists = [path.read_text() for path in Path(f"/proc/{main}/task").glob("*/children")]
    children = [int(pid) for each in lists for pid in each.split()]
    return [main, *(pid for pid in children if "--beside" in words_of(pid))]


def words_of(pid: int) -> list[str]:
    """Of its command; none of one that has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return []


def memory(pid: int) -> int:
    """Resident memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def prepared_in(folder: Path, migrated: Path) -> Path:
    """
    The data of a prepared site that has never served: tables, cards, static files; from a database with all
    tables, to save the migrations.
    """

    def prepare(begun: Path) -> None:
        begun.mkdir()
        shutil.copyfile(migrated, begun / "phylo.sqlite3")
        subprocess.run([sys.executable, "-c", PREPARE], env=Site(begun).env, cwd=ROOT, check=True)

    return kept_in(folder, prepare)


def static_copy_in(folder: Path) -> Path:
    """What `make static` writes."""

    def build(begun: Path) -> None:
        command = [sys.executable, "-m", "phylo.offline.build", str(begun)]
        subprocess.run(command, env=os.environ | {"PHYLO_DATA": str(ROOT / "var")}, cwd=ROOT, check=True)

    return kept_in(folder, build)


def kept_in(folder: Path, make: Callable[[Path], None]) -> Path:
    """
    A folder that `make` makes, once for one state of the project and one day, even if several processes ask
    at the same time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = folder / state_of_project()
        if not found.exists():
            begun = folder / "begun"
            for old in folder.glob("*/"):
                if old == begun or time.time() - old.stat().st_mtime > LONGEST_RUN:
                    shutil.rmtree(old)
            make(begun)
            begun.rename(found)
        os.utime(found)
    return found


def state_of_project() -> str:
    """Another word for another day, whose bulk files are due, or other files of those that make a site."""
    digest = hashlib.sha256(f"{date.today()} {sys.version}".encode())
    parts = ("engine", "phylo", "cards", "games", "locale", "static", "templates", "requirements")
    for path in sorted(each for part in parts for each in (ROOT / part).rglob("*")):
        if path.is_file() and path.suffix not in {".pyc", ".mo"}:
            status = path.stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
