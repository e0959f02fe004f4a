"""Lessons in the browser: ten in a row by touch, by mouse and by keys, and one by ear."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine.lessons import Lesson
from games.lessons.shipped import course
from tests.browser.axe import violations
from tests.browser.listener import Listener

IN_A_ROW = 10
LESSONS = course().lessons
KEYS = list(LESSONS)


def following(key: str, count: int = IN_A_ROW) -> list[Lesson]:
    start = KEYS.index(key)
    return [LESSONS[each] for each in KEYS[start : start + count]]


class LessonPage:
    """A lesson that is played as `press` says: by taps or clicks on what it is given."""

    def __init__(self, page: Page, press: Callable[[Locator], None]) -> None:
        self.page, self.press = page, press

    def open(self, base_url: str, key: str) -> None:
        self.page.context.add_cookies([{"name": "speed", "value": "off", "url": base_url}])
        self.page.goto(f"/learn/{key}/")

    def play(self, lesson: Lesson) -> None:
        expect(self.page).to_have_url(re.compile(f"/learn/{lesson.key}/$"))
        expect(self.page.locator("#main[data-ready]")).to_be_attached()
        for action in lesson.solution:
            self.act(self.choice(action))
        expect(self.page.locator("[data-outcome]")).to_contain_text(lesson.after)

    def choice(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """What the page offers for an action, once it does."""
        offered = self.page.wait_for_function(
            """action => {
              const main = document.getElementById("main").dataset;
              const sorted = (one) => JSON.stringify(Object.entries(one).sort());
              const choices = JSON.parse(document.getElementById("choices").textContent);
              const found = choices.find((each) => sorted(each.action) === sorted(action));
              return main.shown === main.version && found;
            }""",
            arg={name: value for name, value in json.loads(json.dumps(action)).items() if name != "seat"},
        )
        return offered.json_value()

    def act(self, choice: dict[str, Any]) -> None:
        shown = self.page.locator("#main").get_attribute("data-shown")
        source = choice["source"]
        self.press(self.page.locator(self.element_of(source)).first)
        if choice["at"] is None:
            self.press(self.page.locator(f'[data-act="{choice["do"]}"]').first)
        else:
            self.lay(choice)
        expect(self.page.locator("#main")).not_to_have_attribute("data-shown", shown or "")

    def lay(self, choice: dict[str, Any]) -> None:
        cell = self.page.locator('.cell[data-at="{},{}"]'.format(*choice["at"]))
        expect(cell.locator(".legal, .target")).to_be_attached()
        self.press(cell)
        several = self.page.locator("[data-options] button").first
        if choice["do"] == "event" and cell.locator(".outlook").count():
            self.press(cell)
        while several.is_visible():
            self.press(several)

    def element_of(self, source: str) -> str:
        if source.startswith("space:"):
            return f'.cell[data-at="{source.removeprefix("space:")}"]'
        return f'.hand-card[data-source="{source}"]'

    def onward(self) -> None:
        self.press(self.page.locator("a[data-onward]"))


def test_ten_in_a_row_by_touch(phone: Page, base_url: str):
    table = LessonPage(phone, lambda element: element.tap())
    table.open(base_url, KEYS[0])
    for lesson in following(KEYS[0]):
        table.play(lesson)
        table.onward()


def test_ten_in_a_row_by_mouse(page: Page, base_url: str):
    table = LessonPage(page, lambda element: element.click())
    table.open(base_url, "what-falls")
    for lesson in following("what-falls"):
        table.play(lesson)
        table.onward()


def focused(page: Page, attribute: str) -> str:
    """An attribute of what has the focus, or of the space or the card that holds it; "" if it has none."""
    found = f"document.activeElement?.closest('[{attribute}]')?.getAttribute('{attribute}') ?? ''"
    return page.evaluate(found)


def go_to(page: Page, key: str, attribute: str, value: str) -> None:
    """Press a key until what has the focus is that."""
    for _step in range(60):
        if focused(page, attribute) == value:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {value}")


def test_ten_in_a_row_by_keys(page: Page, base_url: str):
    """A drafting game: Tab to the hand, along it to the card, and from lit space to lit space."""
    table = LessonPage(page, lambda element: element.press("Enter"))
    table.open(base_url, "meadows")
    for lesson in following("meadows"):
        expect(page.locator("#main[data-ready]")).to_be_attached()
        [action] = lesson.solution
        for _step in range(40):
            if focused(page, "data-source"):
                break
            page.keyboard.press("Tab")
        go_to(page, "ArrowRight", "data-source", f"card:{action['card']}")
        page.keyboard.press("Enter")
        places = [action["at"], *action.get("swap", ())]
        for place in places:
            go_to(page, "n", "data-at", "0:{},{}".format(*place))
            page.keyboard.press("Enter")
            if place is not places[-1]:
                expect(page.locator("[data-second]")).to_be_visible()
        expect(page.locator("[data-outcome]")).to_contain_text(lesson.after)
        # The next lesson has the focus.
        expect(page.locator("a[data-onward]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(f"/learn/{KEYS[KEYS.index(lesson.key) + 1]}/$"))


def test_one_by_ear(page: Page, base_url: str):
    """By keys, from what is said alone: what is to be done, which card fits and where, and the end."""
    ear, lesson = Listener(page), LESSONS["plant-eaters"]
    page.goto(f"/learn/{lesson.key}/")
    ear.sit_down()
    assert page.title().startswith(lesson.title)
    [told] = [text for text in ear.press("s", until="plant") if lesson.told in text]
    assert "1 of 3 actions left" in told
    ear.press("h")
    assert ear.focus.name.startswith("Bullfinch")
    assert "you can play it" in ear.focus.name
    ear.press("n")
    assert ear.focus.role == "gridcell"
    ear.press("Enter", until=re.escape(lesson.after))
    assert any(text.startswith("You play Bullfinch") for text in ear.heard)
    assert (ear.focus.role, ear.focus.name) == ("link", "Next lesson")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/learn/meat-eaters/$"))


def test_wrong_tries_are_answered_and_the_solution_shown(phone: Page, base_url: str):
    """Two refusals bring the nudge, a miss says why, the solution plays, and it goes on from the start."""
    lesson = LESSONS["same-terrain"]
    LessonPage(phone, lambda element: element.tap()).open(base_url, lesson.key)
    expect(phone.locator("#main[data-ready]")).to_be_attached()
    nudge, panel = phone.locator("[data-nudge]"), phone.locator('[data-part="exercise"]')
    phone.locator('.hand-card[data-source="hand:black-swan"]').tap()
    for place in ("0,1", "-1,1"):
        expect(nudge).to_be_hidden()
        phone.locator(f'.cell[data-at="{place}"]').tap()
        expect(phone.locator("[data-bubble]")).to_contain_text("Not here")
    expect(nudge).to_be_visible()
    assert violations(phone) == []
    phone.locator('[data-act="pass"]').tap()
    expect(panel).to_contain_text("Not yet.")
    phone.locator('[data-act="again"]').tap()
    expect(panel).to_contain_text(lesson.told)
    phone.locator('[data-act="show"]').tap()
    expect(panel).to_contain_text("That is one way")
    expect(phone.locator(".cell.taken", has_text="Black Swan")).to_have_count(1)
    phone.locator('[data-act="again"]').tap()
    expect(panel).to_contain_text(lesson.told)
    expect(phone.locator('.hand-card[data-source="hand:black-swan"]')).to_be_visible()
    phone.goto("/learn/lessons/")
    assert violations(phone) == []


def test_a_solution_may_be_left_before_its_end(page: Page, base_url: str):
    lesson = LESSONS["food-chain"]
    table = LessonPage(page, lambda element: element.click())
    table.open(base_url, lesson.key)
    # So slowly that the first of three cards still waits for the second.
    page.evaluate("document.getElementById('main').dataset.pause = '20000'")
    page.locator('[data-act="show"]').click()
    page.locator('[data-act="again"]').click()
    expect(page.locator('[data-part="exercise"]')).to_contain_text(lesson.told)
    table.play(lesson)
