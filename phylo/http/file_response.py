"""A file as a response, whole or in part, never loaded into memory."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import IO

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _

from phylo.http.problems import problem

BLOCK = 256 * 1024


def file_response(
    request: HttpRequest, path: Path, *, size: int, etag: str, media_type: str
) -> HttpResponseBase:
    """Status 200, or 206 or 416 for a `Range`. Raises FileNotFoundError if the file is gone."""
    headers = {
        "Accept-Ranges": "bytes",
        "Content-Disposition": f'attachment; filename="{path.name}"',
        # Hash and size are those of the bytes sent: nothing on the way may compress them.
        "Content-Encoding": "identity",
    }
    first, last = 0, size - 1
    status = HTTPStatus.OK
    wanted = request.headers.get("Range", "")
    # A part of another version would not fit.
    if wanted and request.headers.get("If-Range", etag) == etag and (part := _part(wanted, size)):
        first, last = part
        if first > last:
            refused = problem("range", _("The file ends before that."))
            refused.headers["Content-Range"] = f"bytes */{size}"
            return refused
        status = HTTPStatus.PARTIAL_CONTENT
        headers["Content-Range"] = f"bytes {first}-{last}/{size}"
    headers["Content-Length"] = str(last - first + 1)
    if request.method == "HEAD":
        path.stat()
        return HttpResponse(status=status, content_type=media_type, headers=headers)
    blocks = Later if isinstance(request, ASGIRequest) else Now
    content = blocks(path.open("rb"), first, last)
    return StreamingHttpResponse(content, status=status, content_type=media_type, headers=headers)


def _part(wanted: str, size: int) -> tuple[int, int] | None:
    """First and last byte of the requested range; None unless exactly one is requested."""
    match = re.fullmatch(r"bytes=([0-9]{0,18})-([0-9]{0,18})", wanted.strip())
    if match is None or match.group() == "bytes=-":
        return None
    first, last = match.groups()
    if not first:
        length = int(last)
        return (max(0, size - length), size - 1) if length else (size, size - 1)
    if last and int(last) < int(first):
        return None
    return int(first), min(int(last), size - 1) if last else size - 1


class Blocks:
    """The bytes from `first` to `last` of an open file, which the response closes."""

    def __init__(self, file: IO[bytes], first: int, last: int) -> None:
        self.file = file
        self.left = last - first + 1
        file.seek(first)

    def read(self) -> bytes:
        """The next bytes, empty at the end."""
        block = self.file.read(min(BLOCK, self.left))
        self.left -= len(block)
        return block

    def close(self) -> None:
        self.file.close()


class Now(Blocks):
    def __iter__(self) -> Iterator[bytes]:
        while block := self.read():
            yield block


class Later(Blocks):
    """Reads in threads, so that other requests do not wait for the disk."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while block := await asyncio.to_thread(self.read):
            yield block
