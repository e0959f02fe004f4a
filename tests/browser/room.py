"""
How large cards lie on the table: 20 positions at five sizes of the window, without and with a chosen card.

python -m tests.browser.room FOLDER [NAME] [--against NAME] [--pictures] [--only TEXT]

The site's data and the positions are made in FOLDER once; what is found is kept there as NAME.json. Of each
view it takes the width of a card on the table (px), how much of the window's height shows the table, how many
cards and lit spaces are in sight, and whether the cards have names and pictures.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from engine.puzzles.files import read_file
from tests.browser import drafts, stage
from tests.browser.pictures import LAUNCH
from tests.browser.scenes import Scene, lay_out
from tests.services import programs
from tests.services.site import ROOT, Site

SCENES = {
    "first": Scene(("great-plains-prairie", "oregon-oak-woodland"), 1, "start", coached=True),
    "early": Scene(("svalbard", "scottish-highlands"), 1, "early"),
    "middle": Scene(("pacific-kelp-forest", "old-mill-pond"), 1, "middle"),
    "middle too": Scene(("uluru", "sonoran-desert"), 2, "middle"),
    "late": Scene(("great-plains-prairie", "oregon-oak-woodland"), 1, "late"),
    "late too": Scene(("boreal-wetland", "european-city"), 3, "late"),
    "early, 1.3": Scene(("hardangervidda", "wadden-sea"), 1, "early"),
    "middle, 1.3": Scene(("everglades", "central-park"), 2, "middle"),
    "late, 1.3": Scene(("lake-baikal", "okavango-delta"), 1, "late"),
    "late too, 1.3": Scene(("maldives", "great-barrier-reef"), 2, "late"),
}
DRAFTS = {f"{game}, turn {turn}": (game, turn) for game in ("ecosystem", "coral-reef") for turn in (2, 14)}
PUZZLES = ROOT / "games" / "puzzles" / "data"
PUZZLES_EACH = 3
SIZES = ((360, 640), (390, 844), (820, 1180), (1366, 768), (1920, 1080))
PATIENCE = 120_000  # milliseconds, on a machine that is busy with other work
TOUCH = 900  # px: up to this width by touch

LOOK = """() => {
  const area = document.getElementById("playing-area").getBoundingClientRect();
  const under = (box) => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const shown = (elements) => elements.filter((each) => each.contains(under(each.getBoundingClientRect())));
  const drawn = (card, names) => {
    const part = card.querySelector(names);
    return part && part.checkVisibility() && part.getBoundingClientRect().height > 0;
  };
  const cards = [...document.querySelectorAll(".board .lying, .layout:not([hidden]) .cell.taken > .lying")];
  const lit = [...document.querySelectorAll(".cell:has(> .legal, > .lying.target)")];
  let height = 0;
  for (let y = Math.max(0, area.top); y < Math.min(innerHeight, area.bottom); y += 2) {
    const there = document.elementFromPoint(area.left + area.width / 2, y);
    if (there?.closest("#playing-area") && !there.closest(".panel, .coach")) height += 2;
  }
  const faces = cards.map((each) => each.querySelector(".card:not(.is-face-down, .card--home), .dcard"));
  return {
    width: cards.map((card) => card.getBoundingClientRect().width),
    height,
    cards: [shown(cards).length, cards.length],
    lit: [lit.filter((each) => each.contains(under(each.getBoundingClientRect()))).length, lit.length],
    names: faces.filter(Boolean).every((face) => drawn(face, ".card__name, .dcard-name")),
    pictures: faces.filter(Boolean).every((face) => drawn(face, ".card__art, .dcard-art")),
  };
}"""
MOST_LIT = """() => {
  const places = {};
  for (const { source, at, board } of JSON.parse(document.getElementById("choices").textContent))
    if (/^(hand|card):/.test(source) && at) (places[source] ??= new Set()).add(`${board}:${at}`);
  return Object.keys(places).sort((one, other) => places[other].size - places[one].size)[0];
}"""
"""The card of the hand with the most spaces."""


@dataclass(frozen=True)
class Seen:
    position: str
    size: str
    chosen: bool
    width: float
    height: int
    cards: tuple[int, int]
    lit: tuple[int, int]
    names: bool
    pictures: bool


def positions(site: Site) -> dict[str, tuple[str, str]]:
    """The address and the session of each, laid out in the site's data."""
    found = {name: lay_out(site, scene) for name, scene in SCENES.items()}
    for name, (rules, turn) in DRAFTS.items():
        seated = drafts.seat(site, "Ada", "greedy", "greedy", rules=rules, turn=turn, seed=2)
        found[name] = (seated["address"], seated["sessions"]["Ada"])
    for path in sorted(PUZZLES.glob("*.jsonl")):
        puzzles = sorted(read_file(path), key=lambda puzzle: puzzle.key)
        for puzzle in puzzles[:PUZZLES_EACH]:
            found[f"puzzle {puzzle.key}, {puzzle.rules[6:]}"] = (f"/puzzles/{puzzle.key}/", "")
    return found


def looked_at(
    browser: Browser, site: Site, places: dict[str, tuple[str, str]], pictures: Path | None
) -> Iterator[Seen]:
    for width, height in SIZES:
        touch = width <= TOUCH
        for name, (address, session) in places.items():
            with browser.new_context(
                base_url=site.url,
                viewport={"width": width, "height": height},
                has_touch=touch,
                is_mobile=touch,
                reduced_motion="reduce",
                locale="en-GB",
            ) as context:
                cookies = {"speed": "off"} | ({"sessionid": session} if session else {})
                context.add_cookies(
                    [{"name": each, "value": value, "url": site.url} for each, value in cookies.items()]
                )
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                page.goto(address)
                expect(page.locator("#main")).to_have_attribute("data-ready", "")
                for chosen in (False, True):
                    if chosen:
                        source = page.evaluate(MOST_LIT)
                        if source is None:
                            continue
                        page.locator(f'.hand-card[data-source="{source}"]').first.dispatch_event("click")
                    yield look(page, name, f"{width}x{height}", chosen, pictures)


def look(page: Page, name: str, size: str, chosen: bool, pictures: Path | None) -> Seen:
    page.wait_for_timeout(400)
    if pictures is not None:
        state = "chosen" if chosen else "idle"
        page.screenshot(path=pictures / f"{name.replace(',', '').replace(' ', '-')}-{size}-{state}.png")
    found: dict[str, Any] = page.evaluate(LOOK)
    return Seen(name, size, chosen, **{**found, "width": round(median(found["width"]), 1)})


def rows(seen: Sequence[Seen], before: Sequence[Seen]) -> Iterator[str]:
    yield "| window | chosen | positions | card was | card | table was | table | in sight | names, pictures |"
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for size in dict.fromkeys(each.size for each in seen):
        for chosen in (False, True):
            for what in ("games", "late games", "drafting games", "puzzles"):
                of, then = (
                    [each for each in found if (each.size, each.chosen, kind(each)) == (size, chosen, what)]
                    for found in (seen, before)
                )
                if of:
                    yield f"| {size} | {'yes' if chosen else 'no'} | {what} | {figures(of, then)} |"


def kind(seen: Seen) -> str:
    if seen.position.startswith("puzzle"):
        return "puzzles"
    if "turn" in seen.position:
        return "drafting games"
    return "late games" if seen.position.startswith("late") else "games"


def figures(of: Sequence[Seen], then: Sequence[Seen]) -> str:
    def middle(values: Iterable[float]) -> str:
        found = list(values)
        return f"{median(found):.0f}" if found else "–"

    inside, there = (sum(each.cards[i] for each in of) for i in (0, 1))
    told = f"{sum(each.names for each in of)}, {sum(each.pictures for each in of)} of {len(of)}"
    return " | ".join(
        (
            middle(each.width for each in then),
            middle(each.width for each in of),
            middle(each.height for each in then),
            middle(each.height for each in of),
            f"{100 * inside / there:.0f} %",
            told,
        )
    )


def kept(path: Path) -> list[Seen]:
    return [Seen(**each) for each in json.loads(path.read_text())] if path.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name", nargs="?", default="now")
    parser.add_argument("--against", default="")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--only", default="", help="positions with this in their name")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    site = Site(folder / "site")
    known = folder / "positions.json"
    if not known.exists():
        # Before the site starts, so that its worker makes no moves.
        site.folder.mkdir(parents=True, exist_ok=True)
        known.write_text(json.dumps(positions(site), indent=1))
        stage.dismiss()
    places = {name: at for name, at in json.loads(known.read_text()).items() if arguments.only in name}
    pictures = folder / arguments.name if arguments.pictures else None
    if pictures is not None:
        pictures.mkdir(exist_ok=True)
    with site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=programs.chromium(), args=LAUNCH)
        seen = list(looked_at(browser, site, places, pictures))
        browser.close()
    (folder / f"{arguments.name}.json").write_text(json.dumps([asdict(each) for each in seen], indent=1))
    print("\n".join(rows(seen, kept(folder / f"{arguments.against}.json"))))


if __name__ == "__main__":
    main()
