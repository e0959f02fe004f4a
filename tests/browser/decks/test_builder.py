"""The deck builder as people use it: by keyboard only, by touch, on a broken connection, in two tabs."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.axe import violations_in_both_themes

SAVED = "Saved"


def new_deck(page: Page, name: str = "Meadow of mine") -> str:
    """Open the builder of a guest's new, empty deck; return its URL."""
    page.goto("/decks/new/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("radio", name="No cards").check()
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile("/build/"))
    expect(state(page)).to_have_text(SAVED)
    return page.url


def state(page: Page) -> Locator:
    return page.locator("#saved")


def row(page: Page, name: str) -> Locator:
    return page.locator(f'[data-row][data-name="{name}"]').first


def copies(page: Page, key: str) -> Locator:
    return page.locator(f'[data-copies="{key}"]').first


def total(page: Page) -> Locator:
    return page.locator("[data-total]")


def said(page: Page) -> Locator:
    return page.locator("#said")


def find(page: Page, text: str) -> None:
    page.locator("#q").fill(text)
    expect(page.locator("#found")).to_have_attribute("data-text", text)


def add(page: Page, key: str, times: int = 1) -> None:
    for _time in range(times):
        page.locator(f"#card-{key}").click()


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id")


def by_key(page: Page, text: str, digit: str) -> None:
    """Search, go to the first card found and set its copies, by keyboard only."""
    page.keyboard.press("/")
    page.keyboard.type(text)
    expect(page.locator("#found")).to_have_attribute("data-text", text)
    page.keyboard.press("ArrowDown")
    page.keyboard.press(digit)


def test_a_legal_deck_and_a_match_with_it_by_keyboard_alone(page: Page):
    page.goto("/")
    page.goto("/decks/new/?start=")
    page.get_by_label("Name").focus()
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/build/"))
    expect(state(page)).to_have_text(SAVED)
    for text, digit in (
        ("key=valley-oak", "4"), ("key=white-clover", "5"), ("key=common-dandelion", "5"), ("key=horse", "3"),
        ("key=eastern-grey-squirrel", "3"), ("key=monarch-butterfly", "3"),
    ):  # fmt: skip
        by_key(page, text, digit)
    expect(total(page)).to_have_text("23")
    page.keyboard.press("+")
    expect(said(page)).to_have_text("Monarch Butterfly, 4 copies. 24 of 24.")
    expect(state(page)).to_have_text(SAVED)
    expect(page.locator(".wrong-error")).to_have_count(0)
    page.keyboard.press("d")
    assert page.evaluate("document.activeElement.closest('[data-row]') !== null")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    press_until(page, "#play", key="Shift+Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"deck="))
    radio = page.get_by_role("radio", name=re.compile("By keys"))
    expect(radio).to_be_checked()
    press_until(page, "button:not([disabled])", text="Start this match")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/matches/."))
    expect(page.locator(".cell").first).to_be_visible()


def press_until(page: Page, wanted: str, *, key: str = "Tab", text: str = "") -> None:
    here = "document.activeElement"
    reached = f"([wanted, text]) => {here}.matches(wanted) && {here}.textContent.includes(text)"
    for _step in range(250):
        page.keyboard.press(key)
        if page.evaluate(reached, [wanted, text]):
            return
    raise AssertionError(f"{wanted} is not reached")


def test_a_legal_deck_and_a_match_with_it_by_touch(phone: Page):
    new_deck(phone, "By touch")
    for text, key, times in (
        ("oak", "valley-oak", 5), ("clover", "white-clover", 6), ("horse", "horse", 4),
        ("squirrel", "eastern-grey-squirrel", 4), ("monarch", "monarch-butterfly", 4),
    ):  # fmt: skip
        find(phone, text)
        for _time in range(times):
            phone.locator(f"#card-{key}").tap()
    bar = phone.locator(".build-sheets")
    expect(bar).to_contain_text("23/24")
    bar.get_by_text("Deck").tap()
    expect(phone.locator("#search-pane")).to_be_hidden()
    row(phone, "Horse").get_by_role("button", name="One more Horse").tap()
    expect(total(phone)).to_have_text("24")
    row(phone, "Horse").get_by_role("button", name="One Horse less").tap()
    expect(bar).to_contain_text("23/24")
    row(phone, "Valley Oak").get_by_role("button", name="One more Valley Oak").tap()
    expect(state(phone)).to_have_text(SAVED)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("#play").tap()
    expect(phone).to_have_url(re.compile("deck="))
    phone.get_by_role("button", name="Start this match").locator("visible=true").first.tap()
    expect(phone).to_have_url(re.compile("/matches/."))


def test_undo_and_redo_are_saves_too(page: Page):
    address = new_deck(page)
    find(page, "horse")
    add(page, "horse", 2)
    page.keyboard.press("5")
    expect(copies(page, "horse")).to_have_text("5")
    expect(state(page)).to_have_text(SAVED)
    page.keyboard.press("Control+z")
    expect(copies(page, "horse")).to_have_text("2")
    page.locator("#undo").click()
    page.locator("#undo").click()
    expect(total(page)).to_have_text("0")
    expect(page.locator("#undo")).to_be_disabled()
    expect(said(page)).to_have_text("Undone. 0 of 24.")
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    expect(copies(page, "horse")).to_have_text("2")
    expect(state(page)).to_have_text(SAVED)
    page.goto(address)
    expect(copies(page, "horse")).to_have_text("2")
    # A page that is loaded anew knows the steps from the deck's versions.
    for button, horses in (("#undo", "0"), ("#redo", "2")):
        page.goto(address)
        while page.locator(button).is_enabled():
            page.locator(button).click()
        expect(total(page)).to_have_text(horses)
        expect(state(page)).to_have_text(SAVED)


def test_a_broken_line_loses_nothing(page: Page, context: BrowserContext):
    address = new_deck(page)
    find(page, "horse")
    context.set_offline(True)
    add(page, "horse", 3)
    expect(state(page)).to_have_text("Offline, kept here")
    expect(copies(page, "horse")).to_have_text("3")
    expect(row(page, "Horse")).to_be_visible()
    page.locator("#deck-name").fill("Kept")
    page.keyboard.press("Enter")
    context.set_offline(False)
    expect(state(page)).to_have_text(SAVED)
    page.goto(address)
    expect(copies(page, "horse")).to_have_text("3")
    expect(page.locator("#deck-name")).to_have_value("Kept")


def test_what_a_closed_page_could_not_save_the_next_one_does(page: Page, context: BrowserContext):
    address = new_deck(page)
    find(page, "horse")
    page.route("**/save/", lambda route: route.abort())
    add(page, "horse", 2)
    expect(state(page)).to_have_text("Offline, kept here")
    page.close()
    again = context.new_page()
    again.goto(address)
    expect(copies(again, "horse")).to_have_text("2")
    expect(state(again)).to_have_text(SAVED)
    again.reload()
    expect(copies(again, "horse")).to_have_text("2")


def test_leaving_at_once_saves(page: Page):
    address = new_deck(page)
    find(page, "horse")
    add(page, "horse")
    page.goto("/rules/")
    page.goto(address)
    expect(copies(page, "horse")).to_have_text("1")
    expect(state(page)).to_have_text(SAVED)


@pytest.fixture
def tabs(page: Page, context: BrowserContext) -> tuple[Page, Page]:
    """Two tabs with the same deck; the second has changed it to 2 horses."""
    address = new_deck(page)
    other = context.new_page()
    other.goto(address)
    find(other, "horse")
    add(other, "horse", 2)
    expect(state(other)).to_have_text(SAVED)
    find(page, "clover")
    add(page, "white-clover")
    dialog = page.get_by_role("dialog", name="This deck was changed in another place")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("row")).to_have_text(
        [re.compile(each) for each in ("What differs", r"Horse\s*0\s*2\s*2", r"White Clover\s*1\s*0\s*1")]
    )
    expect(state(page)).to_have_text("Conflict: decide")
    return page, other


@pytest.mark.parametrize(
    ("answer", "horses", "clovers", "undone"),
    [("Merge both", 2, 1, 1), ("Keep what is here", 0, 1, 0), ("Take what is there", 2, 0, 1)],
)
def test_two_tabs_are_told_of_a_conflict(tabs, answer: str, horses: int, clovers: int, undone: int):
    page, other = tabs
    page.get_by_role("button", name=answer).click()
    expect(state(page)).to_have_text(SAVED)
    expect(total(page)).to_have_text(str(horses + clovers))
    other.reload()
    for key, count in (("horse", horses), ("white-clover", clovers)):
        expect(other.locator(f'#deck [data-copies="{key}"]')).to_have_text([str(count)] if count else [])
    page.locator("#undo").click()
    expect(total(page)).to_have_text(str(undone))


def test_a_conflict_that_is_put_off_waits(tabs):
    page, _other = tabs
    page.keyboard.press("Escape")
    expect(state(page)).to_have_text("Conflict: decide")
    add(page, "white-clover")
    state(page).click()
    page.get_by_role("button", name="Merge both").click()
    expect(state(page)).to_have_text(SAVED)
    expect(copies(page, "white-clover")).to_have_text("2")


def test_carrying_cards_in_and_rows_out(page: Page):
    new_deck(page)
    find(page, "horse")
    page.locator("#card-horse").drag_to(page.locator("#deck"))
    expect(copies(page, "horse")).to_have_text("1")
    expect(state(page)).to_have_text(SAVED)
    row(page, "Horse").locator(".row-art").drag_to(page.locator("#search-pane .said"))
    expect(row(page, "Horse")).to_have_count(0)
    expect(page).to_have_url(re.compile("/build/"))
    expect(said(page)).to_have_text("Horse is out of the deck. 0 of 24.")


def test_keys_on_rows_keep_their_place(page: Page):
    new_deck(page)
    for key in ("horse", "white-clover", "valley-oak"):
        find(page, f"key={key}")
        add(page, key)
    expect(state(page)).to_have_text(SAVED)
    page.keyboard.press("d")
    first = focused(page)
    page.keyboard.press("ArrowDown")
    second = focused(page)
    assert first != second
    page.keyboard.press("3")
    expect(state(page)).to_have_text(SAVED)
    assert focused(page) == second
    page.keyboard.press("0")
    expect(state(page)).to_have_text(SAVED)
    expect(page.locator("[data-row]:visible")).to_have_count(2)
    assert page.evaluate("document.activeElement.closest('[data-row]') !== null")
    page.keyboard.press("Escape")
    assert focused(page) == "q"
    page.keyboard.press("Tab")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_the_opening_hand_and_the_rules(page: Page):
    new_deck(page)
    find(page, "horse")
    add(page, "horse", 2)
    expect(state(page)).to_have_text(SAVED)
    hold = row(page, "Horse").get_by_role("button", name="Horse in the opening hand")
    hold.click()
    expect(said(page)).to_have_text("Horse is in the opening hand, 1 of 5.")
    expect(page.locator(".hand-cards button")).to_have_count(1)
    expect(hold).to_have_attribute("aria-pressed", "true")
    page.locator(".hand-cards button").click()
    expect(page.locator(".hand-cards button")).to_have_count(0)
    page.get_by_label("Rules", exact=True).select_option("phylo-1.3")
    expect(page.locator(".counter-words")).to_contain_text("of 30")
    page.get_by_label("Starts from").select_option(index=1)
    expect(state(page)).to_have_text(SAVED)
    page.reload()
    assert page.get_by_label("Starts from").input_value()


def test_groups_by_terrain(page: Page):
    new_deck(page)
    find(page, "horse")
    add(page, "horse")
    expect(state(page)).to_have_text(SAVED)
    page.get_by_role("button", name="Terrain", exact=True).click()
    expect(page.get_by_role("region", name="Grassland")).to_contain_text("Horse")
    page.reload()
    expect(page.get_by_role("button", name="Terrain", exact=True)).to_have_attribute("aria-pressed", "true")


def test_the_deck_in_the_search(page: Page):
    new_deck(page)
    find(page, "horse")
    add(page, "horse")
    expect(page.locator('[data-in-deck="horse"]')).to_have_text(re.compile("1"))
    expect(state(page)).to_have_text(SAVED)
    page.get_by_role("button", name="Fits the deck").click()
    expect(page.locator("#q")).to_have_value("horse fits:deck")
    expect(page.locator("#found")).to_have_attribute("data-text", "horse fits:deck")
    find(page, "fits:deck")
    expect(page.locator("#found-title")).to_contain_text("Cards that find food or a place in this deck")
    # It follows the deck, and leaves the focus where it is.
    fit = page.locator("#found-title").inner_text()
    page.locator("#card-american-lotus").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#found-title")).not_to_have_text(fit)
    page.keyboard.press("Control+y")
    expect(page.locator("#found-title")).to_have_text(fit)
    assert focused(page) == "card-american-lotus"
    # Another search takes the place of one that has no answer yet.
    page.route(re.compile(r"/build/\?q=fits"), lambda _route: None)
    with page.expect_request(re.compile(r"/build/\?q=fits")):
        page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    page.locator('.wrongs [data-code="no-food"] [data-find]').click()
    expect(page.locator("#q")).to_have_value(re.compile("eatenby:horse"))
    expect(page.locator('[data-feeds="horse"]').first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/build/\?q="))


def test_without_scripts(plain: Page):
    plain.goto("/decks/new/?start=")
    plain.get_by_label("Name").fill("Plain")
    plain.get_by_role("button", name="Begin").click()
    plain.locator("#q").fill("horse")
    plain.get_by_role("button", name="Search", exact=True).click()
    plain.locator("#card-horse").click()
    expect(plain).to_have_url(re.compile("q=horse"))
    plain.get_by_role("button", name="One more Horse").click()
    expect(copies(plain, "horse")).to_have_text("2")
    plain.get_by_role("button", name="One Horse less").click()
    expect(copies(plain, "horse")).to_have_text("1")


def test_accessible(page: Page):
    new_deck(page)
    for key in ("horse", "snowy-owl"):
        find(page, f"key={key}")
        add(page, key)
    row(page, "Horse").get_by_role("button", name="Horse in the opening hand").click()
    expect(state(page)).to_have_text(SAVED)
    assert violations_in_both_themes(page) == []
    page.keyboard.press("?")
    assert violations_in_both_themes(page) == []


def test_accessible_on_a_phone(phone: Page):
    new_deck(phone)
    find(phone, "horse")
    phone.locator("#card-horse").tap()
    expect(state(phone)).to_have_text(SAVED)
    copies_of, number = (
        phone.locator(f"#card-horse {part}").bounding_box() for part in (".in-deck", ".card__diet")
    )
    assert (
        copies_of["x"] + copies_of["width"] <= number["x"] or copies_of["y"] >= number["y"] + number["height"]
    )
    assert violations_in_both_themes(phone) == []
    phone.locator("[data-show=deck]").tap()
    assert violations_in_both_themes(phone) == []
