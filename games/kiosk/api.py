"""The counts of a set's screens in halls."""

from rest_framework import serializers

from cards.sets.access import SetAction, own_set_or_404
from games.kiosk.models import KioskDay
from games.matches.api.resource import PlayersResource
from phylo.api.paging import Listed, list_of
from phylo.api.resource import operation


class KioskDaySerializer(serializers.ModelSerializer[KioskDay]):
    class Meta:
        model = KioskDay
        fields = ["day", "visits", "games", "lessons"]


class KioskDays(PlayersResource):
    tag = "collections"
    path_words = {"slug": "Slug of the set."}

    @operation(
        "listKioskDays",
        "Visits at the screens of a set",
        about="For its owner and the editors: how many visits, games and lessons each day had, latest first.",
        answer=list_of(KioskDaySerializer),
    )
    def get(self, slug: str) -> Listed[KioskDay]:
        collection = own_set_or_404(self.http, slug, SetAction.DESCRIBE)
        return Listed(list(KioskDay.objects.filter(collection=collection)))
