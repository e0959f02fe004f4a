"""A card's page in the browser: the food web by keyboard, on a phone, and for a screen reader."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations_in_both_themes

PAGES = (
    "/cards/horse/?q=terrain:grassland",
    "/cards/valley-oak/?rules=phylo-1.3",
    "/cards/severe-drought/",
    "/cards/temperate-rainforest/",
    "/cards/home/",
    "/cards/hrose/",
)


@pytest.fixture
def phone(browser: Browser, base_url: str) -> Page:
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("address", PAGES)
def test_card_pages_are_accessible(reader: Page, address: str):
    reader.goto(address)
    expect(reader.get_by_role("heading", level=1)).to_be_visible()
    assert violations_in_both_themes(reader) == []


def test_the_food_web_is_walked_by_keys_alone(page: Page):
    page.goto("/cards/horse/")
    tokens = page.locator("[data-token]")
    tokens.first.focus()
    first = page.evaluate("document.activeElement.getAttribute('href')")
    page.keyboard.press("ArrowRight")
    here = page.locator(":focus")
    expect(here).to_have_attribute("data-token", "")
    across = here.get_attribute("href")
    assert across != first
    expect(page).to_have_url(re.compile("/cards/horse/$"))
    page.keyboard.press("ArrowDown")
    assert here.get_attribute("href") not in (first, across)
    goal = here.get_attribute("href")
    name = here.locator(".web-name").evaluate("each => each.firstChild.textContent")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{goal}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_arrow_keys_step_through_the_search(page: Page):
    page.goto("/cards/horse/?q=terrain:grassland")
    here = page.get_by_role("heading", level=1)
    following = page.locator('[rel="next"] .trail-name').text_content()
    page.keyboard.press("ArrowRight")
    expect(here).to_have_text(following)
    expect(page).to_have_url(re.compile(r"\?q=terrain%3Agrassland"))
    page.wait_for_load_state("load")  # before that, no script is listening
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_text("Horse")
    page.get_by_role("link", name="Back to the search").click()
    expect(page).to_have_url(re.compile(r"/cards/\?q=terrain%3Agrassland"))


def test_the_rules_are_switched_in_place(page: Page):
    page.goto("/cards/eurasian-lynx/")
    before = page.locator(".web-below .web-more").first.text_content()
    page.get_by_role("navigation", name="Rules").get_by_role("link", name="V1.3").click()
    expect(page).to_have_url(re.compile("rules=phylo-1.3"))
    expect(page.locator(".web-below .web-more").first).not_to_have_text(before)


def test_the_food_web_is_a_list_to_a_screen_reader(page: Page):
    page.goto("/cards/horse/")
    web = page.get_by_role("region", name="The food web around it")
    expect(web.get_by_role("heading", name="It can live on")).to_be_visible()
    for each in web.get_by_role("listitem").all():
        link = each.get_by_role("link")
        expect(link).to_have_accessible_name(re.compile(r"^[^,]+, number \d, scale \d$"))


def test_phone(phone: Page):
    """The nearest neighbours are above and below, large enough for a finger; nothing scrolls sideways."""
    phone.goto("/cards/horse/?q=terrain:grassland")
    eaters, card, food = (
        phone.locator(f"{each}:visible").first.bounding_box()
        for each in (".web-above [data-token]", ".web-card", ".web-below [data-token]")
    )
    assert eaters["y"] + eaters["height"] < card["y"]
    assert card["y"] + card["height"] < food["y"]
    shown = phone.locator("[data-token]:visible")
    assert shown.count() == 8
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in (t.bounding_box() for t in shown.all()))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    goal = shown.first.get_attribute("href")
    shown.first.tap()
    expect(phone).to_have_url(re.compile(re.escape(goal) + "$"))


def test_motion_is_left_out_on_request(page: Page):
    page.emulate_media(reduced_motion="reduce")
    page.goto("/cards/horse/")
    seconds = page.locator(".web-token .card").first.evaluate(
        "each => getComputedStyle(each).transitionDuration"
    )
    assert float(seconds.removesuffix("s")) <= 0.1
