"""
A first visit over a slow line with a slow processor: python -m tests.bench.first_visit.

Chromium with an empty cache, 1.6 Mbit/s and 150 ms, and a processor four times slower than one that runs
`rendering.loop` in LOOP seconds. Each figure is the best of RUNS: other work on the machine only adds to it.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, Route, sync_playwright

from tests.bench import rendering
from tests.bench.load import sites
from tests.services import programs

RUNS = 5
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
SLOWER = 4
SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
PAGES = {
    "home": "/",
    "cards": "/cards/",
    "a card": "/cards/lion/",
    "a rule set": "/rules/phylo-1.4a/",
    "a table": "",
}
# Chromium tells of both to who observes from the beginning.
OBSERVE = """
window.seen = {lcp: 0, shift: 0, moved: []};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) seen.lcp = entry.startTime;
}).observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    seen.shift += entry.value;
    seen.moved.push(entry.sources.map(({node}) => node?.parentElement?.outerHTML.slice(0, 80)));
  }
}).observe({type: "layout-shift", buffered: true});
"""
# Clicks the lit space of the chosen card; milliseconds until the frame in which something lies there.
CLICK = """
(at) => new Promise((done) => {
  const cell = document.querySelector(`.cell[data-at="${at}"]`);
  const began = performance.now();
  const look = () => {
    if (cell.querySelector(".pending, .lying")) done(performance.now() - began);
    else requestAnimationFrame(look);
  };
  cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.querySelector("[data-options]:not([hidden]) button")?.click();
  requestAnimationFrame(look);
})
"""


@dataclass(frozen=True)
class Visit:
    """Requests and bytes until the page is still; milliseconds from its address until it is readable (LCP)
    and until its scripts have run; the sum of its layout shifts. `acted`: milliseconds from a click until the
    card is seen in its space, infinite where none can be played."""

    requests: int
    size: int
    readable: float
    usable: float
    shift: float
    moved: str
    acted: float


def measure(runs: int, names: list[str], like: Path | None) -> Iterator[tuple[str, str, Visit]]:
    # As wide as Arial: a phone or desktop has that or Roboto.
    programs.apt_install("fonts-liberation")
    with sites(0, 1, like) as (site,):
        # Before Playwright, whose event loop Django refuses to work beside.
        dealt = rendering.middle_of_a_game()
        cookie = {"name": "sessionid", "value": dealt.acting, "url": site.url}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=programs.chromium(), args=["--no-sandbox"])
            for name, screen in product(names, SCREENS):
                visits = []
                for _ in range(runs + 1):
                    with slow_page(browser, screen) as (page, line):
                        page.context.add_cookies([cookie])
                        visits.append(visit(page, line, site.url + (PAGES[name] or dealt.path)))
                # The first one has warmed the site up.
                yield name, screen, best(visits[1:])
            browser.close()


@contextmanager
def slow_page(browser: Browser, screen: str) -> Iterator[tuple[Page, CDPSession]]:
    with browser.new_context(**SCREENS[screen]) as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", LINE)
        rate = max(1.0, SLOWER * rendering.LOOP / rendering.loop())
        line.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        page.add_init_script(OBSERVE)
        yield page, line


def visit(page: Page, line: CDPSession, url: str) -> Visit:
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url)
    # A table's stream stays open, so the network is never idle.
    page.evaluate("document.fonts.ready.then(() => {})")
    page.wait_for_timeout(1500)
    found = page.evaluate(
        "({...seen, usable: performance.timing.domContentLoadedEventEnd"
        " - performance.timing.navigationStart})"
    )
    moved = str(found["moved"]) if found["shift"] else ""
    size = int(sum(sizes))
    return Visit(len(sizes), size, found["lcp"], found["usable"], found["shift"], moved, act(page))


def act(page: Page) -> float:
    """How soon a played card is seen, while the site does not answer."""
    listed = [text for text in page.locator("#choices").all_text_contents() if text]
    choices = [each for text in listed for each in json.loads(text) if each["do"] == "play"]
    if not choices:
        return math.inf
    choice = choices[0]
    held: list[Route] = []
    page.route("**/actions/", lambda route: held.append(route))
    page.locator(f'.hand-card[data-source="{choice["source"]}"]').first.dispatch_event("click")
    at = ",".join(map(str, choice["at"]))
    page.locator(f'.cell[data-at="{at}"]').locator(".legal, .target").wait_for(state="attached")
    seen = float(page.evaluate(CLICK, at))
    # Let go, it would be played, and the next visit would find another position.
    for route in held:
        route.abort()
    page.goto("about:blank")
    return seen


def best(visits: list[Visit]) -> Visit:
    return Visit(
        min(each.requests for each in visits),
        min(each.size for each in visits),
        min(each.readable for each in visits),
        min(each.usable for each in visits),
        # A shift is a fault even if it comes by chance.
        (worst := max(visits, key=lambda each: each.shift)).shift,
        worst.moved,
        min(each.acted for each in visits),
    )


def table(runs: int = RUNS, names: list[str] | None = None, like: Path | None = None) -> list[str]:
    """Rows of the table of `make bench`."""
    lines = [
        "| first visit, slow line | requests | bytes | readable | usable | shift | a move seen |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, screen, found in measure(runs, names or list(PAGES), like):
        lines.append(
            f"| {name}, {screen} | {found.requests} | {found.size / 1000:.0f} KB | "
            f"{found.readable / 1000:.1f} s | {found.usable / 1000:.1f} s | {found.shift:.3f} | "
            f"{'–' if math.isinf(found.acted) else f'{found.acted:.0f} ms'} |"
        )
        print(lines[-1], found.moved[:500], file=sys.stderr)
    return [*lines, "| wanted | – | – | 2.5 s | 3.5 s | 0.050 | 100 ms |"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--pages", nargs="+", default=list(PAGES), choices=PAGES)
    parser.add_argument("--like", type=Path, help="a folder of data that is prepared, for a quick start")
    arguments = parser.parse_args()
    print("\n".join(table(arguments.runs, arguments.pages, arguments.like)))
