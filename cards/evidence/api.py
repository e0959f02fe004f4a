"""Data sets in the API."""

from django.db.models import Count, Max
from rest_framework import serializers

from cards.evidence.models import DataSet
from cards.search.api.resource import CardResource
from phylo.api.paging import Listed, list_of
from phylo.api.resource import operation


class DataSetSerializer(serializers.Serializer[DataSet]):
    """A published data set in one version."""

    key = serializers.CharField(help_text="What sources of values name it by.")
    title = serializers.CharField()
    version = serializers.CharField()
    citation = serializers.CharField()
    licence = serializers.CharField(help_text="An SPDX identifier, or the words of those who published it.")
    address = serializers.URLField()


class DataSets(CardResource):
    tag = "cards"

    def stored(self) -> str | None:
        newest = DataSet.objects.aggregate(newest=Max("changed_at"), count=Count("pk"))
        return f"{super().stored()} {newest}"

    @operation(
        "listDataSets",
        "Data sets",
        about="Published data sets from which values of cards follow; whoever shows one cites it.",
        answer=list_of(DataSetSerializer),
    )
    def get(self) -> Listed[DataSet]:
        return Listed([*DataSet.objects.order_by("key")])
