"""Classes at work, for their teachers: the way in, the pupils and their cards, the archive, the end."""

from http import HTTPStatus

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from rest_framework import serializers

from cards.sets.access import SetAction, allow
from cards.sets.api.sets import SetResource
from cards.sets.models import Collection
from games.classes import archive
from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services import ending, joining, managing
from games.classes.services.animals import ANIMALS
from games.classes.services.lessons import attention
from phylo.api.bodies import Body, Text, Truth
from phylo.api.fields import Link
from phylo.api.resource import operation

ANIMAL = "One of the words for animals."
LANGUAGE = "The code of that of pupils who have chosen none. Empty: as each browser has it."


class PupilSerializer(serializers.Serializer[Pupil]):
    id = serializers.IntegerField(source="pk")
    first_name = serializers.CharField()
    animal = serializers.ChoiceField([*ANIMALS], help_text=ANIMAL)
    code = serializers.SerializerMethodField(help_text="On the pupil’s card; empty if it must be renewed.")
    joined_at = serializers.DateTimeField()

    def get_code(self, pupil: Pupil) -> str:
        return joining.code_of(pupil)


class ClassWorkSerializer(serializers.Serializer[ClassWork]):
    status = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class ClassSerializer(serializers.Serializer[Classroom]):
    page = Link("class-settings", "collection.slug")
    code = serializers.CharField(allow_null=True, help_text="With it pupils join. Null: it is closed.")
    closes_at = serializers.DateTimeField(source="code_until", allow_null=True)
    ends_on = serializers.DateField(help_text="The day on which the class ends by itself.")
    ending = serializers.SerializerMethodField(help_text="Whether it is being ended.")
    frozen_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when pupils can only look. Null: they go on."
    )
    free_talk = serializers.BooleanField(help_text="Whether pupils may write more than ready phrases.")
    language = serializers.CharField(help_text=LANGUAGE)
    pupils = PupilSerializer(source="pupils.all", many=True)

    def get_ending(self, classroom: Classroom) -> bool:
        return classroom.ending_at is not None


class ArchiveSerializer(ClassWorkSerializer):
    file = serializers.SerializerMethodField(help_text="Its address; empty until it is packed.")

    def get_file(self, work: ClassWork) -> str:
        if work.status != "done":
            return ""
        address: str = self.context["at"].full(reverse("class-archive", args=[work.collection.slug]))
        return address


class ClassBody(Body):
    ends_on = serializers.DateField(help_text="After today, within a year.")


class ClassChange(Body):
    ends_on = serializers.DateField(required=False, help_text="After today, within a year.")
    open = Truth(required=False, help_text="`true`: for three hours, by a new code; `false`: closed.")
    frozen = Truth(required=False, help_text="`true`: pupils can only look, and their clocks stand still.")
    free_talk = Truth(required=False, help_text="Whether pupils may write more than ready phrases.")
    language = Text(required=False, max_length=10, help_text=LANGUAGE)


class PupilChange(Body):
    first_name = Text(allow_blank=False, max_length=60)
    animal = serializers.ChoiceField([*ANIMALS], help_text=ANIMAL)


class NewCardBody(Body):
    put_out = Truth(required=False, help_text="Also end it wherever the pupil is in now.")


class ClassResource(SetResource):
    path_words = SetResource.path_words | {"pupil": "An `id` of the class’s pupils."}

    def taught(self, slug: str) -> Collection:
        """A set whose pupils the visitor may see. Raises Http404 or NotAllowed."""
        found = self.seen(slug)
        allow(self.builder, SetAction.SEE_PEOPLE, found)
        return found

    def room(self, slug: str) -> Classroom:
        """Raises Http404 or NotAllowed."""
        rooms = Classroom.objects.select_related("collection").prefetch_related("pupils")
        room = rooms.filter(collection=self.taught(slug)).first()
        if room is None:
            raise Http404("no class")
        return room

    def found(self, room: Classroom, pupil: int) -> Pupil:
        found = room.pupils.filter(pk=pupil).first()
        if found is None:
            raise Http404("no such pupil")
        return found


class Class(ClassResource):
    @operation(
        "getClass",
        "The class at work in a set",
        about="For its teachers: the set’s owner and editors. It has children’s names.",
        answer=ClassSerializer,
        also=(403,),
    )
    def get(self, slug: str) -> Classroom:
        return self.room(slug)

    @operation(
        "beginClass",
        "Begin a class in a set",
        about="For the set’s owner. Sent again, it changes nothing.",
        answer=ClassSerializer,
        body=ClassBody,
        status=HTTPStatus.CREATED,
        also=(404, 422),
    )
    def post(self, slug: str) -> Classroom:
        found = self.taught(slug)
        managing.begin(collection_id=found.pk, builder=self.builder, ends_on=self.sent["ends_on"])
        return self.room(slug)

    @operation(
        "changeClass",
        "Open, close, stop or free a class, or change its last day or its language",
        answer=ClassSerializer,
        body=ClassChange,
        also=(404, 422),
    )
    @transaction.atomic
    def patch(self, slug: str) -> Classroom:
        room, sent = self.room(slug), self.sent
        if "ends_on" in sent:
            managing.set_end(classroom_id=room.pk, builder=self.builder, ends_on=sent["ends_on"])
        if "open" in sent:
            turn = managing.open_joining if sent["open"] else managing.close_joining
            turn(classroom_id=room.pk, builder=self.builder)
        if "frozen" in sent:
            attention.set_frozen(classroom_id=room.pk, builder=self.builder, frozen=sent["frozen"])
        if "free_talk" in sent:
            attention.set_free_talk(classroom_id=room.pk, builder=self.builder, free=sent["free_talk"])
        if "language" in sent:
            managing.set_language(classroom_id=room.pk, builder=self.builder, language=sent["language"])
        return self.room(slug)

    @operation(
        "endClass",
        "End a class",
        about=(
            "For the set’s owner: everything of its pupils is deleted, one after the other, but the cards "
            "that were let in."
        ),
        answer=ClassWorkSerializer,
        status=HTTPStatus.ACCEPTED,
        also=(404, 422),
    )
    def delete(self, slug: str) -> ClassWork:
        return ending.end(classroom_id=self.room(slug).pk, builder=self.builder)


class ClassPupil(ClassResource):
    @operation(
        "changePupil",
        "Another name or animal for a pupil",
        answer=PupilSerializer,
        body=PupilChange,
        also=(404, 422),
    )
    def patch(self, slug: str, pupil: int) -> Pupil:
        room = self.room(slug)
        self.found(room, pupil)
        return managing.rename(classroom_id=room.pk, builder=self.builder, pupil_id=pupil, **self.sent)

    @operation(
        "takeOutPupil",
        "Take a pupil out of a class",
        about="For the set’s owner: everything of the pupil is deleted.",
        also=(404, 422),
    )
    def delete(self, slug: str, pupil: int) -> None:
        room = self.room(slug)
        self.found(room, pupil)
        managing.take_out(classroom_id=room.pk, builder=self.builder, pupil_id=pupil)


class PupilCard(ClassResource):
    @operation(
        "renewPupilCard",
        "A new card for a pupil",
        about="The code of the old one stops working.",
        answer=PupilSerializer,
        body=NewCardBody,
        also=(404, 422),
    )
    def post(self, slug: str, pupil: int) -> Pupil:
        room = self.room(slug)
        self.found(room, pupil)
        put_out = self.sent.get("put_out", False)
        managing.renew_cards(classroom_id=room.pk, builder=self.builder, pupil_id=pupil, put_out=put_out)
        return self.found(room, pupil)


class ClassArchive(ClassResource):
    @operation(
        "getClassArchive",
        "The archive of a class",
        about="How far it is packed, and where it then lies for a day.",
        answer=ArchiveSerializer,
        also=(403,),
    )
    def get(self, slug: str) -> ClassWork:
        found = archive.latest(self.room(slug).collection_id, ClassWork.Kind.EXPORT)
        if found is None:
            raise Http404("no archive")
        return found

    @operation(
        "packClass",
        "Pack everything of a class into an archive",
        about="While it is being packed, it changes nothing.",
        answer=ArchiveSerializer,
        status=HTTPStatus.ACCEPTED,
        also=(404, 422),
    )
    def post(self, slug: str) -> ClassWork:
        return archive.pack(classroom_id=self.room(slug).pk, builder=self.builder)
