"""Headless Chromium on the whole site. `page` comes from pytest-playwright; page.goto("/") opens the site."""

import pytest

from tests.services import programs
from tests.services.site import Site


@pytest.fixture(scope="session")
def base_url(site: Site) -> str:
    return site.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    # A container of root has no sandbox; the rest keeps the browser from calling home.
    args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--no-first-run"]
    args += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return browser_type_launch_args | {"executable_path": programs.chromium(), "args": args}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    return browser_context_args | {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
