"""Puzzles: solved with the mouse, by keys and by touch; after a wrong answer the best line plays itself."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from engine.puzzles.files import read_file
from engine.puzzles.puzzle import Puzzle
from games.puzzles.services.loading import FOLDER
from tests.browser.table_page import TablePage
from tests.services.site import Site


def a_puzzle(number: int) -> Puzzle:
    """One whose best line lays two cards on empty spaces."""
    found = [
        puzzle
        for path in sorted(Path(FOLDER).glob("*.jsonl"))
        for puzzle in read_file(path)
        if puzzle.length == 2
        and all(
            action["do"] == "play"
            and not action.get("under")
            and action["at"] not in [space["at"] for space in puzzle.record["position"]["spaces"]]
            for action in puzzle.lines[0]
        )
    ]
    return found[number]


def opened(page: Page, site: Site, puzzle: Puzzle) -> TablePage:
    table = TablePage(page)
    table.hurry(site.url)
    page.goto(f"/puzzles/{puzzle.key}/")
    expect(table.main).to_have_attribute("data-ready", "")
    page.evaluate("document.getElementById('main').dataset.pause = '0'")
    return table


def solve(table: TablePage, puzzle: Puzzle) -> None:
    for action in puzzle.lines[0]:
        table.play({"source": f"hand:{action['card']}", "at": action["at"]})


def panel(page: Page):
    return page.get_by_role("region", name=re.compile("^Puzzle"))


def test_solved_with_the_mouse_and_on_by_one_key(page: Page, site: Site):
    puzzle = a_puzzle(0)
    table = opened(page, site, puzzle)
    assert table.violations() == []
    solve(table, puzzle)
    expect(panel(page)).to_contain_text("Solved. It puts you")
    expect(page.locator("#said")).to_contain_text("Solved.")
    onward = page.get_by_role("link", name="Next puzzle")
    expect(onward).to_be_focused()
    assert table.violations() == []
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/puzzles/" in url and puzzle.key not in url)
    expect(table.main).to_have_attribute("data-ready", "")
    expect(panel(page)).to_contain_text("furthest ahead")


def test_by_keys_a_wrong_answer_then_the_right_one(page: Page, site: Site):
    page.emulate_media(color_scheme="dark")
    puzzle = a_puzzle(1)
    table = opened(page, site, puzzle)
    page.keyboard.press("e")
    again = page.get_by_role("button", name=re.compile("End turn"))
    if not panel(page).get_by_text("possible").is_visible() and again.is_visible():
        page.keyboard.press("e")
    # It may be tried again; the best line is told and played when it is asked for, on a table of its own.
    expect(panel(page)).to_contain_text("possible")
    expect(panel(page)).not_to_contain_text("Best:")
    page.get_by_role("button", name="Show the best line").press("Enter")
    expect(panel(page)).to_contain_text("Best:")
    expect(table.main).to_have_attribute("data-fragment", re.compile("/solution/"))
    expect(table.main).to_have_attribute("data-shown", "2")
    page.get_by_role("button", name="Try again").press("Enter")
    expect(panel(page)).to_contain_text("furthest ahead")
    expect(table.main).to_have_attribute("data-shown", "2")
    for action in puzzle.lines[0]:
        before = table.version
        held = table.hand_card(f"hand:{action['card']}")
        held.focus()
        page.keyboard.press("Enter")
        space = table.space(action["at"])
        expect(space.locator(".legal, .target")).to_be_attached()
        space.focus()
        page.keyboard.press("Enter")
        table.wait_past(before)
    expect(panel(page)).to_contain_text("Solved.")
    assert table.violations() == []


def test_a_run_by_touch(phone: Page, site: Site):
    phone.goto("/puzzles/run/")
    phone.get_by_role("button", name="Begin").tap()
    table = TablePage(phone)
    for left in (3, 2, 1):
        expect(panel_of_run(phone)).to_contain_text(re.compile(f"{left} mistakes? left"))
        expect(table.main).to_have_attribute("data-ready", "")
        assert left < 3 or table.violations() == []
        phone.locator('[data-act="pass"]').tap()
        # On a phone what would be lost is told first.
        asked = phone.locator('.controls.asked [data-act="pass"]')
        if asked.is_visible():
            asked.tap()
        # What is said of a mistake stays until it has been read.
        phone.get_by_role("link", name="Next puzzle" if left > 1 else "See how it went").tap()
    expect(phone.get_by_role("button", name="Run again")).to_be_visible()
    expect(phone.get_by_role("heading", name="0 solved")).to_be_visible()
    expect(phone.get_by_text("Not solved")).to_have_count(3)


def panel_of_run(page: Page):
    return page.locator('[data-part="exercise"]')
