"""The page in situations that rarely occur in a game."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services.site import Site

PRAIRIE = ("great-plains-prairie", "oregon-oak-woodland")
SCENES = {
    "spread": Scene(("boreal-wetland", "oregon-oak-woodland"), 6, "spread", "random"),
    "recover": Scene(("amazon-rainforest", "sonoran-desert"), 5, "recover", "random"),
    "habitat": Scene(("great-barrier-reef", "everglades"), 1, "habitat"),
    "covered": Scene(("everglades", "central-park"), 15, "covered"),
    "event early": Scene(("hardangervidda", "wadden-sea"), 1, "event-early"),
    "last turn": Scene(PRAIRIE, 3, "last-turn"),
    "last action": Scene(PRAIRIE, 4, "last-action", "random"),
    "saving": Scene(PRAIRIE, 1, "saving"),
}


@pytest.fixture
def table(page: Page, site: Site, request: pytest.FixtureRequest) -> TablePage:
    """The match of the scene that the test is marked with, set up for this test alone."""
    return TablePage(page).sit_down(*lay_out(site, SCENES[request.param]), site.url)


def in_scene(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("table", [name], indirect=True, ids=[name])


@in_scene("spread")
def test_spread_with_the_mouse(table: TablePage):
    """The plant, a lit space, the card: it lies face down there."""
    choice = next(each for each in table.choices if each["do"] == "spread")
    before, place = table.version, table.space(choice["at"])
    table.page.locator(f'[data-space="{choice["source"][6:]}"]').click()
    expect(place.locator(".legal")).to_contain_text("spread here")
    place.click()
    options = table.page.get_by_role("group", name="Which card grows here?")
    assert options.get_by_role("button").count() > 1
    assert table.violations() == []
    options.get_by_role("button", name=choice["parts"][0]["name"], exact=True).click()
    table.wait_past(before)
    expect(place.locator(".is-face-down")).to_be_visible()


@in_scene("recover")
def test_take_back_with_the_keyboard(table: TablePage):
    """Escape returns to the card on the table; Enter opens the list again, arrows choose."""
    choice = next(each for each in table.choices if each["do"] == "event" and each["parts"])
    keys, before = table.page.keyboard, table.version
    table.hand_card(choice["source"]).focus()
    keys.press("Enter")
    keys.press(str(choice["key"] or 1))
    options = table.page.get_by_role("group", name="Which card do you take back?")
    buttons = options.get_by_role("button")
    expect(buttons.first).to_be_focused()
    keys.press("Escape")
    expect(options).to_be_hidden()
    assert table.page.evaluate("document.activeElement.matches('.cell')")
    keys.press("Enter")
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    expect(buttons.first).to_be_focused()
    name = buttons.first.text_content()
    keys.press("Enter")
    table.wait_past(before)
    expect(table.page.locator(f'.hand-card[data-name="{name}"]').first).to_be_attached()


@in_scene("last turn")
def test_last_turn_is_announced(table: TablePage):
    page = table.page
    expect(page.get_by_text("This is the last turn.")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_text("your last turn")).to_be_visible()


@in_scene("last action")
def test_last_action_warns(table: TablePage):
    expect(table.page.locator(".actions-words")).to_contain_text("then the turn ends")
    expect(table.page.locator("#risk-note")).to_contain_text("You lose these when the turn ends")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (768, 1024), (390, 844)])
@in_scene("spread")
def test_whole_table_is_in_sight_at_first(table: TablePage, size: tuple[int, int]):
    """No card is hidden by header, panels or hand when the page opens, nor after the window is resized."""
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(
        """() => [...document.querySelectorAll('.lying')].every((lying) => {
          const box = lying.getBoundingClientRect();
          const x = box.left + box.width / 2;
          return [box.top + 3, box.bottom - 3].every((y) => lying.contains(document.elementFromPoint(x, y)));
        })"""
    )


@in_scene("saving")
def test_a_crowded_table_on_a_phone(table: TablePage):
    """
    A small space leaves out a name that it cannot hold, but says that it saves a card; nothing covers the way
    out; held sideways, the phone shows the hand beside the table.
    """
    page = table.page
    page.set_viewport_size({"width": 390, "height": 844})
    saving = next(each for each in table.choices if each["tone"] == "save" and "hand:" in each["source"])
    table.hand_card(saving["source"]).click()
    expect(page.locator(".legal.save").first).to_contain_text("saves")
    broken = page.evaluate(
        """() => [...document.querySelectorAll('.legal .reason')].filter((reason) => {
          Object.assign(reason.style, { overflowWrap: 'normal', hyphens: 'manual' });
          return reason.scrollWidth > reason.clientWidth + 1;
        }).map((reason) => reason.textContent)"""
    )
    assert broken == []
    page.get_by_role("button", name="Menu").click()
    for name in ("Home", "Rules", "Give up"):
        page.locator(".top-links").get_by_text(name, exact=True).first.click(trial=True)
    # A mouse that rests on a card, once the menu is closed, would show what it lives on, over the button.
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")
    expect(page.locator(".top-links")).to_be_hidden()
    expect(page.locator(".legal").first).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    area, hand = page.locator("#playing-area").bounding_box(), page.locator(".hand-area").bounding_box()
    # Header and the last move in words take the rest of 390.
    assert area["height"] > 280
    assert hand["x"] >= area["x"] + area["width"] - 1
    page.locator('[data-act="pass"]').click(trial=True)


@in_scene("last action")
def test_lost_cookie(table: TablePage):
    """A player who is no longer recognised is told so, and the URL says where to go."""
    page = table.page
    page.context.clear_cookies()
    page.keyboard.press("e")
    expect(page.get_by_text("That did not work. Please reload the page.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="To the start").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@in_scene("last action")
def test_move_waits_for_the_network(table: TablePage):
    page, before = table.page, table.version
    page.context.set_offline(True)
    page.keyboard.press("e")
    expect(page.get_by_text("Your move is kept and sent again.")).to_be_visible()
    page.context.set_offline(False)
    table.wait_past(before)
    expect(page.locator("[data-note]")).to_be_hidden()


@in_scene("habitat")
def test_P21_a_habitat_is_played_and_stays(table: TablePage):
    choice = next(
        each
        for each in table.choices
        if each["do"] == "play" and table.hand_card(each["source"]).locator(".card--habitat").count()
    )
    table.play(choice)
    expect(table.space(choice["at"]).locator(".card--habitat")).to_be_visible()
    assert table.violations() == []


@in_scene("covered")
def test_P23_a_covered_card_is_told_beside_its_invader(table: TablePage):
    invader = table.page.locator(".cell", has=table.page.locator(".under-badge")).first
    expect(invader.locator(".cell-label")).to_contain_text(", over ")
    expect(table.page.locator('[data-part="log"]')).to_contain_text("face down under it")
    assert table.violations() == []


@in_scene("event early")
def test_P11_an_event_is_one_action_by_the_older_rules(table: TablePage):
    choice = next(each for each in table.choices if each["do"] == "event" and "choose" not in each["action"])
    card = table.hand_card(choice["source"])
    expect(card.locator(".card__note")).to_have_text("One action")
    turn = table.page.locator('[data-part="turn"]').first.text_content()
    table.play(choice)
    expect(table.page.locator(".dot.left")).to_have_count(2)
    expect(table.page.locator('[data-part="turn"]').first).to_have_text(turn)
