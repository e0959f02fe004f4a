"""A class with its teacher Tess, the other teacher Cora, Mia, Ben and another Mia; and another class."""

from cards.models import Builder
from cards.sets import services as sets
from cards.sets.models import Collection
from games.classes.models import Classroom, Pupil
from games.classes.services import joining, managing
from games.matches.models import Player
from phylo.accounts.models import User
from tests.curation.conftest import curator


class School:
    """The sets' classes by their teachers' words, and everybody who has to do with the first one."""

    def __init__(self, name: str = "Pond of 4b", teacher: str = "Tess") -> None:
        self.teacher = curator(teacher)
        self.by = Builder(user=self.teacher)
        self.set: Collection = sets.create_set(owner=self.teacher, name=name)
        self.room: Classroom = managing.begin(collection_id=self.set.pk, builder=self.by)
        self.open()

    def open(self) -> Classroom:
        self.room = managing.open_joining(classroom_id=self.room.pk, builder=self.by)
        return self.room

    def joined(self, name: str, animal: str = "fox", key: str = "") -> Pupil:
        return joining.join(classroom=self.room, first_name=name, animal=animal, key=key)

    def with_editor(self, user: User) -> User:
        code = sets.open_link(collection_id=self.set.pk, builder=self.by, editors=True)
        sets.join(code=code, builder=Builder(user=user))
        return user

    def with_member(self, user: User) -> User:
        code = sets.open_link(collection_id=self.set.pk, builder=self.by, editors=False)
        sets.join(code=code, builder=Builder(user=user), called=user.username)
        return user


def player_of(pupil: Pupil) -> Player:
    return Player.objects.get_or_create(guest_id=pupil.guest_id)[0]


def builder_of(pupil: Pupil) -> Builder:
    return Builder(guest=pupil.guest_id)
