"""The table's page, as driven by tests."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import axe

SOON = 30_000  # milliseconds, for what takes one of the computer's turns


class TablePage:
    """A match on a page. Moves are told without pauses unless a test wants them."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hurry(self, url: str) -> None:
        """Of the next table not even the start stays for a while."""
        self.page.context.add_cookies([{"name": "speed", "value": "off", "url": url}])

    def begin(self) -> None:
        """Press "Play" on the home page, which deals by chance, and wait for the first turn."""
        self.page.goto("/")
        self.hurry(self.page.url)
        self.page.get_by_role("button", name="Play", exact=True).click()
        expect(self.page).to_have_url(re.compile("/matches/"))
        expect(self.main).to_have_attribute("data-ready", "")
        self.page.evaluate("document.getElementById('main').dataset.pause = '0'")
        self.wait_for_turn()

    def sit_down(self, address: str, session: str, base_url: str) -> "TablePage":
        """Open a match that was set up beforehand (tests.browser.scenes)."""
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": base_url}])
        self.hurry(base_url)
        self.page.goto(address)
        expect(self.main).to_have_attribute("data-ready", "")
        self.page.evaluate("document.getElementById('main').dataset.pause = '0'")
        return self

    @property
    def main(self) -> Locator:
        return self.page.locator("#main")

    @property
    def choices(self) -> list[dict[str, Any]]:
        return json.loads(self.page.locator("#choices").text_content() or "[]")

    @property
    def version(self) -> int:
        return int(self.main.get_attribute("data-shown") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator(".result").count() > 0

    def wait_for_turn(self) -> None:
        """Wait until the visitor may act or the game is over."""
        ready = self.page.locator('[data-act="pass"], .result')
        expect(ready).to_be_visible(timeout=SOON)

    def hand_card(self, source: str) -> Locator:
        return self.page.locator(f'.hand-card[data-source="{source}"]').first

    def space(self, at: list[int]) -> Locator:
        return self.space_at(f"{at[0]},{at[1]}")

    def space_at(self, at: str) -> Locator:
        """The space at "x,y"."""
        return self.page.locator(f'.cell[data-at="{at}"]')

    def play(self, choice: dict[str, Any]) -> None:
        """Choose a card and click its lit space, as a visitor does."""
        before = self.version
        self.lay(choice)
        self.wait_past(before)

    def lay(self, choice: dict[str, Any]) -> None:
        """Without waiting for what comes of it."""
        self.hand_card(choice["source"]).dispatch_event("click")
        lit = self.space(choice["at"])
        expect(lit.locator(".legal, .target")).to_be_attached()
        lit.dispatch_event("click")
        several = self.page.locator("[data-options] button").first
        while several.is_visible():
            several.click()

    def end_turn(self) -> None:
        before = self.version
        self.page.locator('[data-act="pass"]').click()
        self.wait_past(before)

    def wait_past(self, version: int) -> None:
        later = re.compile("^(?!{}$)".format("$|".join(map(str, range(version + 1)))))
        expect(self.main).to_have_attribute("data-shown", later, timeout=SOON)

    def violations(self) -> list[str]:
        """The violations that axe finds, as rule: elements."""
        return axe.violations(self.page)


def placements(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [choice for choice in choices if choice["do"] == "play"]
