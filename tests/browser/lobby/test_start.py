"""The form that begins a match: rule sets, decks and options, and a match by the older rules."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.table_page import SOON, TablePage, placements

OLD = "Habitat game (V1.3) decks of 30 cards"


def shown_decks(page: Page) -> list[str]:
    return page.locator(".deck-name:visible").all_text_contents()


def form_of(page: Page, name: str) -> Locator:
    return page.get_by_role("form", name=name)


def test_the_decks_follow_the_rules(page: Page):
    page.goto("/play/computer/")
    new = shown_decks(page)
    page.get_by_label(OLD).check()
    old = shown_decks(page)
    assert len(new) >= 12
    assert len(old) >= 6
    assert not set(new) & set(old)
    page.keyboard.press("ArrowUp")
    assert shown_decks(page) == new
    page.goto("/play/computer/?rules=phylo-1.3")
    assert shown_decks(page) == old


def test_the_form_with_all_its_options_is_accessible(reader: Page):
    reader.goto("/play/computer/?rules=phylo-1.3")
    form_of(reader, "Habitat game (V1.3)").get_by_text("More options").click()
    expect(form_of(reader, "Habitat game (V1.3)").get_by_label("Who begins")).to_be_visible()
    assert violations_in_both_themes(reader) == []


def test_a_refused_form_comes_back_with_its_reason(page: Page):
    page.goto("/play/computer/")
    form = form_of(page, "Short game (V1.4a)")
    page.locator(".deck-choice", has_text="African Savanna").click()
    form.get_by_text("More options").click()
    form.get_by_role("radio", name="Hedgehog").check()
    form.get_by_label("Copies of a card").select_option("2")
    form.get_by_role("button", name="Start this match").click()
    expect(page.get_by_role("alert")).to_contain_text("at most 2 are allowed")
    expect(page.locator(".deck-choice", has_text="African Savanna").get_by_role("radio")).to_be_checked()
    expect(form.get_by_label("Copies of a card")).to_have_value("2")
    expect(form.get_by_role("radio", name="Hedgehog")).to_be_checked()
    assert TablePage(page).violations() == []
    form.get_by_label("Copies of a card").select_option("")
    form.get_by_role("button", name="Start this match").click()
    expect(page).to_have_url(re.compile("/matches/."))


def test_without_script(browser: Browser, base_url: str):
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/play/computer/")
    page.get_by_label(OLD).check()
    form_of(page, "Habitat game (V1.3)").get_by_role("button", name="Start this match").click()
    expect(page).to_have_url(re.compile("/matches/."))
    expect(page.locator(".rules")).to_contain_text("Habitat game (V1.3)")
    context.close()


def test_a_match_by_the_older_rules_from_the_form_on(page: Page):
    """P4, P8: the deck's habitat lies there, and both show a card; then turns are played."""
    page.goto("/play/computer/?rules=phylo-1.3")
    form = form_of(page, "Habitat game (V1.3)")
    page.locator(".deck-choice", has_text="Great Barrier Reef").click()
    form.get_by_text("More options").click()
    form.get_by_label("Who begins").select_option("choose")
    form.get_by_role("button", name="Start this match").click()
    table = TablePage(page)
    expect(table.main).to_have_attribute("data-ready", "")
    expect(table.main.locator(".board")).to_be_visible()
    page.evaluate("document.getElementById('main').dataset.pause = '0'")
    expect(page.locator('[data-space="0,0"] .card--habitat')).to_be_attached()
    expect(page.locator('[data-part="controls"]')).to_contain_text("The larger scale begins")
    link = page.get_by_role("navigation", name="Match").get_by_role("link", name="Rules")
    assert link.get_attribute("href") == "/rules/phylo-1.3/"
    reveal(table)
    for _step in range(8):
        table.wait_for_turn()
        found = placements(table.choices)
        table.play(found[0]) if found else table.end_turn()
    assert table.violations() == []


def reveal(table: TablePage) -> None:
    # The computer shows its card first or second; either way the page reaches the version at which to act.
    expect(table.main).to_have_attribute("data-shown", "1", timeout=SOON)
    choice = next(choice for choice in table.choices if choice["do"] == "reveal")
    table.hand_card(choice["source"]).click()
    table.page.locator('[data-act="reveal"]').click()
    table.wait_past(1)
