"""The subject of a card: an open-source icon or a silhouette of our own, placed in the scene."""

import random
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.utils.translation import gettext as _

from cards.art.drawing import Canvas, mix, number, oval
from cards.art.figures import PREFIX, BadFigure, draw

HERE = Path(__file__).parent
WATERS = {"ocean", "freshwater"}
REFERENCE = re.compile(r"[a-z0-9-]+:[a-z0-9-]+(\s+#[0-9A-Fa-f]{6})?\s*")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


FLYING = _names("butterfly honeybee bee wasp bat mosquito fly dragonfly moth eagle dove feather hummingbird")
SWIMMING = _names(
    "fish shark dolphin octopus squid jellyfish eel seahorse ray trout orca clownfish angler"
) | _names("copepod diatom bacteria amoeba plankton tadpole nautilus")
SEABED = _names(
    "kelp seagrass coral sponge anemone starfish urchin barnacle crab lobster shrimp oyster"
) | _names("shell mussel clam worm algae snail")
FLOOR, WATER_LINE = 35.6, 31.6


@dataclass(frozen=True)
class Subject:
    """
    The markup of an icon with its box: (left, top, width, height) in its own units. `where` it is in a scene,
    if its words do not tell.
    """

    name: str
    box: tuple[float, float, float, float]
    markup: str
    where: str = ""

    @property
    def words(self) -> set[str]:
        return set(self.name.split("-"))


def figure_fault(reference: str) -> str:
    """Why a `subject` that is written as a figure is none; empty for other drawings."""
    if reference.startswith(PREFIX):
        try:
            draw(reference)
        except BadFigure as error:
            return str(error)
    return ""


def fault_of(reference: str) -> str:
    """What is wrong with a card's `subject`, as a sentence; empty if it names a drawing."""
    known = reference.startswith(PREFIX) or load_subject(reference) is not None
    return figure_fault(reference) if known else _("There is no such drawing.")


def subject_file(reference: str) -> Path:
    """The file of a drawing such as `noto:owl`, `game-icons:wolf-head #8899AA` or `shape:kelp`."""
    family, _colon, name = reference.split()[0].partition(":")
    return (
        HERE / "shapes" / f"{name}.svg" if family == "shape" else HERE / "subjects" / family / f"{name}.svg"
    )


@lru_cache(maxsize=2048)
def load_subject(reference: str) -> Subject | None:
    """The drawing named by a card's `subject`; None if it names none or the file is missing."""
    if reference.startswith(PREFIX):
        return _figure(reference)
    if not REFERENCE.fullmatch(reference):
        return None
    file = subject_file(reference)
    if not file.is_file():
        file = HERE / "shapes" / file.name
    if not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    opening = re.search(r"<svg[^>]*>", text)
    view = re.search(r'viewBox="([^"]+)"', opening[0]) if opening else None
    if opening is None or view is None:
        return None
    body = text[opening.end() : text.rindex("</svg>")].strip()
    if "currentColor" in body:
        tint = re.search(r"#([0-9A-Fa-f]{6})\s*$", reference)
        body = _tinted(body, tint[1] if tint else "4A5A50")
    left, top, width, height = (float(value) for value in view[1].split())
    return Subject(file.stem, (left, top, width, height), body)


def _figure(reference: str) -> Subject | None:
    try:
        figure = draw(reference)
    except BadFigure:
        return None
    name = reference.removeprefix(PREFIX).split()[0]
    return Subject(name, figure.box, figure.markup, figure.where)


def _tinted(body: str, colour: str) -> str:
    """A single-coloured icon with light from above and a darker rim, to match the multi-coloured ones."""
    light, dark, rim = mix(colour, "FFF6D8", 0.22), mix(colour, "1A2230", 0.22), mix(colour, "10181C", 0.6)
    stops = f'<stop stop-color="#{light}"/><stop offset="1" stop-color="#{dark}"/>'
    fill = f'<linearGradient id="tint" x2="0" y2="1">{stops}</linearGradient>'
    body = body.replace("currentColor", "url(#tint)")
    outline = f'stroke="#{rim}" stroke-width="9" stroke-linejoin="round" paint-order="stroke"'
    return f"<defs>{fill}</defs><g {outline}>{body}</g>"


def height_of(scale: int | None, subject: Subject) -> float:
    """
    The height of the subject: large species fill the window, small ones about half of it. What is long and
    low, such as a crocodile, may be wider than others are high.
    """
    tall = 22 + 1.45 * (scale or 5)
    _left, _top, width, height = subject.box
    long = 1.12 + 0.25 * min(1, max(0, width / height - 1.15) / 1.5)
    return min(tall, tall * long * height / width if width > height * 1.15 else tall, 34.5)


def stands(card: dict, subject: Subject) -> str:
    """Where the subject is: `below` water, on the `bed`, `afloat`, in the `air` or on the `ground`."""
    terrains = card.get("terrains") or []
    in_water = bool(terrains) and terrains[0] in WATERS
    if subject.where == "air" or (subject.where and in_water):
        return subject.where
    if in_water and subject.words & SEABED and "bird" not in subject.words:
        return "bed"
    if in_water and subject.words & SWIMMING:
        return "below"
    if subject.words & FLYING:
        return "air"
    return "afloat" if in_water else "ground"


def place(
    canvas: Canvas, subject: Subject, how: str, scale: int | None, rng: random.Random, shade: str
) -> None:
    """Place the subject in mid-window with soft light and shadow, mirrored at random."""
    left, top, width, height = subject.box
    tall = height_of(scale, subject) * rng.uniform(0.96, 1.04)
    if how in ("air", "below"):
        tall *= 0.92
    wide = tall * width / height
    x = 29.1 + rng.uniform(-1.2, 1.2)
    middle = {"air": 17.6, "below": 18.2}.get(how)
    y = middle - tall / 2 if middle else (FLOOR if how != "afloat" else FLOOR - 0.6) - tall
    glow = canvas.glow((0, "FFFDF0", 0.6), (0.6, "FFFDF0", 0.28), (1, "FFFDF0", 0))
    canvas.add(oval(x, y + tall * 0.52, max(wide, tall) * 0.66, tall * 0.64, glow))
    if how == "air":
        canvas.add(oval(x, 34.8, wide * 0.26, max(0.8, wide * 0.03), shade, 0.22))
    elif how in ("ground", "bed"):
        canvas.add(oval(x, FLOOR - 0.1, wide * 0.4, max(0.8, wide * 0.045), shade, 0.34))
    factor = tall / height
    mirror = rng.random() < 0.5
    across = -factor if mirror else factor
    shift = x + wide / 2 + left * factor if mirror else x - wide / 2 - left * factor
    move = f"translate({number(shift)} {number(y - top * factor)}) scale({across:.4g} {factor:.4g})"
    canvas.add(f'<g transform="{move}">{subject.markup}</g>')
