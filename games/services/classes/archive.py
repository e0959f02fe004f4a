"""All that is of a class as one ZIP file, for its teachers: packed by a job, and deleted after a day."""

import csv
import json
from collections.abc import Iterable, Iterator
from datetime import timedelta
from io import BytesIO, StringIO
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify

from cards.models import Builder, Deck, SetCard
from games.models import ChatMessage, Classroom, ClassWork, LessonProgress, Match, Pupil, PuzzleAttempt
from games.services.classes.keeping import ClassAction, held_class
from games.services.classes.reach import name_of
from games.services.records import export_record
from phylo.jobs.models import Status
from phylo.jobs.runner import Columns, Piece, Runner

KEPT = timedelta(days=1)
FORMAT = "phylo-class/1"


def pack(*, classroom_id: int, builder: Builder) -> ClassWork:
    """Begin to pack the class, or return the job that does. Raises NotAllowed."""
    with transaction.atomic():
        classroom = held_class(classroom_id, builder, ClassAction.EXPORT)
        mine = ClassWork.objects.filter(collection=classroom.collection_id, kind=ClassWork.Kind.EXPORT)
        working = mine.working().first()
        if working is not None:
            return working
        mine.delete()
        pupils = classroom.pupils.order_by("pk").values_list("pk", flat=True)
        matches = _matches(classroom.collection_id).values_list("pk", flat=True)
        steps = ["class", *(f"pupil {pk}" for pk in pupils), *(f"match {pk}" for pk in matches)]
        work = ClassWork.objects.create(
            collection_id=classroom.collection_id,
            user=builder.user,
            kind=ClassWork.Kind.EXPORT,
            steps=steps,
            total=len(steps),
        )
        ARCHIVES.begin_on_commit()
    return work


def latest(collection_id: int, kind: str) -> ClassWork | None:
    """The last job of the kind on the set, without the archive itself."""
    found = ClassWork.objects.filter(collection=collection_id, kind=kind).defer("content")
    return found.order_by("-pk").first()


def forget_old() -> None:
    old = ClassWork.objects.filter(kind=ClassWork.Kind.EXPORT, updated_at__lt=timezone.now() - KEPT)
    old.delete()


class ArchiveRunner(Runner[ClassWork]):
    name = "class-archive"

    def working(self) -> QuerySet[ClassWork]:
        return super().working().filter(kind=ClassWork.Kind.EXPORT)

    def take(self, job: ClassWork, piece: Piece) -> Columns:
        packed, done = BytesIO(bytes(job.content)), job.done
        with ZipFile(packed, "a", ZIP_DEFLATED) as archive:
            while done < job.total:
                for name, text in _files(job.collection_id, job.steps[done]):
                    archive.writestr(name, text)
                done += 1
                if piece.enough():
                    break
        return {"done": done, "content": packed.getvalue()}

    def at_end(self, job: ClassWork, status: str) -> Columns:
        return {} if status == Status.DONE else {"content": b""}


ARCHIVES = ArchiveRunner(ClassWork)


def _files(collection_id: int, step: str) -> Iterator[tuple[str, str]]:
    """Names and texts of the files of a step; none for somebody who has been taken out meanwhile."""
    what, _space, which = step.partition(" ")
    if what == "class":
        classroom = Classroom.objects.select_related("collection").get(collection=collection_id)
        yield "class.json", _json(_class(classroom))
        yield "pupils.csv", _csv(_pupil_rows(classroom))
        yield "games.csv", _csv(_match_rows(classroom))
    elif what == "pupil":
        for pupil in Pupil.objects.filter(pk=int(which)):
            yield f"pupils/{_file(pupil)}.json", _json(_pupil(pupil))
    else:
        for match in Match.objects.filter(pk=UUID(which)):
            yield f"games/{match.pk}.json", _json(export_record(match, even_playing=False))


def _matches(collection_id: int) -> QuerySet[Match]:
    return Match.objects.finished().filter(collection=collection_id).order_by("created", "pk")


def _class(classroom: Classroom) -> dict[str, object]:
    collection = classroom.collection
    return {
        "format": FORMAT,
        "name": collection.name,
        "description": collection.description,
        "licence": collection.licence,
        "begun": classroom.created_at.isoformat(),
        "ends_on": classroom.ends_on.isoformat(),
        "cards": [entry.card.key for entry in collection.entries.select_related("card")],
        "own_cards": [each.contents for each in collection.own_cards.exclude(contents={})],
    }


def _pupil(pupil: Pupil) -> dict[str, object]:
    cards = SetCard.objects.filter(guest=pupil.guest_id)
    decks = Deck.objects.of(Builder(guest=pupil.guest_id)).prefetch_related("versions")
    lessons, puzzles = _learnt(pupil)
    said = ChatMessage.objects.filter(player__guest=pupil.guest_id)
    return {
        "first_name": pupil.first_name,
        "animal": pupil.animal,
        "joined": pupil.joined_at.isoformat(),
        "cards": [
            {
                "contents": each.contents,
                "draft": each.draft,
                "let_in": each.shown,
                "begun": each.created_at.isoformat(),
            }
            for each in cards
        ],
        "decks": [
            {
                "name": each.name,
                "notes": each.notes,
                "versions": [one.as_json() for one in each.versions.all()],
            }
            for each in decks
        ],
        "lessons": [
            {"lesson": each.lesson, "done": each.done.isoformat() if each.done else None} for each in lessons
        ],
        "puzzles": [
            {"puzzle": each.puzzle.key, "result": each.result, "begun": each.begun.isoformat()}
            for each in puzzles
        ],
        "said": [{"match": str(each.match_id), "text": each.text} for each in said],
    }


def _learnt(pupil: Pupil) -> tuple[QuerySet[LessonProgress], QuerySet[PuzzleAttempt]]:
    lessons = LessonProgress.objects.filter(player__guest=pupil.guest_id).order_by("begun")
    puzzles = PuzzleAttempt.objects.filter(player__guest=pupil.guest_id).select_related("puzzle")
    return lessons, puzzles.defer("puzzle__content").order_by("begun")


def _pupil_rows(classroom: Classroom) -> Iterator[Iterable[object]]:
    yield "first name", "animal", "joined", "cards", "lessons done", "puzzles solved", "games"
    for pupil in classroom.pupils.all():
        lessons, puzzles = _learnt(pupil)
        yield (
            pupil.first_name,
            pupil.animal,
            pupil.joined_at.date().isoformat(),
            SetCard.objects.filter(guest=pupil.guest_id).exclude(contents={}).count(),
            lessons.filter(done__isnull=False).count(),
            puzzles.filter(result=PuzzleAttempt.Result.SOLVED).values("puzzle").distinct().count(),
            _matches(classroom.collection_id).filter(seats__player__guest=pupil.guest_id).distinct().count(),
        )


def _match_rows(classroom: Classroom) -> Iterator[Iterable[object]]:
    """A row a seat."""
    names = {each.guest_id: name_of(each) for each in classroom.pupils.all()}
    yield "game", "begun", "rules", "seat", "player", "points", "won"
    for match in _matches(classroom.collection_id).prefetch_related("seats__player__user"):
        for seat in match.seats.all():
            player = seat.player
            pupil = names.get(player.guest_id) if player and player.guest_id else None
            name = pupil or (player.public_name if player else seat.bot)
            points = match.scores[seat.number] if match.scores else ""
            won = "yes" if match.winner == seat.number else ""
            yield match.pk, match.created.isoformat(), match.rules, seat.number + 1, name, points, won


def _file(pupil: Pupil) -> str:
    return f"{slugify(pupil.first_name) or 'pupil'}-{pupil.animal}-{pupil.pk}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
