"""Static files: names that carry a hash of the content, served ahead of Django."""

from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from whitenoise import WhiteNoise
from whitenoise.storage import CompressedManifestStaticFilesStorage

from phylo.asgi_types import Application, Receive, Send

HASHED_NAME = r"\.[0-9a-f]{12}\.[^/]+$"


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the names in `import` and `export` lines of ES modules."""

    support_js_module_import_aggregation = True


class StaticFront:
    """Answers for the files of `root` below `prefix`, and passes everything else on to `application`.

    WhiteNoise's own middleware is synchronous: each request of the site would change threads twice for it.
    """

    def __init__(self, application: Application, *, root: Path, prefix: str) -> None:
        self.application = application
        root.mkdir(parents=True, exist_ok=True)
        self.files = WhiteNoise(
            None,
            root=root,
            prefix=prefix,
            allow_all_origins=False,
            immutable_file_test=HASHED_NAME,
            add_headers_function=forbid_sniffing,
        ).files

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        file = self.files.get(scope["path"]) if scope["type"] == "http" else None
        if file is None:
            await self.application(scope, receive, send)
            return
        response = file.get_response(scope["method"], wsgi_headers(scope))
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers]
        body = b""
        if response.file is not None:
            with response.file:
                body = response.file.read()
        await send({"type": "http.response.start", "status": int(response.status), "headers": headers})
        await send({"type": "http.response.body", "body": body})


def forbid_sniffing(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def wsgi_headers(scope: dict[str, Any]) -> dict[str, str]:
    """The request headers of an ASGI scope under their WSGI names."""
    return {
        "HTTP_" + name.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1")
        for name, value in scope["headers"]
    }
