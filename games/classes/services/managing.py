"""What teachers do with a class: start it, let pupils join, renew cards, take pupils out."""

from datetime import date, timedelta
from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.models import Builder, Visibility
from cards.sets.access import Standing, standing_of
from cards.sets.models import Collection
from cards.sets.services.sets import create_set, lock_set
from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services import codes, joining
from games.classes.services.errors import BadName
from games.matches.services.errors import NotAllowed
from phylo.accounts.guests import erase_guest, move_guest
from phylo.accounts.models import User
from phylo.http.keys import KeyReused
from phylo.http.languages import speaks

OPEN_FOR = timedelta(hours=3)
"""How long a class stays open for new pupils, unless it is closed before."""
LONGEST = timedelta(days=365)
USUAL = timedelta(weeks=26)
"""How long a class lasts unless its teacher chooses another day: half a school year."""
NOT_A_DAY = gettext_lazy("Choose a day after today, within a year.")
ARCHIVE_KEPT = timedelta(days=1)
"""How long an archive of a class waits for download (games/classes/archive.py)."""


class ClassAction(StrEnum):
    SEE = "see"
    OPEN = "open"
    RENEW_CARDS = "renew-cards"
    RENAME = "rename"
    SPEAK = "speak"
    EXPORT = "export"
    LEAD = "lead"
    PLAY_ALONE = "play-alone"
    BEGIN = "begin"
    TAKE_OUT = "take-out"
    END = "end"


LEAST: dict[ClassAction, Standing] = {
    ClassAction.SEE: Standing.EDITOR,
    ClassAction.OPEN: Standing.EDITOR,
    ClassAction.RENEW_CARDS: Standing.EDITOR,
    ClassAction.RENAME: Standing.EDITOR,
    ClassAction.SPEAK: Standing.EDITOR,
    ClassAction.EXPORT: Standing.EDITOR,
    ClassAction.LEAD: Standing.EDITOR,
    ClassAction.PLAY_ALONE: Standing.MEMBER,
    ClassAction.BEGIN: Standing.OWNER,
    ClassAction.TAKE_OUT: Standing.OWNER,
    ClassAction.END: Standing.OWNER,
}
"""Who may do what with a class: its teacher owns the set, other teachers edit it."""


def may(builder: Builder, action: ClassAction, collection: Collection) -> bool:
    return standing_of(builder, collection) >= LEAST[action]


def begin(*, collection_id: int, builder: Builder, ends_on: date | None = None) -> Classroom:
    """
    Begin a class on the set, which becomes that of a class, until a day within LONGEST; on a set with a class
    change nothing. Raises NotAllowed, BadName or Collection.DoesNotExist.
    """
    today = timezone.localdate()
    with transaction.atomic():
        collection = locked_collection(collection_id, builder, ClassAction.BEGIN)
        there = Classroom.objects.filter(collection=collection).first()
        if there is not None:
            return there
        if not collection.class_set:
            if collection.visibility != Visibility.PRIVATE and not collection.consent:
                raise NotAllowed(_("Others can see this set. Make it private first, then begin the class."))
            collection.class_set = True
            collection.version += 1
            collection.save(update_fields=["class_set", "version", "changed_at"])
        return Classroom.objects.create(collection=collection, ends_on=last_day(ends_on or today + LONGEST))


def start(*, owner: User, name: str, ends_on: date, key: str = "") -> Classroom:
    """
    A class in one step: a set of that name, the class on it, open for joining. The same key again returns
    the class that it made. Raises BadValue, BadName, KeyReused or TooMany.
    """
    builder = Builder(user=owner)
    with transaction.atomic():
        collection = create_set(owner=owner, name=name, key=key)
        made = Classroom.objects.filter(collection=collection).first()
        if made is not None and made.ends_on == ends_on:
            return made
        if collection.class_set:
            # Made with this key, but for another day; or the class has ended since.
            raise KeyReused
        classroom = begin(collection_id=collection.pk, builder=builder, ends_on=ends_on)
        return open_joining(classroom_id=classroom.pk, builder=builder)


def set_end(*, classroom_id: int, builder: Builder, ends_on: date) -> Classroom:
    """The day on which the class ends by itself. Raises BadName or NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.END)
        classroom.ends_on = last_day(ends_on)
        _save(classroom)
    return classroom


def set_language(*, classroom_id: int, builder: Builder, language: str) -> Classroom:
    """The language of pupils who have chosen none; "": that of each browser. Raises BadName or NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.SPEAK)
        if language and not speaks(language):
            raise BadName("language", _("The site does not speak this language."))
        if classroom.language != language:
            classroom.language = language
            _save(classroom)
    return classroom


def open_joining(*, classroom_id: int, builder: Builder) -> Classroom:
    """Open the class for new pupils for OPEN_FOR, by a new code. Raises NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.OPEN)
        classroom.code = codes.new_class_code()
        while Classroom.objects.filter(code=classroom.code).exists():
            classroom.code = codes.new_class_code()
        classroom.code_until = timezone.now() + OPEN_FOR
        _save(classroom)
    return classroom


def close_joining(*, classroom_id: int, builder: Builder) -> Classroom:
    """Nobody new comes in; those who are there stay. Raises NotAllowed."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.OPEN)
        if classroom.code is not None:
            classroom.code = classroom.code_until = None
            _save(classroom)
    return classroom


def renew_cards(
    *, classroom_id: int, builder: Builder, pupil_id: int | None = None, put_out: bool = False
) -> list[Pupil]:
    """
    New codes for one pupil, or for all: the old cards stop working. With `put_out` they are also out on every
    device on which they are in. Raises NotAllowed or Pupil.DoesNotExist.
    """
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.RENEW_CARDS)
        chosen = classroom.pupils.select_for_update().order_by("pk")
        pupils = list(chosen if pupil_id is None else [chosen.get(pk=pupil_id)])
        for pupil in pupils:
            if put_out:
                pupil.guest_id = move_guest(guest=pupil.guest_id)
            joining.renew_card(pupil)
    return pupils


def cards_of(*, classroom_id: int, builder: Builder) -> list[tuple[Pupil, str]]:
    """
    All pupils with the codes of their cards; "" for a card that can no longer be told, because the site has
    another key: it must be renewed. Raises NotAllowed.
    """
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.RENEW_CARDS)
        return [(pupil, joining.code_of(pupil)) for pupil in classroom.pupils.all()]


def rename(*, classroom_id: int, builder: Builder, pupil_id: int, first_name: str, animal: str) -> Pupil:
    """Raises BadName, NotAllowed or Pupil.DoesNotExist."""
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.RENAME)
        return joining.rename(pupil=classroom.pupils.get(pk=pupil_id), first_name=first_name, animal=animal)


def take_out(*, classroom_id: int, builder: Builder, pupil_id: int) -> None:
    """
    Delete a pupil with all that is theirs: cards, decks, tries, what they wrote, and their name. Archives of
    the class, which have it too, go as well. Nothing happens if the pupil is gone. Raises NotAllowed.
    """
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.TAKE_OUT)
        pupil = classroom.pupils.filter(pk=pupil_id).first()
        if pupil is not None:
            erase_guest(guest=pupil.guest_id)
            forget_archives(classroom.collection_id)


def forget_archives(collection_id: int) -> None:
    ClassWork.objects.filter(collection=collection_id, kind=ClassWork.Kind.EXPORT).delete()


def forget_old_archives() -> None:
    old = ClassWork.objects.filter(kind=ClassWork.Kind.EXPORT, updated_at__lt=timezone.now() - ARCHIVE_KEPT)
    old.delete()


def locked_collection(collection_id: int, builder: Builder, action: ClassAction) -> Collection:
    """The set with its row locked. Raises NotAllowed or Collection.DoesNotExist."""
    collection = lock_set(collection_id, builder.user)
    if not may(builder, action, collection):
        raise NotAllowed(_("You may not do this."))
    return collection


def locked_class(classroom_id: int, builder: Builder, action: ClassAction) -> Classroom:
    """The class, its set's row locked. Raises NotAllowed, also for a class that is being ended."""
    number = Classroom.objects.values_list("collection_id", flat=True).filter(pk=classroom_id).first()
    if number is None:
        raise NotAllowed(_("This class has ended."))
    collection = locked_collection(number, builder, action)
    classroom = Classroom.objects.filter(pk=classroom_id, ending_at=None).first()
    if classroom is None:
        raise NotAllowed(_("This class has ended."))
    classroom.collection = collection
    return classroom


def _save(classroom: Classroom) -> None:
    classroom.version += 1
    classroom.save(update_fields=["code", "code_until", "ends_on", "language", "version"])


def last_day(day: date) -> date:
    """The day, if a class may end by itself on it. Raises BadName."""
    today = timezone.localdate()
    if not today < day <= today + LONGEST:
        raise BadName("ends_on", str(NOT_A_DAY))
    return day
