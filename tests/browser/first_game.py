"""
Plays a first game on a phone as a child would, who has not read the rules, and writes all that the page said,
from the first second to the result, into docs/first-game.md: python -m tests.browser.first_game
"""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.listener import Listener
from tests.browser.pictures import FOLDER, LAUNCH, SIZES
from tests.browser.table_page import TablePage, placements
from tests.services import programs
from tests.services.site import ROOT, Site

FILE = ROOT / "docs" / "first-game.md"
ABOUT = """# A first game

A game on a phone against the computer, played as a child would who has not read the rules: tap a card that is
marked, then the space that promises most; when nothing fits, end the turn. Below is everything that the page
said, as it was shown above the table and announced to screen readers.
`python -m tests.browser.first_game` plays another game and writes this page anew.

"""


class Diary:
    """What was done, what was said, and pictures of some moments, as Markdown."""

    def __init__(self, page: Page) -> None:
        self.page, self.ear = page, Listener(page)
        self.lines: list[str] = []
        self.pictures = 0

    def did(self, what: str) -> None:
        self.lines += ["", f"**{what}**", ""]

    def hear(self) -> list[str]:
        new = self.ear.listen()
        self.lines += [f"- {text}" for text in new]
        return new

    def picture(self, what: str) -> None:
        self.pictures += 1
        name = f"first-game-{self.pictures}.png"
        self.page.wait_for_timeout(900)
        self.page.screenshot(path=FOLDER / name)
        self.lines += ["", f'<img src="screenshots/{name}" alt="{what}" width="260">', ""]


def play(page: Page) -> Diary:
    diary, table = Diary(page), TablePage(page)
    page.goto("/")
    diary.picture("The home page")
    diary.did("Taps Play.")
    page.get_by_role("button", name="Play", exact=True).first.tap()
    page.wait_for_url("**/matches/**")
    table.wait_for_turn()
    diary.hear()
    diary.picture("The first hand: cards that can be played are marked")
    ask_about_a_card(diary, table)
    lost = False
    while not table.over:
        take_turn(diary, table)
        said = diary.hear()
        if not lost and any("You lose" in text for text in said):
            lost = True
            diary.picture("After the first loss")
    page.wait_for_timeout(500)
    diary.hear()
    diary.picture("The result")
    told = page.locator(".result").locator("h2, h3, h4, p, li:not(:has(a, button))").all_inner_texts()
    diary.lines += ["", *(f"- {' '.join(text.split())}" for text in told if text.strip())]
    return diary


def ask_about_a_card(diary: Diary, table: TablePage) -> None:
    """Tap a card that fits nowhere, and read why."""
    playable = {each["source"] for each in table.choices}
    for card in table.page.locator(".hand-card").all():
        if card.get_attribute("data-source") not in playable:
            diary.did(f"Taps {name_of(card.get_attribute('aria-label') or card.inner_text())}.")
            card.dispatch_event("click")
            table.page.wait_for_timeout(300)
            diary.hear()
            table.page.keyboard.press("Escape")
            return


def name_of(label: str) -> str:
    return label.split(",")[0].splitlines()[0]


def take_turn(diary: Diary, table: TablePage) -> None:
    found = placements(table.choices)
    if not found:
        diary.did("Ends the turn.")
        before = table.version
        while table.version == before and not table.over:
            table.page.locator('[data-act="pass"]').click()
            table.page.wait_for_timeout(400)
    else:
        best = max(found, key=lambda each: each.get("gain") or 0)
        card = table.hand_card(best["source"])
        name = card.get_attribute("aria-label") or card.inner_text()
        diary.did(f"Taps {name_of(name)}, then a lit space.")
        table.play(best)
    table.wait_for_turn()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=programs.chromium(), args=LAUNCH)
        phone = SIZES["phone"] | {"device_scale_factor": 1}
        context = browser.new_context(base_url=site.url, locale="en-GB", **phone)
        diary = play(context.new_page())
        browser.close()
    FILE.write_text(ABOUT + "\n".join(diary.lines).strip() + "\n")
    print(FILE)


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
