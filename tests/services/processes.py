"""Server processes on loopback for tests: PostgreSQL, Redis, a Celery worker, the site itself."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

START_TIMEOUT = 180.0  # seconds; an idle machine needs one or two, a busy one up to a hundred
PATIENCE = 120.0  # seconds for an answer or a task, on a machine that has much else to do
STOP_TIMEOUT = 60.0  # seconds; then it is killed, as its exit status shows


class ServerFailed(Exception):
    """A server ended or did not answer in time. The message ends with its output."""


def free_port() -> int:
    """A random port below those that the system gives to connections, which could take it first."""
    while True:
        port = 10_000 + secrets.randbelow(22_000)
        with socket.socket() as sock, suppress(OSError):
            sock.bind(("127.0.0.1", port))
            return port


def identity(user: str | None) -> dict[str, Any]:
    """Arguments of Popen that run a program as `user`."""
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}


@contextmanager
def running(
    command: list[str],
    *,
    ready: Callable[[str], bool],
    log: Path,
    stop: signal.Signals = signal.SIGTERM,
    env: dict[str, str] | None = None,
    user: str | None = None,
) -> Iterator[subprocess.Popen]:
    """Run `command` until the block ends. `ready` is called with the output so far. Raises ServerFailed."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=env, **identity(user)
        )
    try:
        wait_for(process, ready=ready, log=log)
        yield process
    finally:
        end(process, stop)


def wait_for(process: subprocess.Popen, *, ready: Callable[[str], bool], log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while not ready(log.read_text(errors="replace")):
        if process.poll() is not None or time.monotonic() > deadline:
            status = process.returncode
            ended = "did not start in time" if status is None else f"ended with {status}"
            raise ServerFailed(f"{process.args[0]} {ended}:\n{log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.02)


def until(condition: Callable[[], Any], log: Path | None = None) -> Any:
    """Wait for the first true answer and return it; fail, with the log, if there is none for too long."""
    late = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < late, log.read_text() if log else "it did not happen in time"
        time.sleep(0.05)
    return found


def end(process: subprocess.Popen, how: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def scratch(user: str | None = None) -> Iterator[Path]:
    """A temporary folder, owned by `user` if given."""
    folder = Path(tempfile.mkdtemp(prefix="phylo-service-"))
    try:
        if user:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def accepts(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def server_user() -> str | None:
    """The user to run PostgreSQL, which refuses to run as root; None for the current user."""
    if os.geteuid() != 0:
        return None
    return "postgres" if "postgres" in {entry.pw_name for entry in pwd.getpwall()} else "nobody"


@contextmanager
def postgresql(bin_dir: Path, **settings: str) -> Iterator[str]:
    """A new, empty PostgreSQL server, with these settings of its configuration; yields its URL."""
    user = server_user()
    with scratch(user) as folder:
        data, port = folder / "data", free_port()
        initdb = [bin_dir / "initdb", "-D", data, "--auth=trust", "--username=postgres", "--encoding=UTF8"]
        initdb += ["--no-locale", "--no-sync"]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd=folder, **identity(user))
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            # The data need not outlive the tests.
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            **settings,
        }
        command = [str(bin_dir / "postgres"), "-D", str(data), "-p", str(port)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with running(
            command,
            ready=lambda text: "ready to accept connections" in text,
            log=folder / "log",
            stop=signal.SIGINT,
            user=user,
        ):
            server = f"postgresql://postgres@127.0.0.1:{port}"
            create_database(f"{server}/postgres", "phylo")
            yield f"{server}/phylo"


def create_database(maintenance_url: str, name: str) -> None:
    with psycopg.connect(maintenance_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def drop_database(maintenance_url: str, name: str) -> None:
    with psycopg.connect(maintenance_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def redis(program: Path, *options: str) -> Iterator[str]:
    """A new, empty Redis server; yields its URL."""
    with scratch() as folder:
        port = free_port()
        command = [
            str(program),
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(folder),
            *options,
        ]
        with running(command, ready=lambda text: accepts(port), log=folder / "log"):
            yield f"redis://127.0.0.1:{port}"


def celery_worker(
    env: dict[str, str], *, log: Path, queues: str = "celery,thinking"
) -> AbstractContextManager[subprocess.Popen]:
    """A Celery worker process with the environment `env` in addition to this one's, for these queues."""
    command = ["worker", "--pool=solo", "--without-mingle", "--without-gossip"]
    command += ["-Q", queues] if queues else []
    return celery(command, ready=" ready.", env=env, log=log)


def celery_beat(env: dict[str, str], *, log: Path) -> AbstractContextManager[subprocess.Popen]:
    """The process that starts periodic tasks."""
    command = ["beat", "--scheduler=celery.beat:Scheduler"]
    # It wakes only for the next task, and holds nothing that must be saved.
    return celery(command, ready="beat: Starting", env=env, log=log, stop=signal.SIGKILL)


def celery(
    command: list[str],
    *,
    ready: str,
    env: dict[str, str],
    log: Path,
    stop: signal.Signals = signal.SIGTERM,
) -> AbstractContextManager[subprocess.Popen]:
    return running(
        [sys.executable, "-m", "celery", "-A", "phylo", *command],
        ready=lambda text: ready in text,
        log=log,
        stop=stop,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "phylo.settings", "LOG_LEVEL": "INFO", "PHYLO_PLAIN": "1"}
        | env,
    )
