"""The table of the drafting games in browsers: with bots, with another person, on one device, by keyboard."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe, drafts
from tests.browser.drafts import SOON, DraftPage
from tests.browser.held import HeldRequests
from tests.services.site import Site

COVERED = """() => [...document.querySelectorAll('.hand-card + .hand-card')].filter((card) => {
  const { left, top } = card.getBoundingClientRect();
  return [...card.previousElementSibling.querySelectorAll('.dcard-name, .dcard-short')].some((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = text.getBoundingClientRect();
    const cut = text.scrollHeight > text.clientHeight + 1;
    const ends = range.getBoundingClientRect();
    return box.height && (cut || (ends.right > left && ends.bottom > top));
  });
}).map((card) => card.previousElementSibling.textContent.trim())"""
"""The held cards whose texts the next card covers, or that have no room for them."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.parametrize("rules", ["ecosystem", "coral-reef"])
def test_the_last_turns_of_a_game_with_three_bots(page: Page, site: Site, rules):
    seated = drafts.seat(site, "Ada", "random", "greedy", "random", rules=rules, turn=13)
    table = DraftPage(page, seated["address"], seated["sessions"]["Ada"], site.url)
    assert table.violations() == []
    table.wait()
    expect(page.locator("#said")).to_contain_text("Choose a card.")
    # Else what the computers choose is told in place of what was asked for.
    expect(page.locator(".seat-tab .done:visible")).to_have_count(3, timeout=SOON)
    page.keyboard.press("s")
    expect(page.locator("#said")).to_contain_text("your turn.")
    page.keyboard.press("h")
    expect(page.locator("#hand-card-0")).to_be_focused()
    assert page.locator(".sheet .nothing:not([tabindex='-1'])").count() == 0
    table.watch_reveals()
    table.choose()
    table.has_revealed(4)
    expect(page.locator("#said")).to_contain_text("Turn 13:")
    assert table.play_out() >= 7
    assert page.locator('.layout[data-board="0"] .cell.taken').count() == 20
    total = page.locator(".sheet tfoot td").first.inner_text()
    assert page.locator('[data-score="0"]').inner_text() == total
    # A number highlights the cards that it counts; pressed again, it stops.
    number = page.locator('[data-tell="1"]:not(.nothing)').first
    number.click()
    expect(page.locator('.layout[data-board="1"].explained')).to_be_visible()
    assert page.locator(".earns, .counts").count()
    assert table.violations() == []
    number.click()
    expect(page.locator(".explained")).to_have_count(0)


def test_two_people_draft_with_the_neutral_hand(browser, site: Site):
    seated = drafts.seat(site, "Ada", "Ben", rules="ecosystem", turn=18)
    contexts = [browser.new_context(base_url=site.url), browser.new_context(base_url=site.url, **PHONE)]
    ada, ben = (
        DraftPage(context.new_page(), seated["address"], seated["sessions"][name], site.url)
        for context, name in zip(contexts, ("Ada", "Ben"), strict=True)
    )
    pile = ada.page.locator(".pile-cards li")
    before = pile.count()
    ada.wait()
    ada.choose()
    expect(ben.page.locator(".seat-tab.side-0 .done")).to_be_visible(timeout=SOON)
    expect(ben.page.locator(".layout[data-board='0'] .pending")).to_have_count(0)
    assert ben.violations() == []
    assert axe.too_small(ben.page, ".hand-card, .seat-tab, .layout:not([hidden]) .cell") == []
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("link", name="Rules").click(trial=True)
    assert ben.violations() == []
    ben.page.keyboard.press("Escape")
    ben.page.get_by_role("button", name="Scores").click()
    expect(ben.page.get_by_text("as if the game ended now")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator(".sheet")).to_be_hidden()
    ada.watch_reveals()
    ben.choose()
    ada.has_revealed(3)
    for table in (ben, ada, ben, ada):
        table.wait()
        table.choose()
    for table in (ada, ben):
        expect(table.page.locator("#result-title")).to_be_visible(timeout=SOON)
        assert table.page.locator('.layout[data-board="1"] .cell.taken').count() == 20
        expect(table.page.get_by_text("as if the game ended now")).to_have_count(0)
    assert pile.count() >= before
    for context in contexts:
        context.close()


def test_what_one_picks_stays_while_others_choose(browser, site: Site):
    """The card, its lit spaces, the layout shown large, and an unfinished second step."""
    seated = drafts.seat(site, "Ada", "Ben", "Cleo", rules="ecosystem", turn=4, seed=4)
    contexts = {name: browser.new_context(base_url=site.url) for name in ("Ada", "Ben", "Cleo")}
    tables = {
        name: DraftPage(context.new_page(), seated["address"], seated["sessions"][name], site.url)
        for name, context in contexts.items()
    }
    page = tables["Ada"].page
    choices = json.loads(page.locator("#choices").text_content() or "[]")
    rabbit = next(choice for choice in choices if choice["more"])
    card = page.locator(f".hand-card[data-source='{rabbit['source']}']").first
    card.click()
    page.locator(".seat-tab").nth(1).click()
    tables["Ben"].choose()
    expect(page.locator(".seat-tab.side-1 .done")).to_be_visible(timeout=SOON)
    expect(card).to_have_attribute("aria-selected", "true")
    expect(page.locator(".layout[data-board='1']")).to_be_visible()
    page.locator(".seat-tab").nth(0).click()
    held = HeldRequests(page, "part=ways")
    page.locator(f".cell[data-at='{rabbit['board']}:{rabbit['at']}'] .legal").click()
    tables["Cleo"].choose()
    expect(page.locator(".seat-tab.side-2 .done")).to_be_visible(timeout=SOON)
    held.let_go()
    page.locator("[data-act='leave']").click()
    expect(page.locator("#said")).to_contain_text("Turn 4:", timeout=SOON)
    for context in contexts.values():
        context.close()


def test_one_device_goes_round_by_keyboard_alone(page: Page, site: Site):
    seated = drafts.seat(site, "Ada", "Ada", rules="ecosystem")
    table = DraftPage(page, seated["address"], seated["sessions"]["Ada"], site.url)
    expect(page.locator("#cover-title")).to_have_text("Hand the device to Ada (guest) 1")
    expect(page.locator(".hand-card")).to_have_count(0)
    assert table.violations() == []
    for name, following in (("Ada (guest) 1", "Ada (guest) 2"), ("Ada (guest) 2", "Ada (guest) 1")):
        page.get_by_role("link", name=f"I am {name}").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_have_attribute("data-ready", "")
        expect(page.locator(".hand-card")).to_have_count(10)
        assert page.evaluate(COVERED) == []
        # The last card: rabbits have a second step, streams and wolves do not.
        page.locator(".hand-card").first.focus()
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        expect(page.locator(".cell:focus .legal")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#cover-title")).to_have_text(f"Hand the device to {following}", timeout=SOON)
        expect(page.locator(".hand-card")).to_have_count(0)
    assert page.locator(".layout .cell.taken").count() == 2
