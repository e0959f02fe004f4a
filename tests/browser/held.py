"""Requests of a page that wait on their way until the test lets them go on."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route

LOOKS = 1000  # as often a test looks whether a request is there, with PAUSE between: what never comes fails
PAUSE = 20  # milliseconds


class HeldRequests:
    """Those whose address matches. A page may show that it waits before they are on their way."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(re.compile(address), lambda route: self.routes.append(route))

    def let_go(self, answer: Callable[[Route], None] = Route.continue_) -> None:
        """Answer all that are held, as soon as there is one."""
        for _look in range(LOOKS):
            if self.routes:
                break
            self.page.wait_for_timeout(PAUSE)
        assert self.routes, "nothing was asked for"
        while self.routes:
            answer(self.routes.pop(0))
