"""The page of the API in a browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import too_wide, violations


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_page_is_accessible_and_nothing_scrolls_sideways(reader: Page, scheme: str, width: int):
    reader.set_viewport_size({"width": width, "height": 844})
    reader.emulate_media(color_scheme=scheme)
    reader.goto("/api/")
    for example in reader.locator(".api-example").all():
        example.locator("summary").click()
    assert not too_wide(reader)
    assert violations(reader) == []


def test_an_example_opens_by_keyboard_and_can_be_tried(page: Page):
    page.goto("/api/#getCard")
    operation = page.get_by_role("region", name="One card", exact=True)
    operation.get_by_text("Example answer").focus()
    page.keyboard.press("Enter")
    expect(operation.get_by_text('"key": "horse"')).to_be_visible()
    with page.expect_navigation() as gone:
        operation.get_by_role("link", name="Try it").press("Enter")
    assert gone.value.headers["content-type"] == "application/json"


def test_the_page_needs_no_script(browser, base_url: str):
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/api/")
    page.get_by_role("link", name="Bulk data").click()
    expect(page.get_by_role("heading", name="Bulk data")).to_be_in_viewport()
    page.locator("#listBulkFiles ~ details summary").click()
    expect(page.locator("#listBulkFiles ~ details pre")).to_contain_text("sha256")
    context.close()
