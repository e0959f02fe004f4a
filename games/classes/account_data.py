"""The account data of classes: pupils, who are guests and go with their class."""

import uuid
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.classes.models import Pupil
from games.classes.services import ending
from games.matches.player_data import PlayerData
from phylo.accounts.kept import Kept
from phylo.accounts.models import Guest, User

KEPT = (
    Kept(
        what=_(
            "Classes, and of their pupils a first name, an animal as picture, when they joined, and what "
            "they make and play; the code of a pupil’s card only in a form from which nobody can read it"
        ),
        whose=_("Pupils of a class"),
        why=_("So that a child can come back without an account. Only the class sees the names."),
        how_long=_("Until the class ends, a year at most, or the teacher takes out the pupil."),
        besides={
            "classes.Pupil.guest": "A pupil has no account, and so no download: the teacher has the class’s.",
            "classes.ClassWork.user": "That a class was ended or packed is told with the class.",
        },
        tables=("classes.Classroom",),
    ),
)


class Classes(PlayerData):
    kept = KEPT

    def binds(self, *, guest: uuid.UUID) -> bool:
        return Pupil.objects.filter(guest=guest).exists()

    def erase(self, *, guest: Guest) -> None:
        Pupil.objects.filter(guest=guest).delete()

    def release(self, *, user: User) -> None:
        ending.release(user=user)

    def idle(self, before: datetime) -> Q:
        return Q(guest__pupil=None)
