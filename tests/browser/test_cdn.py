"""Files and pictures from another host than the site's, as from a CDN (`STATIC_HOST`)."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage
from tests.services.site import Site

ICONS = {"marks", "signs"}
PICTURES = "() => [...document.images].every((each) => each.complete && each.naturalWidth)"


def test_a_card_and_a_table_with_a_cdn(page: Page, tmp_path: Path, prepared: Path):
    site = Site(tmp_path, like=prepared)
    # The same site by its other name, which is another origin.
    site.env["STATIC_HOST"] = f"http://localhost:{site.port}"
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    with site:
        page.goto(f"{site.url}/cards/lion/")
        page.wait_for_function(PICTURES)
        expect(page.locator(".mark").first).to_be_visible()
        page.goto(site.url)
        table = TablePage(page)
        page.get_by_role("button", name="Play", exact=True).click()
        table.wait_for_turn()
        page.wait_for_function(PICTURES)
        assert page.evaluate("document.fonts.check('16px \"Source Sans 3\"')")
        page.goto("about:blank")
    asked = [urlsplit(answer.url) for answer in answers if answer.ok]
    kept = [each for each in asked if each.path.startswith("/static/") or "/art/" in each.path]
    kinds = {each.path.rpartition(".")[2] for each in kept}
    assert kinds == {"css", "js", "svg", "woff2"}
    own = {Path(each.path).name.split(".")[0] for each in kept if each.hostname == "127.0.0.1"}
    assert own == ICONS
    assert all(answer.ok for answer in answers if "/static/" in answer.url or "/art/" in answer.url)
