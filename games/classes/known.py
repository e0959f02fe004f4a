from games.classes.models import Pupil
from games.matches.waiting import KnownGuest


class KnownPupil(KnownGuest):
    """`pupil`: the visitor as pupil of a class."""

    name = "pupil"
    column = "guest__pupil"

    def read(self, number: int) -> Pupil:
        return Pupil.objects.select_related("classroom__collection").get(pk=number)
