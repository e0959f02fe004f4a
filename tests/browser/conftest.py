"""Headless Chromium on the whole site. `page` comes from pytest-playwright; page.goto("/") opens the site."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.browser import stage
from tests.services import programs
from tests.services.site import Site

# A page may be slow on a busy machine; what never comes fails all the same.
expect.set_options(timeout=30_000)
HERE = {"127.0.0.1", "localhost"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def base_url(site: Site) -> str:
    return site.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    # There is no sandbox for root in a container; the rest keeps the browser from calling home.
    args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--no-first-run"]
    args += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return browser_type_launch_args | {"executable_path": programs.chromium(), "args": args}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    return browser_context_args | {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="session")
def page_errors(browser: Browser) -> list[str]:
    """On any page of any visitor: uncaught errors, those on the console, and requests of other sites."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # Chromium and htmx also report every refusal and lost connection there, as when a page is left.
        # Pages handle these, but not a missing file of the site.
        lost = message.text.startswith(("Failed to load resource", "htmx:sendError"))
        if message.type == "error" and (not lost or "/static/" in message.location["url"]):
            errors.append(message.text)

    def look(request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme in {"http", "https", "ws", "wss"} and asked.hostname not in HERE:
            errors.append(f"asked another site: {request.url}")

    def watch(context: BrowserContext) -> None:
        context.on("request", look)
        context.on("weberror", lambda error: errors.append(f"{error.page.url}: {error.error}"))
        context.on("console", note)

    browser.on("context", watch)
    return errors


@pytest.fixture(autouse=True)
def _no_page_errors(page_errors: list[str]) -> Iterator[None]:
    page_errors.clear()
    yield
    assert page_errors == []


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict) -> Iterator[Page]:
    with browser.new_context(**browser_context_args | PHONE) as context:
        yield context.new_page()


@pytest.fixture
def plain(browser: Browser, browser_context_args: dict) -> Iterator[Page]:
    """A browser without scripts."""
    with browser.new_context(**browser_context_args | {"java_script_enabled": False}) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def readers(browser: Browser, browser_context_args: dict) -> Iterator[BrowserContext]:
    """One visitor for all tests that only look, so that files are fetched and compiled once."""
    with browser.new_context(**browser_context_args) as context:
        yield context


@pytest.fixture
def reader(readers: BrowserContext) -> Iterator[Page]:
    """A page for a test that only looks."""
    with readers.new_page() as page:
        yield page


@pytest.fixture(scope="session")
def phone_readers(browser: Browser, browser_context_args: dict) -> Iterator[BrowserContext]:
    with browser.new_context(**browser_context_args | PHONE) as context:
        yield context


@pytest.fixture
def phone_reader(phone_readers: BrowserContext) -> Iterator[Page]:
    with phone_readers.new_page() as page:
        yield page


@pytest.fixture(scope="session", autouse=True)
def _stage_hands() -> Iterator[None]:
    yield
    stage.dismiss()
