"""The status page: whether the site works, in plain words for everybody, whatever else is broken."""

import math
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from phylo.jobs.backlog import Backlog
from phylo.serving.condition import Condition, condition

TURNS_ARE_LATE = 30
"""Seconds. The sweep finds a lost turn within ten."""
TASKS_ARE_LATE = 120
"""Seconds. A mail that could not be sent twice is tried again after 70."""


class Fact(NamedTuple):
    """A sentence, and whether what it is about works; None where that is not known."""

    works: bool | None
    words: str


@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """Never an error: what does not answer is told."""
    now = condition()
    facts = [moves(now), computer(now), mails(now), *copies(now)]
    # Without the request: who is signed in would be looked up in a database that may be gone.
    return render(
        None,
        "site/status.html",
        {
            "well": all(fact.works for fact in facts),
            "facts": facts,
            "oldest": longest_wait(now),
            "looked": timezone.now(),
            "version": settings.VERSION,
        },
    )


def moves(now: Condition) -> Fact:
    if now.missing & {"database", "migrations"}:
        return Fact(False, _("Moves cannot be stored at the moment. Those made so far are kept."))
    return Fact(True, _("Moves are taken and stored."))


def computer(now: Condition) -> Fact:
    turns = now.backlogs.get("turns", Backlog(0, 0))
    if now.missing & {"redis", "worker"} or turns.oldest > TURNS_ARE_LATE:
        words = _("The computer does not answer at the moment. It makes its move later; people can go on.")
        return Fact(False, words)
    if not now.backlogs:
        return Fact(None, _("Whether the computer answers is not known at the moment."))
    if turns.waiting:
        return Fact(True, _("The computer answers."))
    return Fact(True, _("No match waits for the computer."))


def mails(now: Condition) -> Fact:
    if not now.backlogs:
        return Fact(None, _("Whether mails are leaving is not known at the moment."))
    if now.backlogs["tasks"].oldest > TASKS_ARE_LATE:
        return Fact(False, _("Mails are late. None is lost: each is tried again until it has left."))
    return Fact(True, _("Mails are leaving."))


def copies(now: Condition) -> list[Fact]:
    """Nothing for a site without replicas. Without one of them everything works, only slower."""
    if not now.lags:
        return []
    if any(map(math.isinf, now.lags.values())):
        return [Fact(True, _("Pages may be slower: a copy of the database is not up to date."))]
    return [Fact(True, _("All copies of the database are up to date."))]


def longest_wait(now: Condition) -> str:
    """How old the oldest work is that waits; empty if that is not known."""
    if not now.backlogs:
        return ""
    seconds = round(max(backlog.oldest for backlog in now.backlogs.values()))
    if not any(backlog.waiting for backlog in now.backlogs.values()):
        return _("No work is waiting.")
    if seconds < 60:
        age = ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    else:
        age = timesince(timezone.now() - timedelta(seconds=seconds))
    return _("The oldest work that waits is %(age)s old.") % {"age": age}
