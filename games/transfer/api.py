"""Bringing what was made elsewhere, for programs and for the copy of the site on a device."""

from http import HTTPStatus

from django.http import Http404
from rest_framework import serializers

from games.matches.api.resource import PlayersResource
from games.transfer.models import DataImport, ImportItem
from games.transfer.pages import check_number
from games.transfer.services.importing import begin_import, counts
from games.transfer.services.reading import MOST_BYTES
from phylo.accounts.tokens import Scope
from phylo.api.fields import Link
from phylo.api.resource import operation
from phylo.jobs.models import Status

Outcome = ImportItem.Outcome


class DataImportSerializer(serializers.Serializer[DataImport]):
    status = serializers.ChoiceField(Status.values)
    done = serializers.IntegerField(min_value=0, help_text="How many items are looked at.")
    total = serializers.IntegerField(min_value=0)
    taken = serializers.IntegerField(min_value=0)
    known = serializers.IntegerField(min_value=0, help_text="What was here already.")
    changed = serializers.IntegerField(min_value=0, help_text="Decks and games that went on here too.")
    refused = serializers.IntegerField(min_value=0)
    page = Link("data-imported", "pk", help_text="The page that tells what became of each.")
    api = Link("api-data-import", "pk")

    def to_representation(self, found: DataImport) -> dict[str, object]:
        said = counts(found)
        for outcome in (Outcome.TAKEN, Outcome.KNOWN, Outcome.CHANGED, Outcome.REFUSED):
            setattr(found, outcome, said[outcome])
        return super().to_representation(found)


class DataImports(PlayersResource):
    tag = "transfer"
    scope = Scope.EDIT

    @operation(
        "bringData",
        "Bring what was made elsewhere",
        about=(
            "The body is a file that a site or a copy of it on a device has written (“download my data”). "
            "Each of its games, decks, sets, lessons and puzzles is judged again and taken once; sending the "
            "same again changes nothing."
        ),
        answer=DataImportSerializer,
        status=HTTPStatus.ACCEPTED,
        also=(HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY),
    )
    def post(self) -> DataImport:
        check_number(self.http)
        return begin_import(player=self.player, content=self.http.read(MOST_BYTES + 1))


class DataImportDetail(PlayersResource):
    tag = "transfer"
    path_words = {"number": "At the end of its address."}

    @operation(
        "getDataImport",
        "What became of what was brought",
        about="How far it is, and how many were taken. Only for whoever brought it.",
        answer=DataImportSerializer,
    )
    def get(self, number: int) -> DataImport:
        found = DataImport.objects.filter(pk=number, player=self.player_id).first()
        if found is None:
            raise Http404("no such import of yours")
        return found
