"""Makes the pictures in docs/screenshots: pages, and a match in the middle of the game, on the real site.

python -m tests.browser.pictures
"""

import os
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import stage
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services import programs
from tests.services.site import ROOT, Site

FOLDER = ROOT / "docs" / "screenshots"
SCENE = Scene(("great-plains-prairie", "oregon-oak-woodland"), seed=137, moment="danger")
PAGES = {
    "home": "/",
    "cards": "/cards/?q=terrain:forest climate:cool scale<=7 sort:points",
    "card": "/cards/horse/",
    "print": "/cards/print/?q=terrain:forest climate:cool scale<=7 sort:points",
}
DECK = "/decks/oregon-oak-woodland/"
SIZES = {
    "desktop": {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(FOLDER / f"{name}.png")


def photograph(browser: Browser, site: Site, table: str, session: str) -> None:
    for size, options in SIZES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(base_url=site.url, color_scheme=scheme, locale="en-GB", **options)
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
            page = context.new_page()
            suffix = size if scheme == "light" else f"{size}-dark"
            for name, address in PAGES.items():
                page.goto(address)
                page.wait_for_load_state("networkidle")
                take(page, f"{name}-{suffix}")
            page.goto(table)
            page.wait_for_load_state("load")
            table_page = TablePage(page)
            places = Counter(each["source"] for each in table_page.choices if each["do"] == "play")
            table_page.hand_card(places.most_common(1)[0][0]).click()
            take(page, f"table-{suffix}")
            context.close()
            # A separate guest: a first deck changes the session's key.
            context = browser.new_context(base_url=site.url, color_scheme=scheme, locale="en-GB", **options)
            page = context.new_page()
            page.goto(DECK)
            page.locator("form[action$='/copy/'] button").first.click()
            page.wait_for_load_state("networkidle")
            take(page, f"builder-{suffix}")
            context.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        # Before the site starts, so that its worker makes no moves.
        table, session = lay_out(site, SCENE)
        stage.dismiss()
        with site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=programs.chromium(), args=LAUNCH)
            photograph(browser, site, table, session)
            browser.close()


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
