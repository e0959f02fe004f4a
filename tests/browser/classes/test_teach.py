"""From the home page to the code on the wall, counted in presses, and the pages for teachers."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.accounts.test_accounts import PASSWORD, sign_up

MOST = 4
"""Presses from the home page to the code on the wall, without typing."""
PAGES = ("/teach/", "/teach/example/", "/teach/lesson/8-10/", "/teach/lesson/11-14/", "/teach/parents/")
NAME = "Class 4b at the pond"


class Presses:
    def __init__(self) -> None:
        self.count = 0

    def on(self, what: Locator) -> None:
        what.click()
        self.count += 1


def to_the_form(page: Page, presses: Presses) -> None:
    page.goto("/")
    presses.on(page.get_by_role("main").get_by_role("link", name="Teach", exact=True))
    page.get_by_label("Name of the class").fill(NAME)
    presses.on(page.get_by_role("button", name="Start", exact=True))


def see_the_code(page: Page) -> None:
    letters = page.locator(".class-letters")
    expect(letters).to_have_text(re.compile(r"^[B-Z]{3} [B-Z]{3} [B-Z]{3}$"))
    expect(letters).to_be_in_viewport()


def test_a_member_needs_two_presses(page: Page):
    sign_up(page)
    presses = Presses()
    to_the_form(page, presses)
    see_the_code(page)
    assert presses.count == 2
    page.goto("/teach/")
    expect(page.get_by_role("link", name=NAME)).to_be_visible()
    assert axe.violations_in_both_themes(page) == []


def test_a_visitor_signs_up_on_the_way(phone: Page):
    presses = Presses()
    to_the_form(phone, presses)
    expect(phone.get_by_text(f"What you have typed for “{NAME}” is kept.")).to_be_visible()
    phone.get_by_label("Name", exact=True).fill("Vera.of.4b")
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.get_by_label("Password again").fill(PASSWORD)
    presses.on(phone.get_by_role("button", name="Sign up"))
    expect(phone.get_by_label("Name of the class")).to_have_value(NAME)
    start = phone.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_focused()
    expect(start).to_be_in_viewport()
    presses.on(start)
    see_the_code(phone)
    assert presses.count <= MOST


def test_pages_for_teachers_are_for_everybody(page: Page, phone: Page):
    for address in PAGES:
        page.goto(address)
        assert axe.violations_in_both_themes(page) == [], address
        phone.set_viewport_size({"width": 320, "height": 640})
        phone.goto(address)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 320, address
    page.goto("/teach/example/")
    expect(page.get_by_role("button", name="Pair everybody who is free")).to_be_disabled()
    page.get_by_role("link", name="Lessons", exact=True).click()
    expect(page.get_by_role("rowheader").first).to_have_text("Emma (butterfly)")


def test_plans_and_the_sheet_for_parents_are_printed(page: Page):
    for address, most in (("/teach/lesson/8-10/", 1), ("/teach/lesson/11-14/", 2), ("/teach/parents/", 1)):
        page.goto(address)
        expect(page.get_by_role("button", name="Print")).to_be_visible()
        sides = dict.fromkeys(("top", "right", "bottom", "left"), "12mm")
        pdf = page.pdf(format="A4", margin=sides)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= most, address
