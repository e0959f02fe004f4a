"""
What is wrong with a running site, looked at from its own machine: `manage.py checkup`. Each check tells what
it found in a sentence, for whoever runs the site and need not know how it is built.
"""

import json
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import mail
from django.db import connection
from django.http.request import validate_host
from django.utils import timezone

from phylo.http.redis import reaching_redis
from phylo.jobs import queue
from phylo.jobs.backlog import backlogs
from phylo.jobs.models import StoredTask
from phylo.serving import health
from phylo.slices import Extension

PATIENCE = 10.0  # seconds for an answer
WORKERS_ANSWER = 2.5  # seconds
TRIES = 2
SWEEPS = 6.5  # seconds in which the schedule queues at least one task
CLOCKS_DIFFER = 2.0  # seconds between two machines of one site
CERTIFICATE_ENDS = timedelta(days=14)
BACKUP_IS_OLD = timedelta(hours=26)
TRIAL_IS_OLD = timedelta(days=8)
RESTORED = "restored"
"""A file beside the backups, written when the newest was last restored for a trial."""
LITTLE_SPACE = 0.1
WORK_IS_LATE = 120.0  # seconds
OFTEN = 3
"""Failures after which it is no passing trouble of a mail server."""
LACKS = {
    "database": "the database does not answer",
    "migrations": "the database is older than the program: run `manage.py migrate`",
    "redis": "Redis does not answer: the computer does not move, and mails wait",
    "worker": "the worker has ended: the computer does not move; the log says why. Restart the site",
}


@dataclass(frozen=True)
class Finding:
    subject: str
    well: bool | None
    """None if it was not looked at; `words` say why."""
    words: str


@dataclass(frozen=True)
class Asked:
    """What whoever runs it has said."""

    webs: list[str]
    """The addresses of web processes, as `http://127.0.0.1:8001`."""
    backups: Path | None = None
    """The folder of backups."""
    mail_to: str = ""
    """Whom to send a mail; without it only the server is greeted."""


Check = Callable[[Asked], Iterable[Finding]]
directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the site itself, and no proxy that the environment names."""
CHECKS = Extension[Check]("checkups")
"""What slices look at besides."""


def findings(asked: Asked) -> Iterator[Finding]:
    """Everything, as it is looked at. What a check raises is told as its finding."""
    for check in (names, webs, workers, work, proxy, mails, clock, space, backups, *CHECKS):
        try:
            yield from check(asked)
        # Whatever it is, the others are looked at.
        except Exception as error:
            yield Finding(check.__name__.capitalize(), False, f"could not be looked at: {reason(error)}")


def names(asked: Asked) -> Iterator[Finding]:
    """What must be set for a site that others use."""
    host = urlsplit(settings.SITE_URL).hostname
    if not settings.SITE_URL_KNOWN:
        yield Finding("Settings", False, "SITE_URL is not set: links in mails go to this machine alone")
    elif not validate_host(host or "", settings.ALLOWED_HOSTS):
        yield Finding("Settings", False, f"ALLOWED_HOSTS lacks {host}: every page there is refused")
    elif settings.SITE_URL.startswith("https:") and not settings.HTTPS:
        yield Finding("Settings", False, "HTTPS is not set: cookies would be sent without TLS too")
    elif settings.HTTPS and not settings.TRUSTED_PROXIES:
        words = "TRUSTED_PROXIES is not set: behind a proxy all visitors share one limit"
        yield Finding("Settings", False, words)
    elif settings.DEBUG:
        yield Finding("Settings", False, "DEBUG is on: faults show the site's inside to everybody")
    else:
        yield Finding("Settings", True, f"the site is {settings.SITE_URL}")


def webs(asked: Asked) -> Iterator[Finding]:
    for url in asked.webs:
        try:
            lacks = json.loads(fetched(f"{url}/readyz"))["missing"]
        except urllib.error.HTTPError as error:
            lacks = json.loads(error.read())["missing"] if error.code == 503 else [str(error)]
        except OSError as error:
            yield Finding("Web process", False, f"{url} does not answer: {reason(error)}")
            continue
        words = "; ".join(LACKS.get(each, each) for each in lacks) or f"{url} is ready"
        yield Finding("Web process", not lacks, words)


def workers(asked: Asked) -> Iterator[Finding]:
    """With Redis: who takes tasks and who thinks, and whether the schedule queues any."""
    if settings.EMBEDDED:
        return
    if lacks := health.redis_lacks():
        yield Finding("Workers", None, f"not looked at, since {LACKS[lacks[0]]}")
        return
    with reaching_redis():
        queues = [each for _time in range(TRIES) for worker in answers("active_queues") for each in worker]
        takes = {each["name"] for each in queues}
        for name, does in ((queue.USUAL, "sends mails and runs clocks"), (queue.THINKING, "plays turns")):
            if name in takes:
                yield Finding("Workers", True, f"one {does}")
            else:
                # One that has much to do answers later.
                yield Finding("Workers", False if queue.length(name) else None, f"none answers that {does}")
        before = swept()
        time.sleep(SWEEPS)
        after = swept()
        both = before.keys() & after.keys()
        well = any(after[worker] > before[worker] for worker in both)
        words = "queues what is regular" if well else "queues nothing: start `celery beat`, once"
        yield Finding("Schedule", well, words) if both else Finding("Schedule", None, "no worker answers")


def answers(command: str) -> list[Any]:
    """Of all workers that have no task just now. Several may have the same name, as on one machine."""
    from phylo.celery import app

    told = app.control.broadcast(command, reply=True, timeout=WORKERS_ANSWER)
    return [answer for each in told for answer in each.values()]


def swept() -> dict[int, int]:
    """How many searches for lost work each worker has done, by its process."""
    return {each["pid"]: each["total"].get("jobs.sweep", 0) for each in answers("stats")}


def work(asked: Asked) -> Iterator[Finding]:
    """Whether work is done that is there to do, and what has failed again and again."""
    late = {name: each for name, each in backlogs().items() if each.waiting and each.oldest > WORK_IS_LATE}
    for name, each in late.items():
        words = f"{each.waiting} {name} wait, the oldest for {round(each.oldest / 60)} minutes"
        yield Finding("Work", False, words)
    failed = StoredTask.objects.filter(attempts__gte=OFTEN)
    if number := failed.count():
        words = f"{number} tasks, such as mails, have failed {OFTEN} times; the log of the worker says why"
        yield Finding("Work", False, words)
    if not late and not number:
        yield Finding("Work", True, "nothing waits longer than usual")


def proxy(asked: Asked) -> Iterator[Finding]:
    """The site as visitors reach it."""
    site = urlsplit(settings.SITE_URL)
    try:
        fetched(f"{settings.SITE_URL}/healthz")
        yield Finding("Proxy", True, f"{settings.SITE_URL} answers")
    except urllib.error.HTTPError as error:
        yield Finding("Proxy", False, f"{settings.SITE_URL}/healthz answers {error.code} {error.reason}")
    except OSError as error:
        yield Finding("Proxy", False, f"{settings.SITE_URL} does not answer: {reason(error)}")
        return
    if site.scheme == "https":
        yield certificate(site.hostname or "", site.port or 443)
        yield plain_http(site.hostname or "")


def certificate(host: str, port: int) -> Finding:
    context = ssl.create_default_context()
    try:
        with (
            socket.create_connection((host, port), PATIENCE) as raw,
            context.wrap_socket(raw, server_hostname=host) as secure,
        ):
            ends = ssl.cert_time_to_seconds(str((secure.getpeercert() or {})["notAfter"]))
    except ssl.SSLCertVerificationError as error:
        return Finding("Certificate", False, f"browsers refuse it: {error.verify_message}")
    left = timedelta(seconds=ends - time.time())
    return Finding("Certificate", left > CERTIFICATE_ENDS, f"valid for {left.days} days more")


def plain_http(host: str) -> Finding:
    try:
        with directly.open(f"http://{host}/", timeout=PATIENCE) as answer:
            well = answer.url.startswith("https:")
    except urllib.error.HTTPError as error:
        well = error.url.startswith("https:")
    except OSError:
        return Finding("Plain HTTP", True, "is not answered")
    return Finding("Plain HTTP", well, "leads to HTTPS" if well else "shows pages without TLS")


def mails(asked: Asked) -> Iterator[Finding]:
    """Greets and signs in at the mail server; sends a mail if asked to."""
    if not settings.EMAIL_HOST or "smtp" not in settings.EMAIL_BACKEND:
        yield Finding("Mail", None, "EMAIL_URL names no server: mails are not sent, but become files")
        return
    try:
        sender = mail.get_connection()
        sender.open()
        sender.close()
        if asked.mail_to:
            words = f"This mail was sent by {settings.SITE_URL} to see whether mails arrive.\n"
            mail.send_mail(f"Mail from {settings.SITE_URL}", words, None, [asked.mail_to])
    except (SMTPException, OSError) as error:
        yield Finding("Mail", False, f"{settings.EMAIL_HOST} refuses: {reason(error)}")
        return
    sent = f"took a mail to {asked.mail_to}; see whether it arrives" if asked.mail_to else "lets the site in"
    yield Finding("Mail", True, f"{settings.EMAIL_HOST} {sent}")


def clock(asked: Asked) -> Iterator[Finding]:
    """Whether the clock is set by the network, and agrees with the database's."""
    if shutil.which("timedatectl"):
        command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        if told.stdout.strip() == "no":
            yield Finding("Clock", False, "is not set by the network: install systemd-timesyncd or chrony")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            differs = abs((timezone.now() - cursor.fetchone()[0]).total_seconds())
        well = differs < CLOCKS_DIFFER
        words = "agrees with the database's" if well else f"is {differs:.0f} s from the database's"
        yield Finding("Clock", well, words)


def space(asked: Asked) -> Iterator[Finding]:
    folders = {"data": settings.VAR_DIR, "backups": asked.backups}
    for name, folder in folders.items():
        if folder is None or not Path(folder).exists():
            continue
        usage = shutil.disk_usage(folder)
        words = f"{usage.free / 1e9:.1f} GB are free for {name}, of {usage.total / 1e9:.1f}"
        yield Finding("Disk", usage.free > LITTLE_SPACE * usage.total, words)


def backups(asked: Asked) -> Iterator[Finding]:
    if asked.backups is None:
        yield Finding("Backups", None, "not looked at: --backups names their folder")
        return
    newest = max(asked.backups.glob("*.backup"), key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        yield Finding("Backups", False, f"there is none in {asked.backups}")
        return
    for path, most, done in (
        (newest, BACKUP_IS_OLD, "the newest was made"),
        (asked.backups / RESTORED, TRIAL_IS_OLD, "one was last restored for a trial"),
    ):
        if not path.exists():
            yield Finding("Backups", False, "none has ever been restored for a trial")
            continue
        age = timedelta(seconds=max(0.0, time.time() - path.stat().st_mtime))
        yield Finding("Backups", age < most, f"{done} {age // timedelta(hours=1)} hours ago")


def fetched(url: str) -> bytes:
    """Raises OSError, also for an answer that is an error."""
    with directly.open(url, timeout=PATIENCE) as answer:
        content: bytes = answer.read()
    return content


def reason(error: Exception) -> str:
    """In one line."""
    told = error.reason if isinstance(error, urllib.error.URLError) else error
    return " ".join(str(told).split()) or type(error).__name__
