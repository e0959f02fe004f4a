"""The bulk files as addresses."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from cards.api.files import file_response
from cards.api.resource import Resource
from cards.api.views import LICENCE
from cards.services.bulk import bulk_files, bulk_path
from phylo.api.resource import AnyMediaType

MEDIA_TYPES = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
PACKED = "application/gzip"


class BulkIndex(Resource):
    operation = "listBulkFiles"
    tag = "bulk"
    summary = gettext_lazy("All cards as files")
    about = gettext_lazy(
        "The newest first. They are written once a day, and soon after a card has changed; the newest three "
        "exports are kept. JSON Lines has the card objects of this API without addresses, CSV the columns of "
        "the project's card file. Both can be imported again."
    )
    shape = "BulkIndex"
    examples = ("/api/v1/bulk/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        found = [
            {
                **{"written_at" if name == "date" else name: said for name, said in asdict(file).items()},
                "address": self.at.full(reverse("api-bulk-file", args=[file.name])),
                "licence": LICENCE,
            }
            for file in bulk_files()
        ]
        return {"count": len(found), "results": found}

    def tag_of(self, request: Request, *facts: str) -> str:
        newest = next(iter(bulk_files()), None)
        return super().tag_of(request, newest.name if newest else "", *facts)


class BulkFile(Resource):
    content_negotiation_class = AnyMediaType
    operation = "getBulkFile"
    tag = "bulk"
    summary = gettext_lazy("A bulk file")
    about = gettext_lazy(
        "What has a name never changes: keep it for ever. `Range` asks for a part, to go on where a download "
        "broke off. Packed files end in `.gz` and stay packed on the way."
    )
    places = {
        "name": {
            "type": "string",
            "pattern": r"^cards-[0-9]{8}T[0-9]{6}Z\.(jsonl|csv)(\.gz)?$",
            "description": gettext_lazy("A `name` of the index."),
        }
    }
    media = ("application/x-ndjson", "text/csv", PACKED)
    refusals = (400, 404, 405, 416, 429)
    examples = ("/api/v1/bulk/{file}",)
    keep: ClassVar[str] = "public, max-age=31536000, immutable"

    @classmethod
    def shape_schema(cls) -> dict[str, Any]:
        return {"type": "string"}

    def get(self, request: Request, **place: Any) -> HttpResponseBase:
        found = bulk_path(place["name"])
        if found is None:
            raise Http404("no such file")
        self.file, self.path = found
        return super().get(request, **place)

    def tag_of(self, request: Request, *facts: str) -> str:
        return f'"{self.file.sha256}"'

    def answer(self, given: dict[str, Any], **place: Any) -> HttpResponseBase:
        media_type = PACKED if self.file.compression else MEDIA_TYPES[self.file.kind]
        try:
            return file_response(
                self.request._request,
                self.path,
                size=self.file.size,
                etag=self.tag_of(self.request),
                media_type=media_type,
            )
        except FileNotFoundError:
            # It made room for a newer one just now.
            raise Http404("no such file") from None
