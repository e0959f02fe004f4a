"""What can be played, what is lit and what would be lost, in sight on phone, tablet and desktop."""

import contextlib
import re

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services.site import Site

SIZES = [(390, 844), (820, 1180), (1280, 800)]
REEF = Scene(("great-barrier-reef", "everglades"), 20, "habitat")
PRAIRIE = Scene(("great-plains-prairie", "oregon-oak-woodland"), 137, "danger")

# Lit spaces that something lies over, and those out of sight that no edge counts.
HIDDEN = """() => {
  const box = (element) => element.getBoundingClientRect();
  const area = box(document.getElementById('playing-area'));
  const names = '.rival, .map, .hand-head, .hand-tools, .hand-why, .edge, .bar';
  const panels = [...document.querySelectorAll(names)];
  const over = panels.filter((panel) => box(panel).width).map(box);
  const middle = (mark) => [box(mark).left + box(mark).width / 2, box(mark).top + box(mark).height / 2];
  const isIn = ([x, y], room) => x > room.left && x < room.right && y > room.top && y < room.bottom;
  const lit = [...document.querySelectorAll('.legal, .lying.target')];
  const at = (mark) => mark.closest('.cell').dataset.at;
  const beyond = lit.filter((mark) => !isIn(middle(mark), area));
  const edges = [...document.querySelectorAll('.edge:not([hidden])')];
  const counted = edges.reduce((sum, edge) => sum + Number(edge.textContent.match(/\\d+/)[0]), 0);
  const inside = lit.filter((mark) => !beyond.includes(mark));
  const covered = inside.filter((mark) => over.some((panel) => isIn(middle(mark), panel)));
  return [...covered, ...(beyond.length > counted ? beyond : [])].map(at);
}"""


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict) -> dict:
    return browser_context_args | {"has_touch": True}


@pytest.fixture
def table(page: Page, site: Site, request: pytest.FixtureRequest) -> TablePage:
    return TablePage(page).sit_down(*lay_out(site, request.param), site.url)


def hand(table: TablePage) -> list[str]:
    """The hand's cards from left to right, as sources."""
    return table.page.locator(".hand-card").evaluate_all("cards => cards.map((card) => card.dataset.source)")


def resize(table: TablePage, size: tuple[int, int]) -> None:
    """And choose nothing; the playing area follows the window with the next frame."""
    table.page.keyboard.press("Escape")
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")


def nothing_hidden(page: Page, about: str) -> None:
    """Soon: the board is moved, and the edges are counted, in the frames after a card is chosen."""
    with contextlib.suppress(Error):
        page.wait_for_function(f"() => ({HIDDEN})().length === 0")
    assert page.evaluate(HIDDEN) == [], about


@pytest.mark.parametrize("table", [PRAIRIE, REEF], indirect=True, ids=["prairie", "reef"])
def test_every_card_answers_what_it_can_do(table: TablePage):
    """
    Lit spaces are in sight and nothing covers them, or are counted at the edge; a card that fits nowhere says
    why. By finger on phone and tablet, by keys on the desktop.
    """
    page = table.page
    for size in SIZES:
        resize(table, size)
        for number, source in enumerate(hand(table)):
            card = page.locator(".hand-card").nth(number)
            if size[0] < 900:
                # Where the next card of the fan does not lie.
                card.tap(position={"x": 14, "y": 40})
            else:
                page.keyboard.press("h")
                page.keyboard.press("Home")
                for _card in range(number):
                    page.keyboard.press("ArrowRight")
                expect(card).to_be_focused()
                page.keyboard.press("Enter")
            expect(card).to_have_class(re.compile("selected"))
            why = card.get_attribute("data-why")
            if why:
                expect(page.locator("[data-hand-why]")).to_have_text(why)
                expect(page.locator("#said")).to_have_text(re.compile(rf"(^|\. ){re.escape(why)}"))
                expect(page.locator(".legal, .target")).to_have_count(0)
            else:
                expect(card).to_have_accessible_name(re.compile(", you can play it$"))
                nothing_hidden(page, f"{size} {source}")
            page.keyboard.press("Escape")
        assert table.violations() == []
    expect(page.locator("[data-hand-why]")).to_be_hidden()
    # By ear: first the short name, at a key all of it, and why a key does nothing.
    page.keyboard.press("h")
    page.keyboard.press("i")
    short = page.evaluate("document.activeElement.firstElementChild.textContent")
    said = page.locator("#said")
    expect(said).to_contain_text(re.compile("scale \\d|event"))
    assert len(short) < len(said.text_content())
    page.keyboard.press("d")
    expect(page.locator("[data-note]")).to_have_text("Choose a card from your hand first.")


@pytest.mark.parametrize("table", [REEF], indirect=True, ids=["reef"])
def test_a_phone_counts_what_can_be_played_beyond_the_edge(table: TablePage):
    page = table.page
    resize(table, (320, 800))
    more = page.locator("[data-hand-more]")
    expect(more).to_contain_text("more you can play ›")
    more.tap()
    cards = page.locator(".hand")
    expect(cards).not_to_have_js_property("scrollLeft", 0)
    # How often that must be pressed to reach the end depends on the hand.
    cards.evaluate("hand => hand.scrollTo({ left: hand.scrollWidth, behavior: 'instant' })")
    expect(more).to_contain_text("‹")


@pytest.mark.parametrize("table", [PRAIRIE], indirect=True, ids=["prairie"])
def test_a_phone_tells_a_loss_before_the_turn_ends(table: TablePage):
    """In danger: on the card when it is tapped, and before the turn ends; on a desktop always."""
    page = table.page
    note, end = page.locator("#risk-note"), page.locator('[data-act="pass"]')
    expect(note).to_be_visible()
    resize(table, SIZES[0])
    expect(note).to_be_hidden()
    card = page.locator(".lying:has(.is-at-risk)").first
    name = card.locator("xpath=..").locator(".cell-label").text_content().split(",")[0]
    card.tap()
    expect(page.locator("#ties .cascade").first).to_contain_text("will go at the end of your turn")
    page.keyboard.press("Escape")
    before = table.version
    end.tap()
    expect(note).to_be_visible()
    expect(note).to_contain_text(name)
    expect(page.locator("#said")).to_contain_text(name)
    expect(end).to_contain_text("End turn anyway")
    assert table.violations() == []
    assert table.version == before
    end.tap()
    table.wait_past(before)
