"""
The copy that the site itself offers: kept, opened by itself when the site cannot be reached, played, and left
again when it can. The network is cut by stopping the site.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from games.lessons.shipped import course
from tests.browser.axe import OF_COLOURS, too_small, too_wide, violations, violations_in_both_themes
from tests.browser.members import sign_in
from tests.browser.offline.device import PAGE, STARTED, Device
from tests.browser.offline.test_static_copy import GAMES, solve
from tests.browser.puzzles.test_puzzles import a_puzzle
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


@pytest.fixture
def start_browser(
    browser_type: BrowserType, browser_type_launch_args: dict, browser_context_args: dict, tmp_path: Path
) -> Callable[[], AbstractContextManager[BrowserContext]]:
    """A process of its own with what the one before has kept, as of an installed app that is begun again."""
    how = browser_type_launch_args | browser_context_args
    return lambda: browser_type.launch_persistent_context(tmp_path / "profile", **how)


def build_deck(device: Device) -> None:
    device.open("/decks/new/")
    device.site.get_by_label("Name").fill("Meadow of the train")
    device.site.get_by_role("radio", name="No cards").check()
    device.site.get_by_role("button", name="Begin").click()
    device.page.wait_for_url("**/build/**", timeout=PAGE)
    device.site.locator("#q").fill("gray wolf")
    expect(device.site.locator("#found")).to_have_attribute("data-text", "gray wolf")
    device.site.locator("#card-gray-wolf").click()
    expect(device.site.locator("[data-total]")).to_have_text(re.compile("^1"))
    expect(device.site.locator("#saved")).to_have_text("Saved")


def end_a_game(device: Device, rules: str) -> None:
    """Resigned after an action where the rules allow that; a drafting game is played by first choices."""
    device.open("/")
    match = device.send(*GAMES[rules]).strip("/").split("/")[-1]
    device.open(f"/matches/{match}/")
    act(device, match)
    if rules.startswith("phylo"):
        device.ask(f"matches/{match}/resign/", {})
    while not device.ask(f"matches/{match}/")["result"]:
        if device.ask(f"matches/{match}/view/")["legal"]:
            act(device, match)
        else:
            device.page.wait_for_timeout(50)


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


MADE = len(GAMES) + 4  # with a game that is not over, a lesson, a puzzle and a deck


def test_what_was_made_in_the_app_without_a_network_is_in_the_account_once(
    offering: Site, start_browser: Callable[[], AbstractContextManager[BrowserContext]]
):
    with start_browser() as browser:
        page = browser.new_page()
        page.goto(f"{offering.url}/offline/")
        keep(page)
    offering.stop()
    try:
        with start_browser() as browser:
            page = browser.new_page()
            # Where the manifest of the app begins.
            page.goto(f"{offering.url}/")
            device = Device(page, offering.url)
            device.wait()
            live_without_network(device)
            take = page.get_by_role("button", name="Take it to my account")
            take.click()
            expect(page.get_by_text("by itself when the network is back")).to_be_visible()
            assert violations(page, OF_COLOURS) == []

            offering.start()
            page.evaluate("dispatchEvent(new Event('online'))")
            expect(page.get_by_role("link", name="Sign in first.")).to_be_visible()
            sign_in(browser, offering, "Ada of the train")
            # Back from signing in.
            page.goto(f"{offering.url}/offline/here/")
            device.wait()
            result = page.get_by_role("link", name="What became of it")
            expect(result).to_be_visible(timeout=PAGE)
            result.click()
            expect(page.get_by_text("All of it is here.")).to_be_visible(timeout=PAGE)
            assert counts(page) == ["Taken", str(MADE), "Already there", "0", "Refused", "0"]
            assert len(json.loads(page.evaluate(DATA))["decks"]) == 1

            page.goto(f"{offering.url}/offline/here/")
            device.wait()
            take.click()
            page.wait_for_url("**/account/data/imports/*/", timeout=PAGE)
            expect(page.get_by_text("All of it is here.")).to_be_visible(timeout=PAGE)
            assert counts(page) == ["Taken", "0", "Already there", str(MADE), "Refused", "0"]
    finally:
        if offering.process.poll() is not None:
            offering.start()


DATA = "fetch('/account/data/').then((answer) => answer.text())"


def counts(page: Page) -> list[str]:
    return page.locator(".transfer-counts :is(dt, dd)").all_inner_texts()


def live_without_network(device: Device) -> None:
    for rules in GAMES:
        end_a_game(device, rules)
    lesson = next(
        each for each in course().lessons.values() if all(action["do"] == "play" for action in each.solution)
    )
    solve(device, f"/learn/{lesson.key}/", lesson.solution)
    expect(device.site.locator("[data-outcome]")).to_contain_text(lesson.after)
    puzzle = a_puzzle(0)
    solve(device, f"/puzzles/{puzzle.key}/", puzzle.lines[0])
    expect(device.site.get_by_role("region", name=re.compile("^Puzzle"))).to_contain_text("Solved.")
    build_deck(device)
    match = device.send("/matches/", {"deck": "uluru", "level": "mouse"}).strip("/").split("/")[-1]
    device.open(f"/matches/{match}/")
    act(device, match)
    device.open("/lobby/")
    expect(device.site.get_by_text("nobody else is here")).to_be_visible()
