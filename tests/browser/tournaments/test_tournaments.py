"""A tournament is made in one browser, entered in another, played and won, and looked on from a screen."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import too_wide, violations_in_both_themes

SOON = 15_000  # milliseconds: dealing, streams and pages of a busy machine
TABLE = re.compile(r"/matches/")
WIDE = {"viewport": {"width": 1920, "height": 1080}}


def test_a_tournament_from_the_form_to_the_winner(page: Page, phone: Page, browser: Browser):
    page.goto("/tournaments/new/")
    expect(page.get_by_label("Minutes")).to_be_hidden()
    page.get_by_label("Kind").select_option("arena")
    expect(page.get_by_label("Minutes")).to_be_visible()
    expect(page.get_by_label("Rounds", exact=True)).to_be_hidden()
    expect(page.get_by_text("wait until enough others are free")).to_be_visible()
    page.get_by_label("Kind").select_option("swiss")
    assert violations_in_both_themes(page) == []
    page.get_by_role("textbox", name="Name").fill("Friday evening")
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", name="Friday evening")).to_be_visible()
    place = page.url
    page.get_by_role("button", name="Enter").click()

    phone.goto(place)
    assert not too_wide(phone)
    phone.get_by_role("button", name="Enter").tap()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(3, timeout=SOON)
    screen = browser.new_context(**WIDE).new_page()
    screen.goto(f"{place}screen/")
    expect(screen.get_by_role("heading", name="Who takes part")).to_be_visible()

    page.get_by_role("link", name="Begin").click()
    assert violations_in_both_themes(page) == []
    page.get_by_role("button", name="Begin").click()
    for each in (page, phone):
        expect(each).to_have_url(TABLE, timeout=SOON)
    expect(screen.get_by_role("heading", name="Round 1")).to_be_visible(timeout=SOON)
    assert violations_in_both_themes(screen) == []

    page.get_by_role("group").filter(has_text="Give up").locator("summary").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.get_by_role("link", name="Back to the tournament").click()
    expect(page.get_by_text("The tournament is over.").first).to_be_visible(timeout=SOON)
    expect(page.get_by_role("list", name="Winners").get_by_role("listitem")).to_have_count(2)
    assert violations_in_both_themes(page) == []
    expect(screen.get_by_text("The tournament is over.").first).to_be_visible(timeout=SOON)
    screen.context.close()
    page.get_by_role("link", name="Crosstable").click()
    expect(page.get_by_role("rowheader")).to_have_count(2)
    assert violations_in_both_themes(page) == []
    phone.goto(f"{place}crosstable/")
    assert not too_wide(phone)
    phone.goto(place)
    assert not too_wide(phone)
