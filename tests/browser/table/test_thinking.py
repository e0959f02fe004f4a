"""What a player sees and hears while the computer thinks for long."""

import os
import signal
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage
from tests.services.site import Site


def thinker_of(site: Site) -> int:
    """The site's only child process."""
    pid = site.process.pid
    found = {
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    }
    (child,) = found
    return child


def test_the_table_says_that_the_computer_thinks_until_its_move_comes(page: Page, site: Site):
    table = TablePage(page)
    table.begin()
    note, said = page.locator(".seat.far .seat-note"), page.locator("#said")
    child = thinker_of(site)
    os.kill(child, signal.SIGSTOP)
    try:
        page.locator('[data-act="pass"]').click()
        expect(note).to_have_text("thinking…")
        expect(said).to_contain_text("The computer is thinking.")
    finally:
        os.kill(child, signal.SIGCONT)
    table.wait_for_turn()
    expect(note).not_to_have_text("thinking…")
