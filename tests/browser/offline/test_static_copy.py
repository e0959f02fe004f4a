"""
The copy without a server: fetched once, and then with the network cut a game of each rule set to its end, a
lesson, a puzzle and a deck; games and decks are there again after a reload.
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, expect

from games.lessons.shipped import course
from tests.browser.axe import violations_in_both_themes
from tests.browser.offline.device import PAGE, Device, play_out
from tests.browser.puzzles.test_puzzles import a_puzzle
from tests.browser.table_page import TablePage
from tests.services.file_server import FileServer

pytestmark = pytest.mark.once

AGAINST_MOUSE = {"seat_2": "computer", "level": "mouse", "clock": "none", "key": "against-mouse-0001"}
GAMES = {
    "phylo-1.4a": ("/matches/", {"deck": "uluru", "level": "mouse"}),
    "phylo-1.3": ("/matches/", {"deck": "barmah-forest", "rules": "phylo-1.3", "level": "mouse"}),
    "ecosystem": ("/tables/new/", AGAINST_MOUSE | {"rules": "ecosystem"}),
    "coral-reef": ("/tables/new/", AGAINST_MOUSE | {"rules": "coral-reef", "key": "against-mouse-0002"}),
}
BEGIN = ("/", "/archive/", "/sets/new/", "/tournaments/new/")
LEFT_OUT = re.compile(r"^/static/|/stream/$")


def test_it_says_its_size_before_it_fetches(page: Page, file_server: FileServer):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{file_server.url}/")
    expect(page.locator("[data-part=offer]")).to_contain_text(re.compile(r"fetches \d+(\.\d)? MB once"))
    assert not [url for url in asked if "pyodide" in url or "site.zip" in url]
    assert violations_in_both_themes(page) == []


@pytest.mark.parametrize("rules", GAMES)
def test_a_game_to_its_end(copy: Device, rules: str):
    copy.open("/")
    match = copy.send(*GAMES[rules]).strip("/").split("/")[-1]
    copy.open(f"/matches/{match}/")
    play_out(copy.ask, match)
    # A second worker has thought, and kept its memory.
    assert copy.page.evaluate("caches.match('/offline/memory-of-thinker').then(Boolean)")
    # The page that was open all the time has followed by its stream.
    expect(copy.site.locator(".result, .draft-result").first).to_be_attached(timeout=PAGE)
    copy.reload()
    assert copy.page.url == f"{copy.url}/matches/{match}/"
    expect(copy.site.locator(".result, .draft-result").first).to_be_attached(timeout=PAGE)


def test_a_lesson(copy: Device):
    lessons = course().lessons.values()
    lesson = next(each for each in lessons if all(action["do"] == "play" for action in each.solution))
    solve(copy, f"/learn/{lesson.key}/", lesson.solution)
    expect(copy.site.locator("[data-outcome]")).to_contain_text(lesson.after)


def test_a_puzzle(copy: Device):
    puzzle = a_puzzle(0)
    solve(copy, f"/puzzles/{puzzle.key}/", puzzle.lines[0])
    expect(copy.site.get_by_role("region", name=re.compile("^Puzzle"))).to_contain_text("Solved.")


def solve(copy: Device, address: str, actions: Sequence[Mapping[str, Any]]) -> None:
    copy.open(address)
    table = TablePage(cast("Page", copy.site))
    expect(table.main).to_have_attribute("data-ready", "", timeout=PAGE)
    for action in actions:
        table.play({"source": f"hand:{action['card']}", "at": action["at"]})


def test_a_deck_is_built_and_found_again(copy: Device):
    copy.open("/decks/new/")
    copy.site.get_by_label("Name").fill("Meadow of mine")
    copy.site.get_by_role("radio", name="No cards").check()
    copy.site.get_by_role("button", name="Begin").click()
    copy.page.wait_for_url("**/build/**", timeout=PAGE)
    expect(copy.site.locator("#saved")).to_have_text("Saved")
    copy.site.locator("#q").fill("gray wolf")
    expect(copy.site.locator("#found")).to_have_attribute("data-text", "gray wolf")
    copy.site.locator("#card-gray-wolf").click()
    expect(copy.site.locator("[data-total]")).to_have_text(re.compile("^1"))
    expect(copy.site.locator("#saved")).to_have_text("Saved")
    copy.reload()
    expect(copy.site.locator('[data-row][data-name="Gray Wolf"]').first).to_be_attached(timeout=PAGE)


def test_a_second_tab_and_what_is_left_when_the_first_is_closed(copy: Device):
    copy.open("/cards/lion/")
    second = Device(copy.page.context.new_page(), copy.url)
    second.page.goto(f"{copy.url}/rules/")
    second.wait()
    expect(second.page).to_have_title(re.compile("how to play"))
    second.page.close()
    copy.open("/decks/")
    expect(copy.page).to_have_url(f"{copy.url}/decks/")


def test_every_link_leads_somewhere(copy: Device):
    """Of pages of a kind, one. What needs a server says so; nothing else is asked (`page_errors`)."""
    waiting, kinds = [(address, "") for address in BEGIN], set[str | None]()
    wrong, read = [], 0
    while waiting:
        address, seen_on = waiting.pop(0)
        path = urlsplit(address).path
        if LEFT_OUT.search(path):
            continue
        try:
            kind = resolve(path).view_name
        except Resolver404:
            wrong.append(f"{address} on {seen_on}: there is no such page")
            continue
        if kind in kinds:
            continue
        kinds.add(kind)
        status, content = copy.fetched(address)
        if status not in {HTTPStatus.OK, HTTPStatus.NOT_IMPLEMENTED}:
            wrong.append(f"{address} on {seen_on}: {status}")
        elif content.startswith("text/html"):
            copy.open(address)
            read += 1
            wrong += [f"{each} on {address}" for each in copy.broken_pictures]
            waiting += [(each, address) for each in copy.links]
    assert wrong == []
    assert read > 40, kinds
