"""How much of the window the table has: panels give way to it, and cards can be read."""

from playwright.sync_api import Page, expect

from tests.browser import drafts
from tests.browser.room import LOOK, MOST_LIT
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services.site import Site

LATE = Scene(("great-plains-prairie", "oregon-oak-woodland"), 1, "late")
READABLE = 60  # px


def width_of_cards(page: Page) -> float:
    return page.locator(".board .lying").first.evaluate("card => card.getBoundingClientRect().width")


def choose(table: TablePage) -> None:
    """The card with the most spaces."""
    table.hand_card(table.page.evaluate(MOST_LIT)).click()


def test_on_a_phone_hand_and_turn_give_way_while_a_space_is_looked_for(phone: Page, site: Site):
    phone.set_viewport_size({"width": 360, "height": 640})
    table = TablePage(phone).sit_down(*lay_out(site, LATE), site.url)
    area, hand = phone.locator("#playing-area"), phone.locator(".hand-area")
    before = area.bounding_box()["height"], width_of_cards(phone)
    choose(table)
    expect(phone.locator(".legal").first).to_be_in_viewport()
    assert area.bounding_box()["height"] > 1.6 * before[0]
    assert hand.bounding_box()["height"] < 120
    # The head of the chosen card, to put it back, and the turn's end stay in reach.
    expect(phone.locator('.hand-card[aria-selected="true"] .card__name')).to_be_in_viewport()
    phone.locator('[data-act="pass"]').click(trial=True)
    seen = phone.evaluate(LOOK)
    assert seen["names"]
    assert seen["pictures"]
    assert min(seen["width"]) >= READABLE
    beyond = sum(int(text.strip("‹›⌃⌄ more")) for text in phone.locator(".edge:visible").all_inner_texts())
    inside, lit = seen["lit"]
    assert beyond > 0
    assert inside + beyond >= lit
    assert table.violations() == []
    phone.locator('.hand-card[aria-selected="true"]').tap()
    assert (area.bounding_box()["height"], width_of_cards(phone)) == before


def test_on_a_laptop_the_hand_is_beside_a_large_table(page: Page, site: Site):
    page.set_viewport_size({"width": 1366, "height": 768})
    table = TablePage(page).sit_down(*lay_out(site, LATE), site.url)
    area, hand = page.locator("#playing-area").bounding_box(), page.locator(".hand-area").bounding_box()
    assert hand["x"] + hand["width"] <= area["x"] + 1
    choose(table)
    seen = page.evaluate(LOOK)
    assert min(seen["width"]) > 1.4 * 58
    assert seen["names"]
    assert seen["pictures"]
    expect(page.locator('[data-act="pass"]')).to_be_in_viewport(ratio=1)
    assert table.violations() == []
    # On a narrower window it is under the table.
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".table.beside")).to_have_count(0)


def test_two_fingers_and_double_taps(phone: Page, site: Site):
    table = TablePage(phone).sit_down(*lay_out(site, LATE), site.url)
    before = width_of_cards(phone)
    box = phone.locator("#playing-area").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = phone.context.new_cdp_session(phone)

    def fingers(kind: str, *apart: float) -> None:
        points = [{"x": x + each, "y": y, "id": number} for number, each in enumerate(apart)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", -20, 20)
    for apart in (30, 40, 50, 60):
        fingers("touchMove", -apart, apart)
    fingers("touchEnd")
    assert width_of_cards(phone) > 2 * before
    assert table.page.locator(".selected").count() == 0
    expect(phone.locator("#playing-area.panned")).to_have_count(0)
    # Sent at once: what comes through the browser one after the other may be too late on a busy machine.
    phone.evaluate(
        """([clientX, clientY]) => {
          const cell = document.elementFromPoint(clientX, clientY);
          const tap = () => cell.dispatchEvent(new MouseEvent("click", { clientX, clientY, bubbles: true }));
          tap();
          tap();
        }""",
        [x, y],
    )
    # All of the table, from a close look.
    assert width_of_cards(phone) < before


def test_the_hand_of_a_drafting_game_is_beside_its_layout_on_a_laptop(page: Page, site: Site):
    page.set_viewport_size({"width": 1366, "height": 768})
    seated = drafts.seat(site, "Ada", "random", "greedy", rules="ecosystem", turn=6)
    table = drafts.DraftPage(page, seated["address"], seated["sessions"]["Ada"], site.url)
    space = page.locator(".layout:not([hidden]) .cell.taken").first
    assert space.bounding_box()["width"] > 1.4 * 85
    assert table.violations() == []
    table.wait()
    page.locator(".hand-card").first.click()
    assert space.bounding_box()["width"] > 1.4 * 85
