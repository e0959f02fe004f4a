"""A good move is shown by keyboard and by touch, and can be played at once."""

from playwright.sync_api import Page, expect

from tests.browser import drafts
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import SOON, TablePage
from tests.services.site import Site

PRAIRIE = ("great-plains-prairie", "oregon-oak-woodland")
SAVING = Scene(PRAIRIE, 1, "saving")


def shown(table: TablePage) -> str:
    """The hint, once it has come."""
    expect(table.page.locator("[data-advice] b").first).to_be_visible(timeout=SOON)
    words = table.page.locator("[data-advice]").inner_text()
    expect(table.page.locator("#said")).to_have_text(words, use_inner_text=True)
    return words


def test_by_keys_from_the_question_to_the_move(page: Page, site: Site):
    table = TablePage(page).sit_down(*lay_out(site, SAVING), site.url)
    page.keyboard.press("g")
    words = shown(table)
    hinted = page.locator(".hinted")
    expect(hinted).to_have_count(1)
    expect(hinted).to_be_focused()
    expect(hinted.locator(".cell-label")).to_contain_text("a good move")
    assert table.violations() == []
    # The rest of the turn, where the computer has looked so far ahead.
    page.keyboard.press("g")
    assert shown(table).startswith(words)
    before = table.version
    page.keyboard.press("Enter")
    table.wait_past(before)
    expect(page.locator("[data-advice]")).to_be_hidden()
    expect(hinted).to_have_count(0)


def test_by_touch_on_a_phone(phone: Page, site: Site):
    phone.emulate_media(color_scheme="dark", reduced_motion="reduce")
    table = TablePage(phone).sit_down(*lay_out(site, SAVING), site.url)
    phone.get_by_role("button", name="Hint (show me a good move)").tap()
    shown(table)
    assert table.violations() == []
    before = table.version
    phone.locator(".hinted").tap()
    again = phone.get_by_role("button", name="Play it here")
    if again.is_visible():
        again.tap()
    table.wait_past(before)
    expect(phone.locator("[data-advice]")).to_be_hidden()


def test_what_to_reveal(page: Page, site: Site):
    table = TablePage(page).sit_down(*lay_out(site, Scene(PRAIRIE, 1, "reveal", reveal="choose")), site.url)
    page.get_by_role("button", name="Hint (show me a good move)").click()
    assert shown(table).startswith("Show ")
    expect(page.locator('.hand-card[aria-selected="true"]')).to_have_count(1)


def test_in_a_drafting_game(page: Page, site: Site):
    found = drafts.seat(site, "Ada", "greedy", "greedy", rules="ecosystem", turn=8, seed=3)
    drafts.DraftPage(page, found["address"], found["sessions"]["Ada"], site.url)
    page.keyboard.press("g")
    expect(page.locator("[data-advice]")).to_contain_text("Lay ", timeout=SOON)
    expect(page.locator('.hinted, .hand-card[aria-selected="true"]')).to_have_count(2)
