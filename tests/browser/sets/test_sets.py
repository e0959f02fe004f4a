"""A class set as teacher and pupil use it: filling it, the link, a guest's card on a phone, letting it in."""

import re

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.accounts.test_accounts import sign_up


def violations(page: Page) -> list[str]:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return axe.violations_in_both_themes(page)


def test_a_pupils_card_comes_into_the_set_of_the_class(page: Page, phone: Page):
    sign_up(page)
    page.goto("/sets/new/")
    page.get_by_label("Name", exact=True).fill("Pond of class 5b")
    page.get_by_label("Description").fill("What we found in the school pond.")
    page.get_by_role("button", name="Make it").click()
    page.get_by_label("Search all cards").fill("terrain:freshwater points<5")
    page.keyboard.press("Enter")
    for count in (1, 2):
        page.get_by_role("button", name="Add").first.click()
        expect(page.locator(".rows li")).to_have_count(count)
    assert violations(page) == []
    page.get_by_role("link", name="Done").click()
    address = page.url
    page.get_by_role("link", name="People").click()
    page.get_by_role("button", name="Make a link").first.click()
    link = page.get_by_label("Address").input_value()
    assert violations(page) == []

    phone.goto(link)
    phone.get_by_label("What are you called?").fill("Tim")
    assert violations(phone) == []
    phone.get_by_role("button", name="Join").click()
    the_set = phone.url
    phone.get_by_role("link", name="Make a card").click()
    for name, value in (
        ("name", "Great Diving Beetle"), ("points", "4"),
        ("fact", "It carries a bubble of air under its wings."),
    ):  # fmt: skip
        phone.locator(f"#id-{name}").fill(value)
    phone.get_by_label("Look for a drawing").fill("bird")
    expect(phone.get_by_text("drawings for “bird”")).to_be_visible()
    phone.get_by_label("Look for a drawing").fill("dark beetle")
    phone.keyboard.press("Enter")
    phone.get_by_role("radio", name="dark beetle").check()
    assert violations(phone) == []
    # The tablet is closed, and another day the card is where it was.
    expect(phone.get_by_text("Everything that you have typed is kept.")).to_be_visible()
    expect(phone).to_have_url(re.compile(r"/own/\d+/edit/$"))
    phone.goto(the_set)
    assert violations(phone) == []
    phone.get_by_role("link", name="Go on").click()
    expect(phone.get_by_role("radio", name="dark beetle")).to_be_checked()
    for name, value in (("diet", "carnivore"), ("food_chain", "3"), ("scale", "4")):
        phone.locator(f"#id-{name}").select_option(value)
    for value in ("freshwater", "cool"):
        phone.locator(f"input[value={value}]").first.check()
    phone.get_by_role("button", name="Save in the set").click()
    expect(phone.get_by_text("Not accepted yet")).to_be_visible()
    assert violations(phone) == []

    page.goto(address)
    expect(page.get_by_text("by Tim")).to_be_visible()
    page.locator(".set-own summary").click()
    assert violations(page) == []
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.get_by_text("Not accepted yet")).to_have_count(0)
    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.get_by_alt_text("Great Diving Beetle")).to_be_attached()
    assert violations(page) == []
    page.goto("/sets/")
    assert violations(page) == []
