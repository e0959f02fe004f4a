"""A page's requests, held back until the test lets them go."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route

LOOKS = 1000  # how often a test looks whether a request has come, with PAUSE in between; then it fails
PAUSE = 20  # milliseconds


class HeldRequests:
    """Requests whose URL matches. A page may show that it is waiting before they are sent."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(re.compile(address), lambda route: self.routes.append(route))

    def let_go(self, answer: Callable[[Route], None] = Route.continue_) -> None:
        """Let all held requests go, as soon as there is one."""
        for _look in range(LOOKS):
            if self.routes:
                break
            self.page.wait_for_timeout(PAUSE)
        assert self.routes, "nothing was asked for"
        while self.routes:
            answer(self.routes.pop(0))
