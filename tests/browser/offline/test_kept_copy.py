"""
The copy that the site itself offers: kept, opened by itself when the site cannot be reached, played, and left
again when it can. The network is cut by stopping the site.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import OF_COLOURS, too_small, too_wide, violations, violations_in_both_themes
from tests.browser.offline.device import PAGE, STARTED, Device
from tests.services.site import Site

pytestmark = pytest.mark.once

LEFT = """async () => ({
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  caches: (await caches.keys()).length,
  databases: (await indexedDB.databases()).length,
})"""
FEW = 3  # actions of one's own


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory, prepared: Path, static_copy: Path) -> Iterator[Site]:
    """A site that has a copy to keep."""
    site = Site(tmp_path_factory.mktemp("offering"), like=prepared)
    (site.folder / "static-copy").symlink_to(static_copy)
    with site:
        yield site


def keep(page: Page) -> None:
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_role("heading", name="Kept on this device")).to_be_focused(timeout=STARTED)


def act(device: Device, match: str) -> None:
    while not (seen := device.ask(f"matches/{match}/view/"))["legal"]:
        device.page.wait_for_timeout(50)
    action = {name: value for name, value in seen["legal"][0].items() if name != "seat"}
    sent = {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"}
    device.ask(f"matches/{match}/actions/", sent)


def test_who_does_not_press_gets_nothing(offering: Site, context: BrowserContext, page: Page):
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url.removeprefix(offering.url)))
    page.goto(offering.url)
    page.get_by_role("link", name="Keep for offline").click()
    expect(page.locator("[data-part=offer]")).to_contain_text(re.compile(r"\d+\.\d MB are fetched once"))
    assert violations_in_both_themes(page) == []
    assert page.evaluate(LEFT) == {"workers": 0, "caches": 0, "databases": 0}
    assert not [url for url in asked if url.startswith(("/sw.js", "/offline/manifest", "/offline/files"))]


def test_cancelled_half_way_nothing_is_left(offering: Site, context: BrowserContext, page: Page):
    page.goto(f"{offering.url}/offline/")
    context.route("**/offline/files/offline/site.zip.xz", lambda route: None)
    page.get_by_role("button", name="Keep for offline").click()
    cancel = page.get_by_role("button", name="Cancel")
    expect(cancel).to_be_focused()
    expect(page.locator("[data-amount]")).to_contain_text(" of ")
    cancel.press("Enter")
    expect(page.get_by_role("button", name="Keep for offline")).to_be_focused()
    assert page.evaluate(LEFT) == {"workers": 0, "caches": 0, "databases": 0}


def test_on_a_phone(offering: Site, phone: Page):
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"{offering.url}/offline/")
    expect(phone.get_by_role("button", name="Keep for offline")).to_be_visible()
    assert not too_wide(phone)
    assert too_small(phone, ".offline :is(button, a)") == []


def test_kept_played_without_the_network_left_and_removed(offering: Site, page: Page):
    page.goto(f"{offering.url}/offline/")
    keep(page)
    assert violations_in_both_themes(page) == []
    page.goto(f"{offering.url}/rules/")
    assert page.locator("iframe").count() == 0

    offering.stop()
    page.goto(f"{offering.url}/cards/?q=wolf")
    device = Device(page, offering.url)
    device.wait()
    expect(page).to_have_url(f"{offering.url}/offline/here/cards/?q=wolf")
    expect(page.get_by_role("status").first).to_contain_text("There is no network.")
    # Its heading and main part are in the frame.
    assert violations(page, OF_COLOURS) == []
    device.open("/")
    match = device.send("/matches/", {"deck": "uluru", "level": "mouse"}).strip("/").split("/")[-1]
    device.open(f"/matches/{match}/")
    for _action in range(FEW):
        act(device, match)
    version = device.ask(f"matches/{match}/")["version"]
    device.reload()
    expect(page).to_have_url(f"{offering.url}/offline/here/matches/{match}/")
    assert device.ask(f"matches/{match}/")["version"] >= version

    offering.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    back = page.get_by_role("link", name="Back to the site")
    expect(back).to_be_visible()
    # The copy stays the copy until it is left.
    page.reload()
    device.wait()
    act(device, match)
    back.click()
    expect(page).to_have_url(f"{offering.url}/", timeout=PAGE)
    assert page.locator("iframe").count() == 0
    assert page.evaluate(f"fetch('/api/v1/matches/{match}/').then(({{ status }}) => status)") == 401

    page.goto(f"{offering.url}/offline/")
    page.get_by_role("button", name="Remove it").click()
    sure = page.get_by_role("dialog", name="Remove the copy?")
    expect(sure).to_contain_text("What you made in it goes too")
    sure.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("heading", name="Kept on this device")).to_be_visible()
    page.get_by_role("button", name="Remove it").click()
    sure.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Keep for offline")).to_be_focused()
    assert page.evaluate(LEFT) == {"workers": 0, "caches": 0, "databases": 0}
