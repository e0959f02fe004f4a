"""A class of Tess in which Mia, Tom and Lea are pupils, and a stranger, Sam."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from cards.models import Builder
from cards.sets import services as sets
from cards.sets.models import Collection, CollectionPerson
from games.classes.models import Classroom, Pupil
from games.matches.models import Player
from games.matches.presence import Presence
from phylo.accounts.models import User
from tests.factories import PlayerFactory, client_of, new_guest
from tests.members import signed_in


class Class:
    def __init__(self, teacher: str = "Tess") -> None:
        self.tess = User.objects.create_user(username=teacher, password="a long pass phrase")
        self.teacher = Player.objects.create(user=self.tess)
        self.by = Builder(user=self.tess)
        self.set: Collection = sets.create_set(owner=self.tess, name=f"The pond of {teacher}")
        Collection.objects.filter(pk=self.set.pk).update(class_set=True)
        self.set.refresh_from_db()
        ends = timezone.localdate() + timedelta(days=90)
        self.room = Classroom.objects.create(
            collection=self.set,
            code="PZDBBPZD" + "BCDFHJKMP"[Classroom.objects.count()],
            code_until=timezone.now() + timedelta(hours=2),
            ends_on=ends,
        )
        self.pupils: dict[str, Pupil] = {}
        self.players: dict[str, Player] = {}
        for name, animal in (("Mia", "fox"), ("Tom", "owl"), ("Lea", "otter")):
            self.add(name, animal)

    def add(self, name: str, animal: str) -> Pupil:
        guest = new_guest()
        person = CollectionPerson.objects.create(collection=self.set, guest=guest, called=name)
        pupil = Pupil.objects.create(
            classroom=self.room, guest=guest, person=person, first_name=name, animal=animal,
            digest=f"{self.set.pk}-{name}",
        )  # fmt: skip
        self.pupils[name], self.players[name] = pupil, PlayerFactory(guest=guest, name="")
        return pupil

    def builder(self, name: str) -> Builder:
        return Builder(guest=self.pupils[name].guest_id)

    def client(self, name: str) -> Client:
        return signed_in(self.tess) if name == "Tess" else client_of(self.players[name])

    def come(self, *names: str) -> None:
        for name in names:
            Presence(self.players[name].pk).visit()
