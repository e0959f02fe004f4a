"""A copy of the site without a server, given out by Python's plain file server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.offline.device import Device
from tests.services.file_server import FileServer


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
