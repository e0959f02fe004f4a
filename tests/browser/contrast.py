"""Contrast where axe cannot tell, as over gradients and pictures: measured in the pixels of the text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.browser import axe

Pixel = tuple[int, ...]

# Of the texts whose contrast axe leaves open: colour, opacity, the contrast that they need, and their boxes.
OPEN = """async () => {
  const { incomplete } = await axe.run({ runOnly: ['color-contrast'], resultTypes: ['incomplete'] });
  const boxes = (element) => {
    if (element.matches('input, textarea')) return [element.getBoundingClientRect()];
    const range = document.createRange();
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return texts.flatMap((text) => (range.selectNodeContents(text), [...range.getClientRects()]));
  };
  // What another card lies on is not measured.
  const onTop = (element) => ({ left, top, right, bottom }) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !hit || hit.contains(element) || element.contains(hit);
  };
  const opacity = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
  return incomplete.flatMap(({ nodes }) => nodes).map((node) => {
    const element = document.querySelector(node.target.at(-1));
    const empty = element.matches('input, textarea') && !element.value;
    const [red, green, blue, alpha = 1] = getComputedStyle(element, empty ? '::placeholder' : null)
      .color.match(/[\\d.]+/g).map(Number);
    return {
      html: `${node.target.at(-1)} ${node.html}`,
      colour: [red, green, blue],
      alpha: alpha * opacity(element),
      needs: parseFloat(node.any[0].data.expectedContrastRatio ?? '4.5'),
      boxes: boxes(element).filter(onTop(element)).map(({ left, top, right, bottom }) =>
        [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY]),
    };
  });
}"""
WITHOUT_TEXT = """(hidden) => {
  const sheet = new CSSStyleSheet();
  // Not the colour, which signs have in common with the text.
  sheet.replaceSync(`*, *::before, *::after, ::placeholder {
    -webkit-text-fill-color: transparent !important; transition: none !important;
  }`);
  document.adoptedStyleSheets = hidden ? [sheet] : [];
}"""
# Sums of differences in red, green and blue: from the first on a pixel belongs to a letter; up to the second
# it has the text's colour, and so is neither the rim of a letter nor another text.
FAINT, SAME = 30, 24
EDGE = 0.05  # the share of a text's pixels that may be weaker, as where a letter touches a border


def too_weak(page: Page) -> list[str]:
    """Texts left open by axe whose contrast is too small, each with what it has and what it needs."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.SCRIPT)
    page.evaluate(axe.ARRIVED)
    texts = page.evaluate(OPEN)
    if not texts:
        return []
    shown = _picture(page)
    page.evaluate(WITHOUT_TEXT, True)
    background = _picture(page)
    page.evaluate(WITHOUT_TEXT, False)
    measured = [(text, _contrast(text, shown, background)) for text in texts]
    return [
        f"{found:.2f} of {text['needs']}: {text['html'][:200]}"
        for text, found in measured
        if found is not None and found < text["needs"]
    ]


def too_weak_in_both_themes(page: Page) -> list[str]:
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}, {each}" for each in too_weak(page)]
    return found


def _picture(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")


def _contrast(text: dict[str, Any], shown: Image.Image, background: Image.Image) -> float | None:
    """Of the text's letters with what lies under them; None if nothing of it is in sight."""
    pixels = Counter(pair for box in text["boxes"] for pair in _pixels(box, shown, background))
    found = []
    for (over, under), count in pixels.items():
        if over == under or _apart(over, under) <= FAINT:
            continue
        colour = _over(text["colour"], text["alpha"], under)
        if _apart(over, colour) <= SAME:
            found.append((_ratio(colour, under), count))
    weaker = sum(count for _ratio, count in found) * EDGE
    for ratio, count in sorted(found):
        weaker -= count
        if weaker < 0:
            return ratio
    return None


def _pixels(box: list[float], shown: Image.Image, background: Image.Image) -> Iterable[tuple[Pixel, Pixel]]:
    """The pixels in a box with and without text."""
    place = [round(side) for side in box]
    place = [max(0, place[0]), max(0, place[1]), min(shown.width, place[2]), min(shown.height, place[3])]
    if place[0] >= place[2] or place[1] >= place[3]:
        return []
    with_text, without = (picture.crop(place).tobytes() for picture in (shown, background))
    return zip(_triples(with_text), _triples(without), strict=True)


def _triples(data: bytes) -> Iterable[Pixel]:
    return zip(data[::3], data[1::3], data[2::3], strict=True)


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _over(colour: list[float], alpha: float, under: Pixel) -> list[float]:
    return [alpha * a + (1 - alpha) * b for a, b in zip(colour, under, strict=True)]


def _ratio(one: list[float], other: Pixel) -> float:
    """As WCAG defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: list[float] | Pixel) -> float:
    parts = [each / 255 for each in colour]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
