"""Printing in the browser: by keyboard only, on a phone, without scripts, and checked with axe."""

from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests.browser.accounts.test_accounts import press_until
from tests.browser.axe import violations, violations_in_both_themes
from tests.browser.held import HeldRequests

ADDRESS = "/cards/print/?q=key:moose"
PAGES = (ADDRESS, "/cards/print/?q=terrain:forest+diet:carnivore", f"{ADDRESS}&copies=99", "/cards/print/")


@pytest.mark.parametrize("address", PAGES)
def test_pages_to_print_are_accessible(reader: Page, address: str):
    reader.goto(address)
    expect(reader.get_by_role("heading", name="Print cards")).to_be_visible()
    assert violations_in_both_themes(reader) == []


def test_by_keyboard_alone_the_pdf_is_chosen_and_saved(page: Page):
    page.goto(ADDRESS)
    press_until(page, "[name=paper]:checked")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Letter")).to_be_checked()
    near_the_edge = page.get_by_text("1.7 mm from the edge")
    expect(near_the_edge).to_be_hidden()
    press_until(page, "[name=bleed]")
    page.keyboard.press("Space")
    expect(near_the_edge).to_be_visible()
    page.keyboard.press("Space")
    expect(near_the_edge).to_be_hidden()
    press_until(page, "[name=backs]")
    page.keyboard.press("Space")
    expect(page.get_by_text("The first sheet and what is printed behind it")).to_be_visible()
    press_until(page, ".print-form .button")
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert saved.value.suggested_filename == "phylo-moose.pdf"
    content = saved.value.path().read_bytes()
    assert content.startswith(b"%PDF")
    assert [float(end) for end in PdfReader(BytesIO(content)).pages[0].mediabox[2:]] == pytest.approx(
        [612, 792]
    )
    expect(page.get_by_role("status").filter(has_text="downloads")).to_be_visible()
    expect(page.locator(".print-form .button")).to_be_focused()


def test_while_the_pdf_is_drawn_the_button_says_so_and_a_refusal_is_told(page: Page):
    page.goto(ADDRESS)
    held = HeldRequests(page, r"print\.pdf")
    button = page.locator(".print-form .button")
    button.click()
    expect(button).to_have_text("Drawing the cards …")
    problem = {
        "status": 503,
        "content_type": "application/problem+json",
        "body": '{"detail": "Others print."}',
    }
    held.let_go(lambda route: route.fulfill(**problem))
    expect(page.locator("[data-status]")).to_have_text("Others print.")
    expect(button).to_have_text("Make the PDF")


def test_without_a_script_the_form_leads_to_the_pdf(browser: Browser, base_url: str):
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto(ADDRESS)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Make the PDF").click()
    assert saved.value.suggested_filename == "phylo-moose.pdf"
    context.close()


def test_on_a_phone_the_page_fits_and_a_tap_saves_the_pdf(browser: Browser, base_url: str):
    phone = {"width": 390, "height": 844}
    context = browser.new_context(base_url=base_url, viewport=phone, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(ADDRESS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Bleed of 3 mm").tap()
    with page.expect_download():
        page.get_by_role("button", name="Make the PDF").tap()
    assert violations(page) == []
    context.close()
