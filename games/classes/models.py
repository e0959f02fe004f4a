"""Classes at work: the class of a set (`Collection.class_set`), and its pupils."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from cards.sets.models import Collection, CollectionPerson
from phylo.accounts.models import Guest, User
from phylo.jobs.models import Job, JobQuerySet

LONGEST_FIRST_NAME = 20


class ClassroomQuerySet(models.QuerySet["Classroom"]):
    def taught_by(self, user: User) -> Self:
        """Those whose set the account owns or edits."""
        edited = CollectionPerson.objects.filter(user=user, editor=True).values("collection")
        return self.filter(Q(collection__owner=user) | Q(collection__in=edited))


class Classroom(models.Model):
    """
    A class at work on a set. Its teachers are the set's owner and editors. games/classes/services/ writes it,
    with the row of the set locked.
    """

    collection = models.OneToOneField(Collection, on_delete=models.PROTECT, related_name="classroom")
    code = models.CharField(max_length=12, unique=True, null=True, blank=True)
    """With it pupils join until `code_until`; None while nobody can."""
    code_until = models.DateTimeField(null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    """Since when pupils can do nothing but look: "eyes to the front"."""
    free_talk = models.BooleanField(default=False)
    """Whether pupils may write what they like to each other, not only ready phrases."""
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    """Of its pupils who have chosen none; "": that of each browser."""
    ends_on = models.DateField(db_index=True)
    """The class ends by itself on this day."""
    ending_at = models.DateTimeField(null=True, blank=True)
    """Since when the class is being ended: nobody comes in any more, and its pupils go one by one."""
    version = models.PositiveIntegerField(default=1)
    """Counts changes of the class itself; needed to change it."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClassroomQuerySet.as_manager()

    class Meta:
        db_table = "games_classroom"
        constraints = [
            models.CheckConstraint(
                name="classroom_code_has_an_end",
                condition=Q(code__isnull=True, code_until__isnull=True)
                | Q(code__isnull=False, code_until__isnull=False),
            ),
            models.CheckConstraint(
                name="classroom_that_ends_is_closed",
                condition=Q(ending_at__isnull=True) | Q(code__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return str(self.collection)


class Pupil(models.Model):
    """
    A child in a class: a guest who is a member of the set, with a first name that only the class sees, and a
    card of their own (`digest` of its code) by which they come back.

    The rows of the guest and of the set's person are protected: who takes out a pupil deletes all three.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.PROTECT, related_name="pupils")
    guest = models.OneToOneField(Guest, on_delete=models.PROTECT, related_name="pupil")
    person = models.OneToOneField(CollectionPerson, on_delete=models.PROTECT, related_name="pupil")
    first_name = models.CharField(max_length=LONGEST_FIRST_NAME)
    animal = models.SlugField(max_length=20)
    """One of ANIMALS (games/classes/services/animals.py)."""
    card_number = models.PositiveIntegerField(default=1)
    """Counts the pupil's cards: each has a code of its own, and only that of the last one works."""
    digest = models.CharField(max_length=64, unique=True)
    """A keyed hash of the code on the pupil's card (games/classes/services/codes.py)."""
    key = models.CharField(max_length=64, blank=True)
    """A hash of the form that was sent, so that sending it twice makes one pupil; "" once that is over."""
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_pupil"
        ordering = ["first_name", "animal", "pk"]
        constraints = [
            models.UniqueConstraint(
                Lower("first_name"), "animal", "classroom", name="pupil_is_told_by_name_and_animal"
            ),
            models.UniqueConstraint(name="pupil_key_once", fields=["classroom", "key"], condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        # Not the name, which only the class sees: this text is in logs and lists of the administration.
        return f"Pupil {self.pk}"


class ClassWork(Job):
    """
    Long work on a class: ending it pupil by pupil (games/classes/services/ending.py), or packing all that is
    of it into one archive (games/classes/archive.py).
    """

    class Kind(models.TextChoices):
        END = "end"
        EXPORT = "export"

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="class_work")
    """The set, which stays when its class has ended."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """Who asked for it; None if the class has ended by itself."""
    kind = models.CharField(max_length=10, choices=Kind)
    steps = models.JSONField(default=list)
    """Of an archive: what goes into it, as words such as "pupil 12"."""
    content = models.BinaryField(default=bytes)
    """The archive, a ZIP file, as far as it is packed; only for a day."""

    objects = JobQuerySet["ClassWork"].as_manager()

    class Meta(Job.Meta):
        abstract = False
        db_table = "games_classwork"
        ordering = ["-created_at", "-pk"]
        constraints = [
            *Job.Meta.constraints,
            models.CheckConstraint(name="class_work_kind_is_known", condition=Q(kind__in=["end", "export"])),
            models.UniqueConstraint(
                name="class_work_one_at_a_time",
                fields=["collection", "kind"],
                condition=Q(status__in=["queued", "running"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.collection_id}"
