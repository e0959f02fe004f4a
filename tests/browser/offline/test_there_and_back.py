"""A game begun on a site goes on in a copy without a server, and comes back by a file."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.browser.axe import too_wide, violations_in_both_themes
from tests.browser.offline.device import ASK, PAGE, SEND, Device
from tests.services.processes import until
from tests.services.site import Site

pytestmark = pytest.mark.once

Ask = Callable[..., Any]


def test_a_game_goes_on_in_the_copy_and_comes_back(page: Page, copy: Device, site: Site):
    def online(*asked: object) -> Any:
        return page.evaluate(ASK, [*asked, None][:2])

    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url)
    match = page.evaluate(SEND, ["/matches/", {"deck": "uluru", "level": "mouse"}]).strip("/").split("/")[-1]
    page.goto(f"{site.url}/matches/{match}/")
    act(online, match)
    copy.open("/account/data/import/")
    expect(copy.site.get_by_label("The file")).to_be_visible()
    expect(copy.site.get_by_text("Sign in first")).to_have_count(0)
    bring(copy.site, file_of(page, page))
    expect(copy.site.get_by_text("All of it is here.")).to_be_visible(timeout=PAGE)
    copy.open(f"/matches/{match}/")
    expect(copy.site.locator("#table, [data-table], main").first).to_be_visible(timeout=PAGE)
    act(copy.ask, match)
    further = file_of(copy.page, copy.site)

    page.goto(f"{site.url}/account/data/import/")
    bring(page, further)
    expect(page.get_by_text("All of it is here.")).to_be_visible(timeout=PAGE)
    page.goto(f"{site.url}/matches/{match}/")
    assert steps(file_of(page, page), match) == steps(further, match)
    # Now it goes on in both places.
    act(online, match, which=0)
    act(copy.ask, match, which=-1)
    other = file_of(copy.page, copy.site)
    page.goto(f"{site.url}/account/data/import/")
    bring(page, other)
    expect(page.get_by_text("It went two ways")).to_be_visible(timeout=PAGE)
    assert violations_in_both_themes(page) == []
    assert not too_wide(page)
    page.get_by_role("button", name="Keep the one in the file").press("Enter")
    expect(page.get_by_text("All of it is here.")).to_be_visible(timeout=PAGE)
    assert steps(file_of(page, page), match) == steps(other, match)


def act(ask: Ask, match: str, which: int = 0) -> None:
    """One action, when it is one's turn; the computer has answered when it is again."""
    seen = until(lambda: (found := ask(f"matches/{match}/view/"))["legal"] and found)
    action = {name: value for name, value in seen["legal"][which].items() if name != "seat"}
    ask(
        f"matches/{match}/actions/",
        {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"},
    )
    until(lambda: ask(f"matches/{match}/view/")["legal"])


def file_of(page: Page, site: Page | Frame) -> str:
    """By the page that takes along, shown by the page or a frame of it."""
    site.goto(re.sub(r"(//[^/]+/).*", r"\1account/data/import/", site.url))
    with page.expect_download() as download:
        site.get_by_role("button", name="Download the file").click()
    return download.value.path().read_text()


def bring(page: Page | Frame, content: str) -> None:
    file = {"name": "phylo.json", "mimeType": "application/json", "buffer": content.encode()}
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Bring it").click()


def steps(file: str, match: str) -> list[dict]:
    [found] = [each for each in json.loads(file)["running"] if each["match"] == match]
    actions: list[dict] = found["game"]["actions"]
    return actions
