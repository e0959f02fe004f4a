"""A site of several processes each of which can be killed and started again."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.services import processes, programs
from tests.services.site import Site, webs_of
from tests.soak.cluster import close_connections, environment, with_django

# As in compose.yaml.
REDIS = ("--save", "", "--maxmemory", "256mb", "--maxmemory-policy", "noeviction")


class Server:
    """
    A process that can be killed with all its children and started again on the same data and `port`, None
    for one that listens to nobody.
    """

    def __init__(self, name: str, command: list[str], *, folder: Path, port: int | None, **how: Any) -> None:
        self.name, self.command, self.port, self.how = name, command, port, how
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                cwd=programs.ROOT,
                **self.how,
            )

    def kill(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            wait_for_group(self.process.pid)

    def stop(self) -> None:
        """As PostgreSQL is stopped in order: it ends its connections and writes everything down."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()

    @property
    def answers(self) -> bool:
        return self.port is None or processes.accepts(self.port)

    def wait(self) -> None:
        """Until a web process answers; it accepts before. Raises ServerFailed."""
        assert self.process is not None
        processes.wait_for(self.process, ready=lambda text: "Phylo is ready" in text, log=self.log)


class Worker(Server):
    """A worker of Celery. It answers when it takes tasks, and not while it has one."""

    @property
    def answers(self) -> bool:
        from kombu.exceptions import OperationalError

        from phylo.celery import app

        with contextlib.suppress(OperationalError):
            return bool(app.control.ping([node(self.name)], timeout=1))
        return False


def node(name: str) -> str:
    return f"{name}@phylo"


def wait_for_group(group: int) -> None:
    """PostgreSQL does not start again while one of its processes still holds the shared memory."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.01)


def postgresql(folder: Path, user: str | None, port: int, *, fsync: bool = False) -> Server:
    """
    One that keeps what it has confirmed when it is killed; without `fsync` only a machine that dies might
    lose it.
    """
    bin_dir = programs.postgresql()
    data = folder / "data"
    initdb = [bin_dir / "initdb", "-D", data, "--auth=trust", "--username=postgres", "--encoding=UTF8"]
    subprocess.run(
        [*initdb, "--no-locale", "--no-sync"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **processes.identity(user),
    )
    command = [str(bin_dir / "postgres"), "-D", str(data), "-p", str(port)]
    for option in ("listen_addresses=127.0.0.1", "unix_socket_directories=", f"fsync={fsync:d}"):
        command += ["-c", option]
    return Server("postgresql", command, folder=folder, port=port, **processes.identity(user))


def standby(folder: Path, user: str | None, port: int, *, of: int) -> Server:
    """A copy of the server that listens on `of`, which it follows."""
    bin_dir = programs.postgresql()
    data = folder / "standby"
    copy = [bin_dir / "pg_basebackup", "-D", data, "-h", "127.0.0.1", "-p", str(of), "-U", "postgres"]
    subprocess.run(
        [*copy, "--checkpoint=fast", "--write-recovery-conf", "--no-sync"],
        check=True,
        cwd=folder,
        **processes.identity(user),
    )
    command = [str(bin_dir / "postgres"), "-D", str(data), "-p", str(port)]
    # It asks again soon when the primary was away.
    for option in (
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "wal_retrieve_retry_interval=200",
    ):
        command += ["-c", option]
    return Server("standby", command, folder=folder, port=port, **processes.identity(user))


def celery(name: str, env: dict[str, str], folder: Path, *options: str, before: Sequence[str] = ()) -> Server:
    """`before`: what comes before the command, such as `nice`."""
    command = [*before, sys.executable, "-m", "celery", "-A", "phylo", *options]
    kind = Worker if "worker" in options else Server
    return kind(name, command, folder=folder, port=None, env=os.environ | env)


def workers(env: dict[str, str], folder: Path, *, deployed: bool) -> list[Server]:
    """One that does everything; as compose.yaml starts them if `deployed`, two others think."""

    def worker(name: str, *options: str, before: Sequence[str] = ()) -> Server:
        alone = ("--pool=solo", "--without-mingle", "--without-gossip", "--hostname", node(name))
        return celery(name, env, folder, "worker", *alone, *options, before=before)

    if not deployed:
        return [worker("worker", "-Q", "celery,thinking")]
    return [worker("worker")] + [
        worker(f"thinker{number}", "-Q", "thinking", before=("nice",)) for number in range(2)
    ]


@dataclass
class Standing:
    """The ports of two web processes, and everything that may be killed."""

    ports: list[int]
    servers: list[Server]
    folder: Path
    env: dict[str, str]
    """Of every process of the site."""
    beat: Server
    standby: Server | None = None
    """Not among the servers that may be killed."""

    @property
    def logs(self) -> list[Path]:
        return sorted(self.folder.rglob("*.log"))


@contextlib.contextmanager
def standing(
    *, replica: bool = False, deployed: bool = False, like: Path | None = None, **more: str
) -> Iterator[Standing]:
    """
    With a `replica`, a standby follows PostgreSQL and is read. If `deployed`, it has the settings and the
    workers of compose.yaml; else PostgreSQL is quicker, and one worker does everything. The site begins with
    the files of the folder `like`, if any, as static ones. `more` goes into the environment of every process
    of the site.
    """
    # Ends through the `with` blocks, which stop the processes.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    user = processes.server_user()
    with (
        processes.scratch(user) as data,
        tempfile.TemporaryDirectory(prefix="phylo-kills-", ignore_cleanup_errors=True) as place,
    ):
        folder = Path(place)
        port, redis_port = processes.free_port(), processes.free_port()
        database = postgresql(data, user, port, fsync=deployed)
        redis = Server(
            "redis",
            [str(programs.redis()), "--port", str(redis_port), "--bind", "127.0.0.1", *REDIS],
            folder=folder,
            port=redis_port,
        )
        started = [database, redis]
        try:
            for each in started:
                each.start()
            url = f"postgresql://postgres@127.0.0.1:{port}"
            until(lambda: made(url))
            env = environment(folder, f"{url}/phylo", f"redis://127.0.0.1:{redis_port}") | more
            if replica:
                copy = standby(data, user, processes.free_port(), of=port)
                copy.start()
                started.append(copy)
                env["DATABASE_REPLICA_URL"] = f"postgresql://postgres@127.0.0.1:{copy.port}/phylo"
            if like:
                shutil.copytree(
                    like, folder / "var", ignore=shutil.ignore_patterns("secret-key", "*.sqlite3")
                )
            webs: list[Server] = []
            # The first one brings the database up to date. Each takes its port when it starts, not sooner.
            for number in range(2):
                webs.append(web(folder, number, env))
                webs[-1].start()
                started.append(webs[-1])
                webs[0].wait()
            working = workers(env, folder, deployed=deployed)
            beat = celery("beat", env, folder, "beat", "--scheduler=celery.beat:Scheduler")
            for each in (*working, beat):
                each.start()
                started.append(each)
            with_django(env)
            webs[1].wait()
            servers = [*webs, *working, redis, database]
            ports = [each.port for each in webs if each.port]
            yield Standing(ports, servers, folder, env, beat, copy if replica else None)
        finally:
            close_connections()
            for each in reversed(started):
                each.kill()


class Second(Server):
    """The other web process of a main one, which starts it again."""

    def __init__(self, main: Server) -> None:
        super().__init__("second", [], folder=main.log.parent, port=main.port)
        self.main = main

    def start(self) -> None:
        pass

    def kill(self) -> None:
        assert self.main.process is not None
        for pid in webs_of(self.main.process.pid)[1:]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def standing_on_sqlite() -> Iterator[Standing]:
    """With two web processes and nothing else."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="phylo-kills-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        env = environment(folder, "", "")
        main = web(folder, 0, env | {"WEB_PROCESSES": "2"})
        try:
            main.start()
            main.wait()
            with_django(env)
            yield Standing([main.port] if main.port else [], [main, Second(main)], folder)
        finally:
            close_connections()
            main.kill()


def web(folder: Path, number: int, env: dict[str, str]) -> Server:
    site = Site(folder / f"web{number}", env=env)
    command = [sys.executable, "manage.py", "serve"]
    return Server(f"web{number}", command, folder=folder, port=site.port, env=site.env)


def made(url: str) -> bool:
    try:
        processes.create_database(f"{url}/postgres", "phylo")
    except processes.psycopg.OperationalError:
        return False
    return True


def until(ready: Any) -> None:
    end = time.monotonic() + processes.START_TIMEOUT
    while not ready():
        if time.monotonic() > end:
            raise processes.ServerFailed("it did not start in time")
        time.sleep(0.1)
