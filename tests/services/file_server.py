"""Python's plain file server, which gives out a copy of the site without a server."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Quiet(SimpleHTTPRequestHandler):
    def log_request(self, *arguments: object) -> None:
        pass


class FileServer:
    """It gives out a folder until it is closed."""

    def __init__(self, folder: Path, handler: type[Quiet] = Quiet) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
