import json
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import SOON, TablePage, placements
from tests.services.site import Site

PRAIRIE = ("great-plains-prairie", "oregon-oak-woodland")
START = Scene(PRAIRIE, 1, "start")
LATE = Scene(PRAIRIE, 1, "late")


@pytest.fixture
def table(page: Page, site: Site) -> TablePage:
    """The first turn of a match that is always the same."""
    return TablePage(page).sit_down(*lay_out(site, START), site.url)


def test_the_rest_of_a_game(page: Page, site: Site):
    """Every lit space is clicked until nothing is left, to the result; test_by_ear plays whole games."""
    table = TablePage(page).sit_down(*lay_out(site, LATE), site.url)
    while not table.over:
        found = placements(table.choices)
        if found:
            table.play(found[0])
        else:
            table.end_turn()
        table.wait_for_turn()
    expect(page.locator("#result-title")).to_be_visible()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    expect(page.get_by_role("link", name="Record")).to_be_visible()
    scores = [int(text) for text in page.locator(".result-side .score").all_text_contents()]
    assert scores == [int(text) for text in page.locator("[data-score]").all_text_contents()]
    counted = page.locator(".result-side").evaluate_all(
        "sides => sides.map(side => [...side.querySelectorAll('.earners b')]"
        ".reduce((sum, each) => sum + Number(each.textContent), 0))"
    )
    assert counted == scores
    assert table.violations() == []
    for width, height in [(390, 844), (820, 1180), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            """() => [...document.querySelectorAll('.lying')].every((lying) => {
              const { left, top, width, height } = lying.getBoundingClientRect();
              return lying.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            })"""
        )
    page.locator(".cell.taken .lying").last.click()
    expect(page.locator("#ties")).to_be_visible()

    finished = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(finished)
    table.wait_for_turn()
    assert not table.over


def test_score_follows_the_play(table: TablePage):
    choice = turn_with(table, "play")
    before = int(table.page.locator('[data-score="0"]').text_content())
    table.play(choice)
    expect(table.page.locator('[data-score="0"]')).to_have_text(
        str(before + int(choice["gain"].replace("−", "-")))
    )
    expect(table.page.locator(f'[data-space="{choice["at"][0]},{choice["at"][1]}"]')).to_be_visible()


def test_a_played_card_lies_in_its_space_until_it_is_refused(table: TablePage):
    choice, waiting = turn_with(table, "play"), list[Route]()
    table.page.route("**/actions/", lambda route: waiting.append(route))
    space = table.space(choice["at"])
    table.hand_card(choice["source"]).dispatch_event("click")
    space.dispatch_event("click")
    several = table.page.locator("[data-options] button").first
    while several.is_visible():
        several.click()
    expect(space.locator(".pending .card")).to_be_visible()
    expect(space).to_have_attribute("aria-busy", "true")
    while not waiting:
        table.page.wait_for_timeout(20)
    waiting.pop().fulfill(status=422, json={"code": "illegal", "detail": "Not there."})
    expect(table.page.locator(".pending, [aria-busy], .sent")).to_have_count(0)
    expect(table.page.locator("#said")).to_have_text("Not there.")


def test_arrows_walk_from_hand_to_lit_space(table: TablePage):
    choice = turn_with(table, "play")
    table.hand_card(choice["source"]).focus()
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("ArrowUp")
    focused = table.page.evaluate("document.activeElement.dataset.at")
    assert [int(part) for part in focused.split(",")] in [each["at"] for each in table.choices]
    before = table.version
    table.page.keyboard.press("Enter")
    table.wait_past(before)


def test_drag_onto_lit_space(table: TablePage):
    choice = turn_with(table, "play")
    page, before = table.page, table.version
    start = table.hand_card(choice["source"]).bounding_box()
    # Not at the corner: the next card of the fan may lie there.
    left, top = start["x"] + start["width"] * 0.35, start["y"] + start["height"] * 0.3
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + 10, top - 50, steps=4)
    inside = next(
        each
        for each in placements(table.choices)
        if each["source"] == choice["source"] and in_sight(table, each["at"])
    )
    goal = table.space(inside["at"]).bounding_box()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    table.wait_past(before)
    expect(page.locator(f'[data-space="{inside["at"][0]},{inside["at"][1]}"]')).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_refused_space_says_why(table: TablePage, width: int):
    table.page.set_viewport_size({"width": width, "height": 844})
    table.page.reload()
    expect(table.main).to_have_attribute("data-ready", "")
    choice = turn_with(table, "play")
    lit = [each["at"] for each in table.choices if each["source"] == choice["source"]]
    table.hand_card(choice["source"]).dispatch_event("click")
    cells = table.page.locator(".cell:not(.taken)")
    places = [
        json.loads(f"[{text}]") for text in cells.evaluate_all("cells => cells.map(cell => cell.dataset.at)")
    ]
    refused = next(at for at in places if at not in lit)
    before = table.version
    table.space(refused).dispatch_event("click")
    bubble = table.page.locator("[data-bubble]")
    expect(bubble).to_be_visible()
    expect(bubble).to_contain_text("Not here")
    assert len(bubble.locator("p").text_content()) > 10
    assert table.violations() == []
    assert table.version == before
    table.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()


def test_discard_draws_three(table: TablePage):
    source = turn_with(table, "discard")["source"]
    held = table.page.locator(".hand-card").count()
    before = table.version
    table.hand_card(source).dispatch_event("click")
    table.page.keyboard.press("d")
    table.wait_past(before)
    expect(table.page.locator(".hand-card")).to_have_count(held + 2)


def test_action_is_sent_again_when_the_network_fails(table: TablePage):
    bodies: list[str] = []

    def fail_once(route: Route) -> None:
        bodies.append(route.request.post_data)
        if len(bodies) == 1:
            route.abort()
        else:
            route.continue_()

    choice = turn_with(table, "play")
    table.page.route("**/actions/", fail_once)
    table.play(choice)
    assert len(bodies) == 2
    assert bodies[0] == bodies[1]


def test_a_busy_site_is_told_of_and_asked_again_until_the_move_is_made(table: TablePage):
    sent: list[tuple[float, str | None, str | None]] = []
    busy = [True]

    def answer(route: Route) -> None:
        asked = route.request
        sent.append((time.monotonic(), asked.post_data, asked.headers.get("x-arrived")))
        if busy:
            headers = {"Retry-After": "1", "X-Arrived": f"receipt {len(sent)}"}
            route.fulfill(status=503, headers=headers, json={"code": "busy"})
        else:
            route.continue_()

    choice, before = turn_with(table, "play"), table.version
    table.page.route("**/actions/", answer)
    table.lay(choice)
    note = table.page.locator("[data-note]")
    expect(note).to_have_text("The site is busy. Trying again…")
    expect(note).to_have_role("status")
    assert table.violations() == []
    while len(sent) < 3:
        table.page.wait_for_timeout(100)
    # The card lies where it was put, for as long as it takes.
    expect(table.page.locator(".pending")).to_be_visible()
    busy.clear()
    table.wait_past(before)
    expect(note).to_be_hidden()
    whens, bodies, receipts = zip(*sent, strict=True)
    assert whens[2] - whens[0] >= 2, "a second, and longer the second time"
    assert len({*bodies}) == 1
    assert receipts == (None, *(f"receipt {number}" for number in range(1, len(sent))))


def test_computer_moves_are_shown_one_by_one(table: TablePage):
    """Every version between two of the visitor's turns is on the page for a while."""
    table.page.evaluate(
        """() => {
          const main = document.getElementById('main');
          main.dataset.pause = '120';
          const seen = (window.seen = []);
          new MutationObserver(() => seen.push(Number(main.dataset.shown)))
            .observe(main, { attributeFilter: ['data-shown'] });
        }"""
    )
    before = table.version
    table.end_turn()
    table.wait_for_turn()
    seen = table.page.evaluate("window.seen")
    assert seen == list(range(before + 1, table.version + 1))


def test_resign(table: TablePage):
    page = table.page
    page.get_by_text("Give up", exact=True).click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.locator("#result-title")).to_have_text("Computer wins", timeout=SOON)
    expect(page.locator("#result-title")).to_be_focused()


def test_the_log_lies_over_the_table_of_a_phone_until_it_is_closed_or_the_game_over(phone: Page, site: Site):
    table = TablePage(phone).sit_down(*lay_out(site, START), site.url)
    more, log = phone.get_by_role("button", name="More"), phone.locator(".log")
    more.tap()
    expect(log).to_be_visible()
    expect(more).to_have_attribute("aria-expanded", "true")
    phone.keyboard.press("Escape")
    expect(log).to_be_hidden()
    expect(more).to_have_attribute("aria-expanded", "false")
    more.tap()
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_text("Give up", exact=True).tap()
    resign = phone.get_by_role("button", name="Yes, give up")
    for closed in (resign, phone.locator(".top-links")):
        expect(closed).to_be_visible()
        phone.keyboard.press("Escape")
        expect(closed).to_be_hidden()
        expect(log).to_be_visible()
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_text("Give up", exact=True).tap()
    resign.tap()
    expect(phone.locator("#result-title")).to_have_text("Computer wins", timeout=SOON)
    expect(phone.locator("#result-title")).to_be_focused()
    expect(log).to_be_hidden()
    phone.get_by_role("button", name="Rematch").tap()
    expect(phone.locator("#result-title")).to_have_count(0, timeout=SOON)
    assert table.violations() == []


def turn_with(table: TablePage, do: str) -> dict:
    """End turns until there is a choice of that kind, as a hand may have none."""
    while True:
        for choice in table.choices:
            if choice["do"] == do and choice["source"].startswith("hand:"):
                return choice
        table.end_turn()
        table.wait_for_turn()


def in_sight(table: TablePage, at: list[int]) -> bool:
    box, room = table.space(at).bounding_box(), table.page.locator("#playing-area").bounding_box()
    hand = table.page.locator(".hand").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return room["x"] < middle[0] < room["x"] + room["width"] and room["y"] + 70 < middle[1] < hand["y"] - 10
