"""What axe finds wrong with a page, and what a finger cannot hit."""

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("vendor").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
# Only violations are told in full: the rest would be gathered and sent for nothing.
RUN = """async () => {
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes.map((node) => node.target))}`);
}"""
# Colours that are still on their way, as from the other theme, are no finding. They set out with a frame.
ARRIVED = """async () => {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  for (const each of document.getAnimations()) {
    if (each.effect.getComputedTiming().endTime !== Infinity) each.finish();
  }
}"""
SMALL = """([selector, size]) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect();
  const seen = each.checkVisibility({ visibilityProperty: true });
  return seen && (box.height < size || box.width < size);
}).map((each) => each.outerHTML.slice(0, 90))"""


def violations(page: Page) -> list[str]:
    """As rule: elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    page.evaluate(ARRIVED)
    return page.evaluate(RUN)


def violations_in_both_themes(page: Page) -> list[str]:
    """As theme, rule: elements. One visit serves both; the page is dark afterwards."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}, {each}" for each in violations(page)]
    return found


def too_small(page: Page, selector: str, *, size: int = 40) -> list[str]:
    """What is seen and smaller than `size` pixels in height or width."""
    return page.evaluate(SMALL, [selector, size])


def too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
