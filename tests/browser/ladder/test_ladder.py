"""Somebody adds a program and copies its token; it plays, and everybody sees how, on phone and desktop."""

import re

from playwright.sync_api import Page, expect

from tests.browser import stage
from tests.browser.axe import too_small, too_wide, violations_in_both_themes
from tests.browser.contrast import too_weak_in_both_themes
from tests.browser.members import sign_in
from tests.members import PASSWORD
from tests.services.site import Site


def looks_well(page: Page) -> None:
    for width in (360, 820, 1366):
        page.set_viewport_size({"width": width, "height": 800})
        assert not too_wide(page), (page.url, width)
    page.set_viewport_size({"width": 390, "height": 800})
    assert too_small(page, "main :is(.button, select, .ladder-links a, .tick)") == []
    assert violations_in_both_themes(page) == []
    assert too_weak_in_both_themes(page) == []


def test_a_program_is_made_plays_and_is_shown(page: Page, site: Site):
    sign_in(page.context, site, "Wilma")
    page.goto("/ladder/new/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name", exact=True).fill("Wolfram")
    page.get_by_label("What it is").fill("Looks at the table after each action.")
    looks_well(page)
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("textbox", name="Token")).to_have_value(re.compile("^phylo_"))
    looks_well(page)
    stage.ask(site, "programs.played", "Wolfram")
    page.get_by_role("link", name="To its page").click()
    expect(page.get_by_role("heading", name="Wolfram (program)")).to_be_visible()
    expect(page.get_by_text("is playing: watch")).to_be_visible()
    looks_well(page)
    for address in ("/ladder/", "/ladder/results/"):
        page.goto(address)
        expect(page.get_by_role("link", name="Wolfram (program)").first).to_be_visible()
        looks_well(page)
