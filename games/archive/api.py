"""The archive in the API."""

from django.http import Http404, HttpResponseBase
from rest_framework import serializers

from cards.api.serializers import LICENCE
from games.archive.services.files import MonthFile, month_file, month_files
from phylo.api.fields import Link
from phylo.api.paging import Listed, list_of
from phylo.api.resource import AnyMediaType, Resource, operation
from phylo.http.file_response import file_response

MEDIA_TYPE = "application/gzip"


class MonthFileSerializer(serializers.Serializer[MonthFile]):
    name = serializers.CharField()
    month = serializers.DateField(help_text="Its first day; in UTC.")
    size = serializers.IntegerField(min_value=0, help_text="Bytes of the file.")
    sha256 = serializers.CharField(help_text="Of the file, hexadecimal.")
    games = serializers.DictField(
        child=serializers.IntegerField(min_value=1), help_text="How many games it has of each rule set."
    )
    written_at = serializers.DateTimeField(source="written")
    address = Link("api-archive-file", "name")
    licence = serializers.SerializerMethodField()

    def get_licence(self, _file: MonthFile) -> str:
        return LICENCE


class ArchiveIndex(Resource):
    tag = "archive"

    @operation(
        "listGameFiles",
        "All public games as files",
        about=(
            "A file for each month that is over, the latest first: JSON Lines, packed by gzip. A line has "
            "the record of a game, how it ended, and of each seat whether a person, a program or a level of "
            "the computer played, with what ready deck and what rating. People have no names there."
        ),
        answer=list_of(MonthFileSerializer),
    )
    def get(self) -> Listed[MonthFile]:
        return Listed(month_files())


class ArchiveFile(Resource):
    content_negotiation_class = AnyMediaType
    tag = "archive"
    path_words = {"name": "A `name` of the index."}
    keep = "public, max-age=31536000, immutable"

    @operation(
        "getGameFile",
        "The games of a month",
        about=(
            "What has a name never changes: keep it for ever. `Range` asks for a part, to go on where a "
            "download broke off."
        ),
        media=(MEDIA_TYPE,),
        also=(416,),
    )
    def get(self, name: str) -> HttpResponseBase:
        assert name == self.file.name
        etag = self.tag_of("")
        return file_response(self.http, self.file.path, size=self.file.size, etag=etag, media_type=MEDIA_TYPE)

    def stored(self) -> str | None:
        found = month_file(self.kwargs["name"])
        if found is None:
            raise Http404("no such file")
        self.file = found
        return ""

    def tag_of(self, said: str) -> str:
        return f'"{self.file.sha256}"'
