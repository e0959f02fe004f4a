"""The bulk files in the API."""

from django.http import Http404, HttpResponseBase

from cards.api.serializers import BulkFileSerializer
from cards.api.version import code_version
from cards.services.bulk import BulkFile as File
from cards.services.bulk import bulk_files, bulk_path
from phylo.api.paging import Listed, list_of
from phylo.api.resource import AnyMediaType, Resource, operation
from phylo.http.file_response import file_response

MEDIA_TYPES = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
PACKED = "application/gzip"


class BulkIndex(Resource):
    tag = "bulk"

    @operation(
        "listBulkFiles",
        "All cards as files",
        about=(
            "The newest first. They are written once a day, and soon after a card has changed; the newest "
            "three exports are kept. JSON Lines has the card objects of this API without addresses, CSV the "
            "columns of the project's card file. Both can be imported again."
        ),
        answer=list_of(BulkFileSerializer),
    )
    def get(self) -> Listed[File]:
        return Listed(bulk_files())

    def stored(self) -> str | None:
        newest = next(iter(bulk_files()), None)
        return f"{code_version()} {newest.name if newest else ''}"


class BulkFile(Resource):
    content_negotiation_class = AnyMediaType
    tag = "bulk"
    path_words = {"name": "A `name` of the index."}
    keep = "public, max-age=31536000, immutable"

    @operation(
        "getBulkFile",
        "A bulk file",
        about=(
            "What has a name never changes: keep it for ever. `Range` asks for a part, to go on where a "
            "download broke off. Packed files end in `.gz` and stay packed on the way."
        ),
        media=("application/x-ndjson", "text/csv", PACKED),
        also=(416,),
    )
    def get(self, name: str) -> HttpResponseBase:
        try:
            return file_response(
                self.http,
                self.path,
                size=self.file.size,
                etag=self.tag_of(""),
                media_type=PACKED if self.file.compression else MEDIA_TYPES[self.file.kind],
            )
        except FileNotFoundError:
            # It was dropped just now to make room for a newer one.
            raise Http404("no such file") from None

    def stored(self) -> str | None:
        found = bulk_path(self.kwargs["name"])
        if found is None:
            raise Http404("no such file")
        self.file, self.path = found
        return ""

    def tag_of(self, said: str) -> str:
        return f'"{self.file.sha256}"'
