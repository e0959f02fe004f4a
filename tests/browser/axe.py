"""Accessibility violations that axe finds, and elements that are too small for a finger."""

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("vendor").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
# Only violations are reported in full: collecting and sending the rest would be wasted work.
RUN = """async (rules) => {
  const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes.map((node) => node.target))}`);
}"""
# What a page says and how it is built is the same in both themes: these rules alone look at colours.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
# Colours that are still changing, as after a switch of themes, are no violation. They start with a frame, and
# where one is inherited the next one starts when that has ended.
ARRIVED = """async () => {
  const changing = () => document.getAnimations().filter((each) =>
    each.playState !== 'finished' && each.effect.getComputedTiming().endTime !== Infinity);
  for (let rounds = 0; rounds < 10; rounds += 1) {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const left = changing();
    if (!left.length) return;
    for (const each of left) each.finish();
  }
}"""
SMALL = """([selector, size]) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect();
  const seen = each.checkVisibility({ visibilityProperty: true });
  return seen && (box.height < size || box.width < size);
}).map((each) => each.outerHTML.slice(0, 90))"""


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """As rule: elements; of these rules, or of all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    page.evaluate(ARRIVED)
    return page.evaluate(RUN, rules)


def violations_in_both_themes(page: Page) -> list[str]:
    """As theme, rule: elements. One visit serves both; the page is dark afterwards."""
    found = []
    for scheme, rules in (("light", None), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}, {each}" for each in violations(page, rules)]
    return found


def too_small(page: Page, selector: str, *, size: int = 40) -> list[str]:
    """Visible elements that are smaller than `size` pixels in height or width."""
    return page.evaluate(SMALL, [selector, size])


def too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
