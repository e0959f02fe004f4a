"""A copy of the site without a server, given out by Python's plain file server."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.browser.offline.device import Device


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


@pytest.fixture
def file_server(static_copy: Path) -> Iterator[FileServer]:
    server = FileServer(static_copy)
    yield server
    server.close()


@pytest.fixture(scope="session")
def base_url() -> str:
    """Nothing here needs the site's server."""
    return ""


@pytest.fixture(scope="module")
def copy(browser: Browser, browser_context_args: dict, static_copy: Path) -> Iterator[Device]:
    """A browser that has fetched the copy; since then the network is cut."""
    server = FileServer(static_copy)
    with browser.new_context(**browser_context_args) as context:
        copy = Device(context.new_page(), server.url)
        copy.fetch()
        server.close()
        yield copy
