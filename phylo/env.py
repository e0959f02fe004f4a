"""
Settings read from environment variables. An invalid value is refused with a one-line message. django-environ
takes any unknown word for "no", and would so serve a site with HTTPS=ture without secure cookies.
"""

import fcntl
import ipaddress
import logging
import os
import re
import secrets
import stat
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from engine.deprecation import Ending

logger = logging.getLogger(__name__)

OTHERS = stat.S_IRWXG | stat.S_IRWXO
TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}
POSTGRESQL = {"postgres", "postgresql"}


def flag(name: str, *, default: bool = False) -> bool:
    """Read a yes/no variable. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE | FALSE:
        return value.lower() in TRUE
    raise ImproperlyConfigured(f"{name}={value!r} is neither yes nor no")


def integer(name: str, *, default: int, least: int = 0, most: int = 10**6) -> int:
    """Read a whole number. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name) or str(default)
    if not value.isdecimal() or len(value) > 7 or not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number from {least} to {most}")
    return int(value)


def renamed(former: str, name: str, ending: Ending) -> None:
    """The variable `name` has what the one was given that was called `former` before."""
    if former in os.environ:
        logger.warning(ending.told_of(former))
        os.environ.setdefault(name, os.environ[former])


def choice(name: str, among: Collection[str], *, default: str) -> str:
    """Read one of a few words, whatever its case. Raises ImproperlyConfigured for any other."""
    value = os.environ.get(name) or default
    for word in among:
        if word.casefold() == value.casefold():
            return word
    raise ImproperlyConfigured(f"{name}={value!r} is none of {', '.join(among)}")


def words(name: str, *, default: str = "") -> list[str]:
    """Read a comma-separated list."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def time_zone(name: str, *, default: str) -> str:
    """Read a time zone by its name, as Europe/Berlin. Raises ImproperlyConfigured for any other text."""
    value = os.environ.get(name) or default
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError) as error:
        raise ImproperlyConfigured(f"{name}={value!r} is no time zone such as Europe/Berlin") from error
    return value


def networks(name: str) -> list[str]:
    """Read a list of addresses and networks. Raises ImproperlyConfigured for anything else."""
    found = words(name)
    for word in found:
        try:
            ipaddress.ip_network(word)
        except ValueError as error:
            raise ImproperlyConfigured(f"{name}: {word!r} is neither an address nor a network") from error
    return found


def address(name: str, *, default: str = "") -> SplitResult:
    """Read a URL. Raises ImproperlyConfigured, without quoting the URL: it may hold a password."""
    return _parsed(name, os.environ.get(name) or default)


def _parsed(name: str, text: str) -> SplitResult:
    try:
        url = urlsplit(text)
        _ = url.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no address: its host or port cannot be read") from error
    return url


def contact(name: str) -> str:
    """A `mailto:` or `https:` URL, from one or from a bare e-mail address; empty if there is none."""
    value = os.environ.get(name) or ""
    if re.fullmatch(r"[^\s:/@]+@[^\s:/@]+", value):
        return f"mailto:{value}"
    if value and not re.fullmatch(r"(mailto:|https://)\S+", value):
        raise ImproperlyConfigured(f"{name}={value!r} is neither an e-mail address nor an https:// address")
    return value


def listening(name: str) -> tuple[str, int] | None:
    """Read `host:port`, an IPv6 host in brackets. Raises ImproperlyConfigured for anything else."""
    if not os.environ.get(name):
        return None
    host, _colon, port = os.environ[name].rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    try:
        ipaddress.ip_address(host)
        if port.isdecimal() and 0 < int(port) < 2**16:
            return host, int(port)
    except ValueError:
        pass
    raise ImproperlyConfigured(f"{name} must be an address and a port, like 127.0.0.1:9100")


def origin(name: str) -> str:
    """Scheme and host of a URL that has nothing else; empty if there is none."""
    url = address(name)
    if url.geturl() and not (url.scheme in {"http", "https"} and url.hostname and not any(url[2:])):
        raise ImproperlyConfigured(f"{name} must be like https://cdn.example, without a path")
    return url.geturl()


def redis(name: str) -> str | None:
    """The URL of a Redis server. Raises ImproperlyConfigured for any other URL."""
    url = address(name)
    if url.scheme not in {"", "redis", "rediss"} or (os.environ.get(name) and not url.hostname):
        raise ImproperlyConfigured(f"{name} must be like redis://host:port/0")
    return os.environ.get(name) or None


def database(name: str, *, sqlite: Path) -> dict[str, object]:
    """
    An entry of DATABASES from a URL: `postgresql://user:password@host:port/name?option=value` or
    `sqlite:///path`; by default the file `sqlite`. Raises ImproperlyConfigured for any other URL.
    """
    url = address(name, default=f"sqlite:///{sqlite}")
    if url.scheme == "sqlite" and url.path[1:]:
        return sqlite_database(Path(unquote(url.path[1:])))
    if url.scheme in POSTGRESQL:
        return _postgresql(url)
    raise ImproperlyConfigured(f"{name} must be like postgresql://user:password@host/name or sqlite:///file")


def replicas(name: str, *, primary: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """
    Entries of DATABASES by alias, from the URLs of standbys of `primary`, separated by commas. Raises
    ImproperlyConfigured for any other URL, and if `primary` is not PostgreSQL.
    """
    urls = [_parsed(name, word) for word in words(name)]
    if not urls:
        return {}
    if primary["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"{name} needs PostgreSQL in DATABASE_URL: SQLite has no replicas")
    if any(url.scheme not in POSTGRESQL for url in urls):
        raise ImproperlyConfigured(f"{name} must be like postgresql://user:password@host/name, or several")
    # Imported here because a site on SQLite does not need the driver.
    from phylo.replicas.connection import TIMEOUT, TimedConnection

    # The primary answers for one that cannot be reached.
    waiting = {"timeout": TIMEOUT, "connection_class": TimedConnection}
    found = {f"replica{number}": _postgresql(url) for number, url in enumerate(urls, 1)}
    for entry in found.values():
        entry["OPTIONS"]["pool"] |= waiting
        entry["OPTIONS"]["connect_timeout"] = TIMEOUT
        entry["TEST"] = {"MIRROR": "default"}
    return found


def _postgresql(url: SplitResult) -> dict[str, Any]:
    # Imported here because a site on SQLite does not need the driver.
    from phylo.http.postgresql import TimedConnection
    from phylo.http.storage import LONGEST

    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path[1:]),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": url.hostname or "",
        "PORT": str(url.port or ""),
        # After a restart of the server the pool must not hand out dead connections.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": dict(parse_qsl(url.query))
        | {
            "pool": {
                "min_size": 1,
                "max_size": integer("DATABASE_POOL", default=10, least=1),
                # Then a request is answered with 503.
                "timeout": LONGEST,
                "connection_class": TimedConnection,
                # Seconds after which who needs a connection has a new one tried at once. The pool doubles its
                # pauses until then: after an outage of 8 seconds it would stay away for 7 more.
                "reconnect_timeout": 3,
            }
        },
    }


@dataclass(frozen=True)
class Mail:
    """How the site sends mail. Without `host`, mail goes to a folder or to the console."""

    backend: str
    folder: str | None = None
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def mail(name: str, *, folder: Path) -> Mail:
    """
    Mail settings from a URL: `smtp://user:password@host:port` (STARTTLS on port 587 or with `?starttls=1`),
    `smtps://…` (TLS from the start, port 465), `file:///folder` or `console:`; by default files in `folder`.
    Raises ImproperlyConfigured for any other URL.
    """
    url = address(name, default=f"file://{folder}")
    backends = "django.core.mail.backends"
    if url.scheme == "console":
        return Mail(f"{backends}.console.EmailBackend")
    if url.scheme == "file":
        path = Path(unquote(url.path))
        # Private: mails hold links that give access to accounts.
        _make(path)
        return Mail(f"{backends}.filebased.EmailBackend", folder=str(path))
    if url.scheme in {"smtp", "smtps"} and url.hostname:
        tls = url.scheme == "smtps"
        port = url.port or (465 if tls else 25)
        return Mail(
            f"{backends}.smtp.EmailBackend",
            host=url.hostname,
            port=port,
            user=unquote(url.username or ""),
            password=unquote(url.password or ""),
            starttls=not tls and dict(parse_qsl(url.query)).get("starttls", str(int(port == 587))) in TRUE,
            tls=tls,
        )
    raise ImproperlyConfigured(
        f"{name} must be like smtp://user:password@host:port, file:///folder or console:"
    )


def sqlite_database(path: Path) -> dict[str, object]:
    """SQLite for one machine.

    What was answered survives a power cut (FULL): with a write-ahead log, NORMAL would not wait for the disk.

    A transaction that began by reading cannot wait for the write lock, but fails at once; so every
    transaction takes the lock when it begins (IMMEDIATE).

    Each thread keeps its connection: opening one takes 2.4 ms of a core, as SQLite reads the whole schema,
    and the last to be closed writes the whole log into the file. Each caches 512 KB of pages, as two dozen
    threads with 2 MB each would need too much; the system caches the file as well.
    """
    return {
        "ENGINE": "phylo.sqlite",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-512",
        },
        # A file, so that threads and processes of a test share it.
        "TEST": {"NAME": path.with_name(f"test-{path.name}")},
    }


def secret_key(name: str, *, kept_in: Path) -> str:
    """The key from the environment, or one generated at the first start and kept in a private file."""
    if key := os.environ.get(name):
        return key
    _make(kept_in.parent)
    try:
        opened = os.open(kept_in, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ImproperlyConfigured(f"{kept_in} cannot be written: {error.strerror}") from error
    # Locked, so that when two processes start together, one writes the key and the other reads it.
    with os.fdopen(opened, "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        key = file.read()
        if not key:
            key = secrets.token_urlsafe(50)
            file.write(key)
    return key


def private_folder(name: str, *, default: Path) -> Path:
    """
    A folder that only its owner can enter, made if it is missing and closed if it is open. Raises
    ImproperlyConfigured if that cannot be done.
    """
    folder = Path(os.environ.get(name) or default).absolute()
    _make(folder)
    mode = folder.stat().st_mode
    if mode & stat.S_ISVTX:
        raise ImproperlyConfigured(f"{name}={str(folder)!r} is for everybody: the site needs one of its own")
    if mode & OTHERS:
        try:
            folder.chmod(0o700)
        except OSError as error:
            raise ImproperlyConfigured(f"{folder} is open to others: {error.strerror}") from error
        if folder.stat().st_mode & OTHERS:
            # On a Windows drive, say.
            logger.warning("%s is open to others, and its file system cannot close it.", folder)
    return folder


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{folder} cannot be made: {error.strerror}") from error
