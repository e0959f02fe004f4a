"""
Whom a pupil can reach, and who can reach a pupil: the pupils and the teachers of one class are among
themselves. What leads to people who are not named, such as an open table, is closed to pupils.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from cards.sets.models import Collection
from games.classes.models import Classroom, Pupil
from games.classes.services.animals import ANIMALS
from games.classes.services.phrases import PHRASES
from games.matches.models import Player
from games.matches.services.contact_rules import ContactRefused, ContactRules, TalkRules


def class_of(player: Player | None) -> Classroom | None:
    """The class that the player is a pupil of, with its set; None for everybody else."""
    if player is None or player.guest_id is None:
        return None
    found = Classroom.objects.select_related("collection")
    return found.filter(pupils__guest=player.guest_id).first()


def taught_by(player: Player) -> QuerySet[Classroom]:
    """The classes whose set the player owns or edits."""
    if player.user_id is None:
        return Classroom.objects.none()
    edits = Q(collection__people__user=player.user_id, collection__people__editor=True)
    return Classroom.objects.filter(Q(collection__owner=player.user_id) | edits).distinct()


class ClassRules(ContactRules):
    def guarded(self) -> QuerySet[Player]:
        return Player.objects.filter(guest__pupil__isnull=False)

    def check_contact(self, player: Player, others: Iterable[Player]) -> None:
        """If one of them is a pupil, all others have to be pupils or teachers of the same class."""
        people = [player, *others]
        classes = _classes(people)
        for classroom in set(classes.values()):
            strangers = [each for each in people if classes.get(each.pk) != classroom]
            if any(not taught_by(each).filter(pk=classroom).exists() for each in strangers):
                raise ContactRefused(
                    _("In a class you can only meet people of your class.")
                    if player.pk in classes
                    else _("You cannot meet this person.")
                )

    def set_of(self, people: Sequence[Player]) -> int | None:
        classes = _classes(people)
        if not classes:
            return None
        self.check_contact(people[0], people[1:])
        return Classroom.objects.values_list("collection", flat=True).get(pk=next(iter(classes.values())))

    def sets_of(self, player: uuid.UUID) -> QuerySet[Collection]:
        return Collection.objects.filter(classroom__pupils__guest__player=player)

    def check_open(self, player: Player) -> None:
        if _classes([player]):
            raise ContactRefused(_("This is open to everybody, so it is not for pupils of a class."))

    def names(self, players: Iterable[Player], *, to: Player) -> Mapping[uuid.UUID, str]:
        """People of the class know its pupils by their names."""
        guests = {each.guest_id: each.pk for each in players if each.guest_id is not None}
        if not guests:
            return {}
        own = class_of(to)
        seen = Q(classroom=own) if own is not None else Q(classroom__in=taught_by(to))
        found = Pupil.objects.filter(seen, guest__in=guests)
        return {guests[each.guest_id]: name_of(each) for each in found}

    def talk_of(self, player: Player) -> TalkRules | None:
        classroom = class_of(player)
        return None if classroom is None else TalkRules([str(each) for each in PHRASES], classroom.free_talk)


def people_of(classroom: Classroom) -> QuerySet[Player]:
    """The pupils and the teachers who have been players."""
    edits = Q(
        user__joined_collections__collection=classroom.collection_id, user__joined_collections__editor=True
    )
    owns = Q(user__collections=classroom.collection_id)
    return Player.objects.filter(Q(guest__pupil__classroom=classroom) | owns | edits).distinct()


def name_of(pupil: Pupil) -> str:
    """How the class tells pupils apart: "Mia (fox)"."""
    animal = ANIMALS[pupil.animal].name if pupil.animal in ANIMALS else pupil.animal
    return _("%(name)s (%(animal)s)") % {"name": pupil.first_name, "animal": animal}


def _classes(people: Iterable[Player]) -> Mapping[uuid.UUID, int]:
    """The class of each pupil among them, by the players' keys."""
    guests = {each.guest_id: each.pk for each in people if each.guest_id is not None}
    if not guests:
        return {}
    found = Pupil.objects.filter(guest__in=guests).values_list("guest", "classroom")
    return {guests[guest]: classroom for guest, classroom in found}
