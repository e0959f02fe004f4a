"""
Eyes to the front: everything that pupils of a class could do waits, and their clocks stand still, until the
teacher lets them go on. Their requests are refused by games/classes/allowed_pages.py.
"""

import uuid
from functools import partial

from django.db import transaction

from cards.models import Builder
from games.classes.models import Classroom
from games.classes.services.managing import ClassAction, locked_class
from games.matches import stream
from games.matches.models import Match
from games.matches.services.pauses import go_on, stand_still
from games.matches.services.site_clock import site_time
from games.puzzles.models import PuzzleRun
from games.puzzles.services.runs import move_runs

CLASSES = uuid.UUID("5f1c8f0e-6a0f-4c37-9a52-5d3f6f1a9d21")


def subject_of(classroom_id: int) -> uuid.UUID:
    """What pages of the class watch, to be woken when something concerns them (games/matches/stream.py)."""
    return uuid.uuid5(CLASSES, str(classroom_id))


def tell_class(classroom_id: int) -> None:
    """On commit, wake the open pages of the class."""
    transaction.on_commit(partial(stream.announce, subject_of(classroom_id)), robust=True)


def set_frozen(*, classroom_id: int, builder: Builder, frozen: bool) -> Classroom:
    """Hold up the class or let it go on; doing so twice changes nothing. Raises NotAllowed."""
    now = site_time.now()
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.LEAD)
        if frozen == (classroom.frozen_at is not None):
            return classroom
        since, classroom.frozen_at = classroom.frozen_at, now if frozen else None
        classroom.version += 1
        classroom.save(update_fields=["frozen_at", "version"])
        for match in matches_of(classroom):
            (stand_still if frozen else go_on)(match_id=match)
        if since is not None:
            runs = PuzzleRun.objects.filter(player__guest__pupil__classroom=classroom)
            move_runs(runs, now - since, since=since)
        tell_class(classroom.pk)
    return classroom


def is_paused(collection: int) -> bool:
    """Whether the people of this set are to listen now, so that nothing begins."""
    return Classroom.objects.filter(frozen_at__isnull=False, collection=collection).exists()


def set_free_talk(*, classroom_id: int, builder: Builder, free: bool) -> Classroom:
    """Let pupils write what they like to each other, or only ready phrases. Raises NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.LEAD)
        if classroom.free_talk != free:
            classroom.free_talk = free
            classroom.version += 1
            classroom.save(update_fields=["free_talk", "version"])
    return classroom


def matches_of(classroom: Classroom) -> list[uuid.UUID]:
    """The running matches in which pupils of the class play against a clock, always in the same order."""
    clocked = Match.objects.playing().filter(clock_since__isnull=False)
    found = clocked.filter(seats__player__guest__pupil__classroom=classroom).order_by("pk").distinct()
    return list(found.values_list("pk", flat=True))
