"""The screen in a hall: back to the start after a quiet minute, unless somebody touches it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.table_page import SOON


def quiet(page: Page, seconds: float) -> None:
    """Let so much time count as a minute on this page, and begin to count."""
    page.evaluate("time => (document.querySelector('[data-kiosk-quiet]').dataset.kioskQuiet = time)", seconds)
    page.mouse.move(3, 3)


def test_it_returns_to_the_start_unless_somebody_touches_it(page: Page):
    page.goto("/kiosk/")
    assert violations_in_both_themes(page) == []
    page.get_by_role("button", name="Make this browser the screen").click()
    expect(page).to_have_url(re.compile("/kiosk/all/$"))
    assert violations_in_both_themes(page) == []
    page.get_by_role("link", name="Play", exact=True).click()
    assert violations_in_both_themes(page) == []
    page.get_by_role("button", name="Two of us").click()
    expect(page.locator("#main")).to_have_attribute("data-ready", "", timeout=SOON)
    match, question = page.url, page.get_by_role("alertdialog")
    expect(question).to_be_hidden()
    quiet(page, 0.2)
    expect(question).to_be_visible()
    expect(question.locator("[data-kiosk-left]")).to_have_text(re.compile("^(10|9)$"))
    assert violations_in_both_themes(page) == []
    quiet(page, 60)
    # A touch stops it, and does nothing else: the cover below stays.
    page.mouse.click(
        *page.locator("[data-lift]").evaluate(
            "it => [it.getBoundingClientRect().x + 5, it.getBoundingClientRect().y + 5]"
        )
    )
    expect(question).to_be_hidden()
    assert page.url == match
    page.evaluate("document.querySelector('[data-kiosk-quiet]').dataset.last = 1")
    quiet(page, 0.2)
    expect(page).to_have_url(re.compile("/kiosk/all/$"), timeout=SOON)
    expect(page.get_by_role("link", name="Go on with your game")).to_have_count(0)
    page.goto(match)
    expect(page).to_have_url(re.compile("/kiosk/all/$"))
    assert {cookie["name"]: cookie["expires"] for cookie in page.context.cookies()} == {
        "kiosk": -1,
        "csrftoken": -1,
        "language-of-place": -1,
    }
