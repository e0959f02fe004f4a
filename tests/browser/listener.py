"""A visitor who plays by keyboard alone and knows only what is said: what live regions announce, and the role
and name of what has the focus."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.table_page import SOON

# Everything that a live region of the page announces, in order.
LISTEN = """
(() => {
  const REGIONS = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], output';
  window.announced = [];
  const heard = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    if (!element?.closest(REGIONS)?.checkVisibility() || element.closest('[aria-hidden="true"]')) return;
    const text = node.textContent.replace(/\\s+/g, ' ').trim();
    if (text) window.announced.push(text);
  };
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'childList' ? addedNodes : [target]) if (node.isConnected) heard(node);
    }).observe(document.body, { subtree: true, childList: true, characterData: true }));
})()
"""


@dataclass(frozen=True)
class Focus:
    """What a screen reader says of the element that has the focus."""

    role: str
    name: str
    selected: bool


class Listener:
    """`heard` has everything that was announced; `last` is what was announced since the last key."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        self.last: list[str] = []
        page.add_init_script(LISTEN)
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Accessibility.enable")

    @property
    def focus(self) -> Focus:
        """From the browser's accessibility tree. Raises AssertionError if nothing has the focus."""
        found = self.devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})
        node = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        [told] = self.devtools.send("Accessibility.getPartialAXTree", node)["nodes"]
        assert found["result"]["className"] != "HTMLBodyElement", f"nothing has the focus after {self.last}"
        states: dict[str, Any] = {
            each["name"]: each["value"].get("value") for each in told.get("properties", [])
        }
        name = told.get("name", {}).get("value") or ""
        return Focus(told["role"]["value"], name, states.get("selected") is True)

    def press(self, key: str, *, until: str = "") -> list[str]:
        """Press a key and listen; with `until`, until something is announced that matches."""
        self.listen()
        self.page.keyboard.press(key)
        self.last = self.listen()
        if until:
            self.wait_for(until)
        return self.last

    def wait_for(self, pattern: str) -> list[str]:
        """Listen until something that was said since the last key matches."""
        if not any(re.search(pattern, text) for text in self.last):
            found = "pattern => window.announced.some((text) => new RegExp(pattern).test(text))"
            self.page.wait_for_function(found, arg=pattern, timeout=3 * SOON)  # three actions of the computer
            self.last += self.listen()
        return self.last

    def listen(self) -> list[str]:
        new: list[str] = self.page.evaluate("window.announced.splice(0)")
        self.heard += new
        return new

    def sit_down(self) -> None:
        """Wait until the table answers; moves of the computer are told without pauses."""
        expect(self.page.locator("#main[data-ready]")).to_be_attached(timeout=SOON)
        self.page.evaluate("document.getElementById('main').dataset.pause = '0'")
