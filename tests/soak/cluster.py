"""
A site of several processes on PostgreSQL and Redis, and browsers for it. Whoever uses it is a process of its
own, with Django on the database of the site: `standing` comes before any import of a model.
"""

import contextlib
import http.client
import json
import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tests.services import processes
from tests.services.site import Site

CSRF = "a" * 32
PATIENCE = 300.0  # seconds for an answer, on a machine that has much else to do

BUSY = 503
TRIES, SOON = 20, 12  # times that a busy site is asked, and seconds to which it may put off


@dataclass
class Cluster:
    folder: Path
    env: dict[str, str]
    sites: list[Site] = field(default_factory=list)

    @property
    def ports(self) -> list[int]:
        return [site.port for site in self.sites]

    @property
    def logs(self) -> list[Path]:
        return sorted(self.folder.rglob("*.log"))


@contextlib.contextmanager
def standing(*, webs: int = 2, worker: bool = True, **more: str) -> Iterator[Cluster]:
    """
    On a database of its own beside DATABASE_URL, and on REDIS_URL. `more` goes into the environment of every
    process.
    """
    # Ends through the `with` blocks, which stop the processes.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    maintenance = urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres").geturl()
    name = f"soak_{uuid4().hex}"
    processes.create_database(maintenance, name)
    try:
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="phylo-soak-")))
            database = urlsplit(maintenance)._replace(path=f"/{name}").geturl()
            env = environment(folder, database, os.environ["REDIS_URL"]) | more
            cluster = Cluster(folder, env)
            for number in range(webs):
                site = Site(folder / f"web{number}", env=env)
                cluster.sites.append(stack.enter_context(site))
            if worker:
                stack.enter_context(processes.celery_worker(env, log=folder / "worker.log"))
                stack.enter_context(processes.celery_beat(env, log=folder / "beat.log"))
            with_django(env)
            yield cluster
    finally:
        close_connections()
        processes.drop_database(maintenance, name)


def environment(folder: Path, database: str, redis: str) -> dict[str, str]:
    return {
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "SECRET_KEY": secrets.token_hex(),
        "PHYLO_DATA": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "phylo.settings",
    }


def with_django(env: dict[str, str]) -> None:
    """Django in this process, on the site's database."""
    os.environ.update(env | {"LOG_LEVEL": "WARNING"})
    import django

    django.setup()


def close_connections() -> None:
    from django.apps import apps
    from django.db import connection

    if apps.ready:
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()


class Browser:
    """Of one person: keeps a connection to one web process and sends the cookies of a session."""

    def __init__(self, port: int, session: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.asked = time.monotonic()
        self.cookies = f"csrftoken={CSRF}" + (f"; sessionid={session}" if session else "")
        self.headers = {"Cookie": self.cookies, "X-CSRFToken": CSRF}

    def ask(self, path: str, body: Any = None, *, method: str = "POST", **headers: str) -> tuple[int, str]:
        """
        Status and text of the answer. A body becomes JSON, sent by `method`. A site that is busy is asked
        again, as pages do. Raises OSError.
        """
        for _time in range(TRIES):
            status, text, again = self.ask_once(path, body, method=method, **headers)
            if status != BUSY or not 0 < again <= SOON:
                break
            time.sleep(again)
        return status, text

    def ask_once(
        self, path: str, body: Any = None, *, method: str = "POST", **headers: str
    ) -> tuple[int, str, int]:
        """Also the seconds until it may be asked again, 0 where it does not say."""
        # The site hangs up on who says nothing for five seconds.
        if time.monotonic() - self.asked > 3:
            self.connection.close()
        self.asked = time.monotonic()
        sent = None if body is None else json.dumps(body).encode()
        given = self.headers | headers | ({"Content-Type": "application/json"} if sent else {})
        try:
            self.connection.request(method if sent else "GET", path, sent, given)
            answer = self.connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", ()):
                if cookie.startswith("written="):
                    self.headers["Cookie"] = f"{self.cookies}; {cookie.partition(';')[0]}"
            again = int(answer.headers.get("Retry-After", 0))
            return answer.status, answer.read().decode(errors="replace"), again
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise OSError(str(error)) from error

    def listen(self, path: str, **headers: str) -> http.client.HTTPResponse:
        """An answer that goes on."""
        self.connection.request("GET", path, headers=self.headers | headers)
        return self.connection.getresponse()

    def close(self) -> None:
        self.connection.close()


def session_of(player: Any) -> str:
    """The cookie of a guest who has played before, or of a player who has signed in."""
    from django.conf import settings

    from tests.factories import client_of

    client = client_of(player)
    if player.user is not None:
        client.force_login(player.user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return client.cookies[settings.SESSION_COOKIE_NAME].value
