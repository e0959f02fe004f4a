"""All that is of a class as one ZIP file, for its teachers: packed by a job, and deleted after a day."""

import json
from collections.abc import Iterator
from io import BytesIO
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from cards.art.face_svg import face_svg
from cards.art.uploads import picture_file
from cards.decks.models import Deck
from cards.models import Builder
from cards.sets.cards import printed
from cards.sets.models import SetCard
from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services.contact_rules import name_of
from games.classes.services.managing import ARCHIVE_KEPT, ClassAction, locked_class
from games.lessons.models import LessonProgress
from games.matches.models import ChatMessage, Match, Player
from games.matches.services.records import export_record
from games.puzzles.models import PuzzleAttempt
from games.tournaments.files.spreadsheets import as_csv
from games.tournaments.files.stored import FILES, Asked
from games.tournaments.models import Tournament
from phylo.jobs.models import Status
from phylo.jobs.runner import Columns, Piece, Runner

FORMAT = "phylo-class/1"
Rows = Iterator[tuple[object, ...]]


def pack(*, classroom_id: int, builder: Builder) -> ClassWork:
    """Begin to pack the class, or return the job that does. Raises NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.EXPORT)
        mine = ClassWork.objects.filter(collection=classroom.collection_id, kind=ClassWork.Kind.EXPORT)
        working = mine.working().first()
        if working is not None:
            return working
        mine.delete()
        steps = ["class", *_steps(classroom)]
        work = ClassWork.objects.create(
            collection_id=classroom.collection_id,
            user=builder.user,
            kind=ClassWork.Kind.EXPORT,
            steps=steps,
            total=len(steps),
        )
        ARCHIVES.begin_on_commit()
    return work


def _steps(classroom: Classroom) -> Iterator[str]:
    collection = classroom.collection
    cards = collection.own_cards.exclude(contents={})
    yield from (f"pupil {pk}" for pk in classroom.pupils.order_by("pk").values_list("pk", flat=True))
    yield from (f"card {pk}" for pk in cards.order_by("pk").values_list("pk", flat=True))
    yield from (f"tournament {pk}" for pk in collection.tournaments.values_list("pk", flat=True))
    yield from (f"match {pk}" for pk in collection.matches.values_list("pk", flat=True))


def latest(collection_id: int, kind: str) -> ClassWork | None:
    """The last job of the kind on the set, without the archive itself; none for one that is too old."""
    found = ClassWork.objects.filter(collection=collection_id, kind=kind).defer("content")
    old = Q(kind=ClassWork.Kind.EXPORT, updated_at__lt=timezone.now() - ARCHIVE_KEPT)
    return found.exclude(old).order_by("-pk").first()


class ArchiveRunner(Runner[ClassWork]):
    name = "class-archive"

    def working(self) -> QuerySet[ClassWork]:
        return super().working().filter(kind=ClassWork.Kind.EXPORT)

    def take(self, job: ClassWork, piece: Piece) -> Columns:
        packed, done = BytesIO(bytes(job.content)), job.done
        with ZipFile(packed, "a", ZIP_DEFLATED) as archive:
            while done < job.total:
                for name, content in _files(job, job.steps[done]):
                    archive.writestr(name, content)
                done += 1
                if piece.enough():
                    break
        return {"done": done, "content": packed.getvalue()}

    def at_end(self, job: ClassWork, status: str) -> Columns:
        return {} if status == Status.DONE else {"content": b""}


ARCHIVES = ArchiveRunner(ClassWork)


def _files(job: ClassWork, step: str) -> Iterator[tuple[str, str | bytes]]:
    """Names and contents of the files of a step; none for what has gone meanwhile."""
    what, _space, which = step.partition(" ")
    classroom = Classroom.objects.select_related("collection").get(collection=job.collection_id)
    if what == "class":
        yield "class.json", _json(_class(classroom, Builder(user=job.user)))
        yield "pupils.csv", as_csv(_pupil_rows(classroom))
        yield "games.csv", as_csv(_match_rows(classroom))
        yield "said.csv", as_csv(_said_rows(classroom))
    elif what == "pupil":
        for pupil in Pupil.objects.filter(pk=int(which)):
            yield f"pupils/{_file(pupil)}.json", _json(_pupil(pupil))
    elif what == "card":
        for card in SetCard.objects.filter(pk=int(which)):
            yield from _pictures(card)
    elif what == "tournament":
        for tournament in Tournament.objects.filter(pk=UUID(which)):
            yield from _tournament_files(tournament, job)
    else:
        for match in Match.objects.filter(pk=UUID(which)):
            # Of a running game in which an adult plays, the record would show the pupils' cards.
            if match.finished or not match.seats.filter(player__user__isnull=False).exists():
                yield f"games/{match.pk}.json", _json(export_record(match, even_playing=True))


def _class(classroom: Classroom, by: Builder) -> dict[str, object]:
    """Of adults' decks those that whoever packs the class may see: private ones are their owners' alone."""
    collection, names = classroom.collection, _names(classroom)
    cards = collection.own_cards.exclude(contents={}).select_related("author")
    decks = Deck.objects.open_to(by).filter(collection=collection, guest=None).select_related("owner")
    decks = decks.prefetch_related("versions", "comments__user")
    return {
        "format": FORMAT,
        "name": collection.name,
        "description": collection.description,
        "licence": collection.licence,
        "begun": classroom.created_at.isoformat(),
        "ends_on": classroom.ends_on.isoformat(),
        "teachers": [
            str(collection.owner),
            *(str(each.user) for each in collection.people.filter(editor=True).select_related("user")),
        ],
        "cards": [entry.card.key for entry in collection.entries.select_related("card")],
        "own_cards": [
            {
                "card": each.pk,
                "by": names.get(each.guest_id, "") if each.guest_id else str(each.author or ""),
                "let_in": each.shown,
                "contents": each.contents,
            }
            for each in cards
        ],
        "decks": [{"by": str(each.owner or "")} | _deck(each) for each in decks],
    }


def _pupil(pupil: Pupil) -> dict[str, object]:
    cards = SetCard.objects.filter(guest=pupil.guest_id)
    decks = Deck.objects.of(Builder(guest=pupil.guest_id)).prefetch_related("versions", "comments__user")
    lessons, puzzles = _learnt(pupil)
    return {
        "first_name": pupil.first_name,
        "animal": pupil.animal,
        "joined": pupil.joined_at.isoformat(),
        "last_here": pupil.guest.active_at.isoformat(),
        "cards": [
            {
                "card": each.pk,
                "contents": each.contents,
                "draft": each.draft,
                "let_in": each.shown,
                "begun": each.created_at.isoformat(),
            }
            for each in cards
        ],
        "decks": [_deck(each) for each in decks],
        "lessons": [
            {"lesson": each.lesson, "done": each.done.isoformat() if each.done else None} for each in lessons
        ],
        "puzzles": [
            {"puzzle": each.puzzle.key, "result": each.result, "begun": each.begun.isoformat()}
            for each in puzzles
        ],
    }


def _deck(deck: Deck) -> dict[str, object]:
    return {
        "name": deck.name,
        "notes": deck.notes,
        "versions": [each.as_json() for each in deck.versions.all()],
        "comments": [
            {"by": str(each.user or ""), "text": each.text, "written": each.created_at.isoformat()}
            for each in deck.comments.all()
        ],
    }


def _pictures(card: SetCard) -> Iterator[tuple[str, str | bytes]]:
    """The card's face, and the picture on it if one was uploaded."""
    name = f"cards/{slugify(card.name) or 'card'}-{card.pk}"
    key, face = printed(card)
    yield f"{name}.svg", face_svg(face, key)
    if card.picture and (path := picture_file(card.picture)).exists():
        yield f"{name}.jpg", path.read_bytes()


def _tournament_files(tournament: Tournament, job: ClassWork) -> Iterator[tuple[str, str | bytes]]:
    """As whoever packs the class would download them, so that pupils go by their names."""
    viewer = Player.objects.get_or_create(user=job.user)[0] if job.user is not None else None
    for name in ("standings.csv", "results.csv", "report.trf"):
        made = FILES[name](Asked(tournament, viewer, site=""))
        if made is not None:
            yield f"tournaments/{tournament.code}/{name}", made.content


def _learnt(pupil: Pupil) -> tuple[QuerySet[LessonProgress], QuerySet[PuzzleAttempt]]:
    lessons = LessonProgress.objects.filter(player__guest=pupil.guest_id).order_by("begun")
    puzzles = PuzzleAttempt.objects.filter(player__guest=pupil.guest_id).select_related("puzzle")
    return lessons, puzzles.defer("puzzle__content").order_by("begun")


def _pupil_rows(classroom: Classroom) -> Rows:
    yield "first name", "animal", "joined", "last here", "cards", "lessons done", "puzzles solved", "games"
    for pupil in classroom.pupils.select_related("guest"):
        lessons, puzzles = _learnt(pupil)
        played = Match.objects.finished().filter(collection=classroom.collection_id)
        yield (
            pupil.first_name,
            pupil.animal,
            pupil.joined_at.date().isoformat(),
            pupil.guest.active_at.date().isoformat(),
            SetCard.objects.filter(guest=pupil.guest_id).exclude(contents={}).count(),
            lessons.filter(done__isnull=False).count(),
            puzzles.filter(result=PuzzleAttempt.Result.SOLVED).values("puzzle").distinct().count(),
            played.filter(seats__player__guest=pupil.guest_id).distinct().count(),
        )


def _match_rows(classroom: Classroom) -> Rows:
    """A row a seat, also of games that are being played."""
    names = _names(classroom)
    yield "game", "begun", "state", "rules", "seat", "player", "points", "won"
    found = Match.objects.filter(collection=classroom.collection_id).order_by("created", "pk")
    for match in found.prefetch_related("seats__player__user"):
        for seat in match.seats.all():
            name = _called(seat.player, names) if seat.player else seat.bot
            points = match.scores[seat.number] if match.scores else ""
            won = "yes" if match.winner == seat.number else ""
            begun = match.created.isoformat()
            yield match.pk, begun, match.status, match.rules, seat.number + 1, name, points, won


def _said_rows(classroom: Classroom) -> Rows:
    """What was written in games of pupils; what adults of the set say to each other is theirs alone."""
    names = _names(classroom)
    yield "game", "written", "by", "text", "hidden"
    played = Match.objects.filter(
        collection=classroom.collection_id, seats__player__guest__pupil__classroom=classroom
    )
    said = ChatMessage.objects.filter(match__in=played.values("pk")).select_related("player__user")
    for each in said.order_by("created", "pk"):
        hidden = "yes" if each.hidden else ""
        yield each.match_id, each.created.isoformat(), _called(each.player, names), each.text, hidden


def _names(classroom: Classroom) -> dict[UUID, str]:
    """How the class calls its pupils, by guest."""
    return {each.guest_id: name_of(each) for each in classroom.pupils.all()}


def _called(player: Player, names: dict[UUID, str]) -> str:
    return (names.get(player.guest_id) if player.guest_id else None) or player.public_name


def _file(pupil: Pupil) -> str:
    return f"{slugify(pupil.first_name) or 'pupil'}-{pupil.animal}-{pupil.pk}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
