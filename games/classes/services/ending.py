"""
Ending a class, so that nothing personal remains: its pupils are deleted one by one, each in a transaction, by
a job that goes on where it was if its worker is killed. Cards that teachers had let in stay in the set, of no
author: they are the class's.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from cards.models import Builder
from cards.sets.models import Collection, SetCard
from cards.sets.services.sets import lock_set
from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services.managing import (
    ClassAction,
    forget_archives,
    forget_old_archives,
    locked_class,
)
from games.lobby.models import OpenTable
from games.matches.models import Match, Seat
from games.tournaments.models import Entry, Tournament
from phylo.accounts.guests import erase_guest
from phylo.accounts.models import User
from phylo.jobs.runner import Columns, Piece, Runner


def end(*, classroom_id: int, builder: Builder) -> ClassWork:
    """Begin to end the class; nobody comes in any more. Raises NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.END)
        return _begin(classroom, builder.user)


def end_those_over() -> int:
    """Begin to end the classes whose day has come, and those whose ending broke off. Returns how many."""
    today = timezone.localdate()
    ended = 0
    forget_old_archives()
    over = Classroom.objects.filter(ends_on__lte=today) | Classroom.objects.filter(ending_at__isnull=False)
    for number in list(over.values_list("collection_id", flat=True)):
        with transaction.atomic():
            lock_set(number)
            classroom = Classroom.objects.filter(collection=number).first()
            working = ClassWork.objects.working().filter(collection=number, kind=ClassWork.Kind.END)
            if classroom is not None and not working.exists():
                _begin(classroom, None)
                ended += 1
    return ended


def release(*, user: User) -> None:
    """
    The account is about to be deleted: end the classes of those of its sets that are deleted with it, because
    no editor takes them over.
    """
    for collection in Collection.objects.filter(owner=user, classroom__isnull=False).order_by("pk"):
        if collection.people.filter(editor=True).exists():
            continue
        with transaction.atomic():
            lock_set(collection.pk)
            for guest in Pupil.objects.filter(classroom__collection=collection).values_list(
                "guest", flat=True
            ):
                _erase(guest)
            _close(collection.pk)


def _begin(classroom: Classroom, user: User | None) -> ClassWork:
    classroom.code = classroom.code_until = None
    classroom.ending_at = classroom.ending_at or timezone.now()
    classroom.save(update_fields=["code", "code_until", "ending_at"])
    forget_archives(classroom.collection_id)
    work = ClassWork.objects.create(
        collection_id=classroom.collection_id,
        user=user,
        kind=ClassWork.Kind.END,
        total=classroom.pupils.count() + 1,
    )
    ENDINGS.begin_on_commit()
    return work


class EndRunner(Runner[ClassWork]):
    """A step deletes one pupil, the last one the class."""

    name = "class-end"

    def working(self) -> QuerySet[ClassWork]:
        return super().working().filter(kind=ClassWork.Kind.END)

    def take(self, job: ClassWork, piece: Piece) -> Columns:
        while True:
            with transaction.atomic():
                lock_set(job.collection_id)
                left = Pupil.objects.filter(classroom__collection=job.collection_id)
                guest = left.values_list("guest", flat=True).order_by("pk").first()
                if guest is None:
                    _close(job.collection_id)
                    return {"done": job.total}
                _erase(guest)
            if piece.enough():
                return {"done": max(0, job.total - 1 - left.count())}


ENDINGS = EndRunner(ClassWork)


def _erase(guest: UUID) -> None:
    """Delete a pupil; what teachers had let in stays, and what nobody has looked at goes."""
    SetCard.objects.filter(guest=guest, shown=True).update(guest=None, draft=None, key="")
    erase_guest(guest=guest)


def _close(collection_id: int) -> None:
    """
    Delete the class, and the matches, tables and tournaments in its set at which nobody is left. What was
    played with a teacher stays with the teacher.
    """
    known = Seat.objects.filter(match=OuterRef("pk"), player__former=False)
    matches = Match.objects.filter(~Exists(known), collection=collection_id)
    OpenTable.objects.filter(collection=collection_id, maker__former=True).delete()
    matches.delete()
    there = Entry.objects.filter(tournament=OuterRef("pk"), player__former=False)
    Tournament.objects.filter(~Exists(there), collection=collection_id).delete()
    forget_archives(collection_id)
    Classroom.objects.filter(collection=collection_id).delete()
