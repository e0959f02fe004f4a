"""A browser in which the site itself runs."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Frame, Page, expect

from tests.services.processes import until

STARTED = 300_000  # milliseconds, for Python and the site on a busy machine
PAGE = 60_000

ASK = """async ([address, body]) => {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  const csrf = document.querySelector("[data-csrf]")?.dataset.csrf ?? field?.value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
  const how = body && { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`/api/v1/${address}`, how ?? {});
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(said)}`);
  return said;
}"""

SEND = """async ([address, fields]) => {
  const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken });
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(answer.url).pathname;
}"""

FETCHED = """async (address) => {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get("Content-Type") ?? ""];
}"""

LINKS = """() => [...document.querySelectorAll("a[href], area[href], form:not([method=post]), [hx-get]")]
  .map((each) => new URL(each.getAttribute("hx-get") ?? each.href ?? each.action, document.baseURI))
  .filter((each) => each.origin === location.origin)
  .map((each) => each.pathname + each.search)"""

BROKEN = """() => [...document.images]
  .filter((each) => each.currentSrc && each.complete && !each.naturalWidth).map((each) => each.currentSrc)"""


def play_out(ask: Callable[..., Any], match: str) -> None:
    """Play a game against the computer by chance to its end, through `ask` of the API."""
    chance = Random(1)
    while (seen := until(lambda: _turn(ask, match)))["legal"]:
        action = {name: value for name, value in chance.choice(seen["legal"]).items() if name != "seat"}
        sent = {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"}
        ask(f"matches/{match}/actions/", sent)


def _turn(ask: Callable[..., Any], match: str) -> Any:
    """What one sees when one is to act or the game is over; None while the computer thinks."""
    seen = ask(f"matches/{match}/view/")
    return seen if seen["legal"] or ask(f"matches/{match}/")["result"] else None


class Device:
    """The site is shown in a frame of `page`; what people do on it is done there."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    @property
    def site(self) -> Frame:
        return self.page.frames[1]

    def fetch(self) -> None:
        """Open the copy for the first time."""
        self.page.goto(f"{self.url}/")
        self.page.get_by_role("button", name="Fetch and start").click()
        self.wait()

    def open(self, address: str) -> None:
        self.site.goto(f"{self.url}{address}", timeout=PAGE)

    def reload(self) -> None:
        """Python ends and starts again."""
        self.page.reload()
        self.wait()

    def wait(self) -> None:
        expect(self.page.locator("body.running, [data-part=failed]:visible")).to_be_attached(timeout=STARTED)
        assert not self.page.locator("[data-reason]").is_visible(), self.page.locator(
            "[data-reason]"
        ).inner_text()

    def ask(self, address: str, body: Any = None) -> Any:
        """Of the API, by the page that is open; raises what it refuses."""
        return self.site.evaluate(ASK, [address, body])

    def send(self, address: str, fields: dict[str, str]) -> str:
        """A form; where it leads."""
        found: str = self.site.evaluate(SEND, [address, fields])
        return found

    def fetched(self, address: str) -> tuple[int, str]:
        """Status and content type, wherever it leads."""
        status, content = self.site.evaluate(FETCHED, address)
        return status, content

    @property
    def links(self) -> list[str]:
        """From the page that is open to others of the site."""
        found: list[str] = self.site.evaluate(LINKS)
        return found

    @property
    def broken_pictures(self) -> list[str]:
        found: list[str] = self.site.evaluate(BROKEN)
        return found
