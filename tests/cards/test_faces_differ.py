"""No two species look alike at the size of a token: compared in pairs, as grey silhouettes and in colour."""

import csv
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path

from PIL import Image, ImageChops, ImageStat
from resvg_py import svg_to_bytes

from cards.art.subject import load_subject

CARDS = Path(__file__).parents[2] / "engine" / "data" / "cards.csv"
TOKEN = 36
"""Pixels of the longer side of a drawing."""
OUTLINES_DIFFER = 0.1
"""The least share of the pixels that either drawing covers which only one of them covers."""
OUTLINES_NEAR = 0.25
"""Drawings with outlines nearer than this need colours of their own."""
COLOURS_DIFFER, GREYS_DIFFER = 18, 12
"""The least mean difference of colour and of lightness where either drawing is, of 255."""
ALIKE = {
    frozenset(pair): why
    for why, *pairs in (
        (
            "bears walk alike on their soles; their coats tell them",
            "american-black-bear brown-bear giant-panda",
        ),
        ("lemmings are all round, short-eared and without a tail", "norway-lemming siberian-lemming"),
    )
    for pair in combinations(" ".join(pairs).split(), 2)
}
"""Pairs that have one outline in nature too. Their colours must differ all the same."""


@cache
def drawings() -> dict[str, tuple[Image.Image, int, int]]:
    """Of each species its picture on grey and its silhouette as bits, also mirrored."""
    with CARDS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == "species"]
    return {row["key"]: _drawn(row["subject"]) for row in rows}


@cache
def _drawn(reference: str) -> tuple[Image.Image, int, int]:
    subject = load_subject(reference)
    assert subject, reference
    left, top, width, height = subject.box
    side = max(width, height)
    box = f"{left - (side - width) / 2:g} {top - (side - height):g} {side:g} {side:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{subject.markup}</svg>'
    png = svg_to_bytes(svg_string=svg, width=TOKEN, skip_system_fonts=True)
    with Image.open(BytesIO(png)) as opened:
        drawn = opened.convert("RGBA")
    covered = drawn.getchannel("A").point(lambda value: 255 if value > 127 else 0)
    picture = Image.new("RGB", drawn.size, "#808080")
    picture.paste(drawn, mask=drawn.getchannel("A"))
    mirrored = covered.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return picture, _bits(covered), _bits(mirrored)


def _bits(mask: Image.Image) -> int:
    return int.from_bytes(mask.point(lambda value: value & 1).tobytes())


def _apart(one: int, other: int) -> float:
    return (one ^ other).bit_count() / (one | other).bit_count()


def _colours_apart(one: Image.Image, other: Image.Image, union: int) -> tuple[float, float]:
    """Mean differences of colour and of lightness per covered pixel."""
    difference = ImageChops.difference(one, other)
    colour = sum(ImageStat.Stat(difference).sum) / 3
    grey = ImageStat.Stat(ImageChops.difference(one.convert("L"), other.convert("L"))).sum[0]
    return colour / union, grey / union


def test_no_two_species_look_alike():
    alike, pale = [], []
    for (one, (picture, mask, mirrored)), (other, (second, its, _its)) in combinations(drawings().items(), 2):
        small, large = sorted((mask.bit_count(), its.bit_count()))
        if small < large * (1 - OUTLINES_NEAR):
            continue
        apart = min(_apart(mask, its), _apart(mirrored, its))
        if apart < OUTLINES_DIFFER and frozenset((one, other)) not in ALIKE:
            alike.append(f"{one} and {other}: {apart:.3f}")
        if apart < OUTLINES_NEAR:
            colour, grey = _colours_apart(picture, second, (mask | its).bit_count())
            if colour < COLOURS_DIFFER or grey < GREYS_DIFFER:
                pale.append(f"{one} and {other}: {colour:.1f}, {grey:.1f}")
    assert alike == [], "their silhouettes are alike"
    assert pale == [], "their colours are alike"
