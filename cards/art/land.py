"""Landscapes of dry ground, in three layers: far on the horizon, middle, and near, below the subject."""

import random

from cards.art.drawing import (
    HEIGHT,
    WIDTH,
    Canvas,
    box,
    conifer,
    disc,
    discs,
    mix,
    number,
    oval,
    path,
    points,
    ridge,
    rolling,
    stroke,
    tufts,
)
from cards.art.light import Light

NEAR = 30.5


def ground(canvas: Canvas, colour: str, heights: list[float], darker: float = 0.35) -> None:
    """Ground below the ridge `heights`, darker towards the bottom."""
    fill = canvas.fade((0, colour, 1), (1, mix(colour, "16241C", darker), 1))
    canvas.add(path(ridge(heights), fill))


def broadleaf(canvas: Canvas, spots: list[tuple[float, float, float]], leaf: str, trunk: str) -> None:
    """Round trees at (x, base, height): one shape for all leaves, another for their lit sides."""
    trunks = crowns = lit = ""
    for x, base, height in spots:
        r = height * 0.36
        y = base - height * 0.62
        trunks += box(x - height * 0.05, base - height * 0.4, height * 0.1, height * 0.42)
        crowns += disc(x, y, r) + disc(x - r * 0.7, y + r * 0.35, r * 0.66)
        crowns += disc(x + r * 0.7, y + r * 0.3, r * 0.7)
        lit += disc(x - r * 0.2, y - r * 0.25, r * 0.6) + disc(x + r * 0.55, y + r * 0.05, r * 0.36)
    canvas.add(path(trunks, trunk), path(crowns, leaf), path(lit, mix(leaf, "F4F7C8", 0.18)))


def _row(rng: random.Random, count: int, base: float, height: float) -> list[tuple[float, float, float]]:
    """Places for `count` trees across the width, with random sizes and gaps."""
    gap = (WIDTH + 6) / count

    def tree(place: int) -> tuple[float, float, float]:
        x = -3 + gap * (place + rng.uniform(0.2, 0.8))
        return x, base + rng.uniform(-0.5, 0.7), height * rng.uniform(0.72, 1.15)

    return [tree(place) for place in range(count)]


def _firs(rng: random.Random, count: int, base: float, height: float) -> str:
    return "".join(conifer(*spot) for spot in _row(rng, count, base, height))


def forest_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    canvas.add(path(ridge(rolling(rng, 20.5, 1.2)), light.far("5F8F77")))
    canvas.add(path(_firs(rng, 15, 23.5, 9), light.far("3F7357")))
    canvas.add(path(ridge(rolling(rng, 23.5, 0.5)), light.far("47795D")))


def forest_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    if light.snow or rng.random() < 0.35:
        canvas.add(path(_firs(rng, 9, 29.5, 11.5), light.middle("33664D")))
    else:
        spots = [spot for spot in _row(rng, 8, 30, 9) if rng.random() < 0.85]
        broadleaf(canvas, spots, light.middle("3F7052"), light.middle("4A4B3B"))
    canvas.add(path(ridge(rolling(rng, 28.6, 0.5)), light.middle("4B7C57")))


def forest_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    ground(canvas, light.near("4C7C4C"), rolling(rng, NEAR, 0.6), 0.55)
    canvas.add(stroke(tufts(rng, 12, 31.5, 37.5, 3), light.near("2A573E"), 0.34))
    canvas.add(stroke(tufts(rng, 5, 34, 38, 3.4), light.near("6F9A56"), 0.3))


def grassland_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    canvas.add(path(ridge(rolling(rng, 20.2, 1.8, 5)), light.far("8FA86B")))
    canvas.add(path(ridge(rolling(rng, 22.3, 1.2, 7)), light.far("A3B066")))


def grassland_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    if rng.random() < 0.6:
        spots = [(x, base, height * 0.8) for x, base, height in _row(rng, 12, 26, 6)]
        spots = [spot for spot in spots if rng.random() < 0.75]
        broadleaf(canvas, spots, light.middle("5C8A5A"), light.middle("5B5A40"))
    meadow = light.middle(rng.choice(("D8CD86", "BFC878", "C9C47C")))
    ground(canvas, meadow, rolling(rng, 25.2, 0.8), 0.06)
    canvas.add(path(ridge(rolling(rng, 28.2, 0.7)), mix(meadow, light.near("93A445"), 0.55)))


def grassland_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    ground(canvas, light.near("93A548"), rolling(rng, NEAR, 0.7), 0.3)
    canvas.add(stroke(tufts(rng, 14, 31, 37.5, 3.6), light.near("5A7028"), 0.36))
    canvas.add(stroke(tufts(rng, 7, 33, 38, 3.2), light.near("B5C266"), 0.3))
    blooms = discs(rng, 10, (1, WIDTH), (31.5, 37), (0.24, 0.42))
    canvas.add(path(blooms, rng.choice(("FFF6DC", "F7C9D4", "FFE48A")), 0.9))


def desert_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    for share, lift in ((0.15, 3.2), (0, 0)):
        colour, shade = (mix(light.far(rock), light.haze, share) for rock in ("D9924F", "BC7440"))
        for _ in range(2):
            x, width, height = rng.uniform(-4, 46), rng.uniform(9, 15), rng.uniform(5, 10) + lift
            slope = f"l{points(width * 0.22, height)}"
            d = f"M{points(x, 27)}l{points(width * 0.16, -height)}h{number(width * 0.62)}{slope}z"
            side = f"M{points(x + width * 0.78, 27 - height)}{slope}h{number(-width * 0.34)}z"
            canvas.add(path(d, colour), path(side, shade))
    canvas.add(path(ridge(rolling(rng, 24, 0.8)), light.far("E2AC62")))


def desert_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    for y, colour in ((25.4, "E3AE66"), (27.6, "D89E55")):
        left, top, right = rng.uniform(-16, 0), rng.uniform(10, 46), rng.uniform(58, 72)
        crest, fall = points(top, y - 2.6), f"Q{points(top + 11, y, right, y + 4)}V38"
        hump = f"M{points(left, y + 5)}Q{points(top - 9, y - 2.4)} {crest}{fall}H{number(left)}z"
        slope = f"M{crest}{fall}H{number(top + 3)}Q{points(top - 5, y + 4)} {crest}z"
        canvas.add(path(hump, light.middle(colour)), path(slope, light.middle(mix(colour, "8A5630", 0.22))))


def cactus(x: float, base: float, height: float) -> str:
    """Path data of the lines of a saguaro, to be stroked with about a seventh of its height."""
    arm = height * 0.24 - 0.3
    right = f"M{points(x, base - height * 0.35)}h{number(arm)}q.6 0 .6-.6v{number(-height * 0.25)}"
    left = f"M{points(x, base - height * 0.25)}h{number(-arm)}q-.6 0-.6-.6v{number(-height * 0.32)}"
    return f"M{points(x, base)}v{number(-height)}{right}{left}"


def desert_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    ground(canvas, light.near("DDA55A"), rolling(rng, NEAR, 1.0, 4), 0.18)
    ripples = "".join(
        f"M{points(rng.uniform(-2, 52), rng.uniform(32, 37.5))}q{points(3, -0.9, rng.uniform(5, 9), 0)}"
        for _ in range(7)
    )
    canvas.add(stroke(ripples, light.near("B97E3E"), 0.24, 0.7))
    for x in (rng.uniform(9, 14), rng.uniform(46, 54)):
        height = rng.uniform(4.5, 8)
        base = rng.uniform(30.5, 32.5)
        canvas.add(oval(x + 0.8, base + 0.1, 2.2, 0.4, "8A5A2B", 0.4))
        canvas.add(stroke(cactus(x, base, height), light.middle("6E8A55"), round(height * 0.15, 2)))
    canvas.add(path(discs(rng, 6, (2, 56), (32, 37), (0.25, 0.6)), light.near("B27A42"), 0.8))


def tundra_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    rock, snow, shade = light.far("8D97B4"), mix(light.far("FFFFFF"), "FFFFFF", 0.6), light.far("747E9E")
    peaks = sorted(((rng.uniform(0, 58), rng.uniform(9, 16)) for _ in range(5)), key=lambda peak: -peak[1])
    peaks += [(rng.choice((8, 48)), 16.5)]
    for x, height in peaks:
        half, top = height * 0.95, 26 - height
        canvas.add(path(f"M{points(x - half, 26)}L{points(x, top)}L{points(x + half, 26)}z", rock))
        side = f"M{points(x, top)}L{points(x + half, 26)}H{number(x + half * 0.15)}"
        canvas.add(path(f"{side}L{points(x - half * 0.1, top + 6)}z", shade, 0.55))
        cap = height * 0.36
        d = f"M{points(x, top)}l{points(cap * 0.95, cap)}l{points(-cap * 0.45, -cap * 0.25)}"
        d += f"l{points(-cap * 0.35, cap * 0.5)}"
        canvas.add(path(f"{d}l{points(-cap * 0.4, -cap * 0.45)}l{points(-cap * 0.7, cap * 0.2)}z", snow))


def tundra_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    canvas.add(path(ridge(rolling(rng, 25, 0.6)), light.middle("A9B4BC")))
    canvas.add(path(_firs(rng, 26, 27.6, 2.6), light.middle("7C988B")))
    canvas.add(path(ridge(rolling(rng, 26.8, 0.4)), light.middle("93AA97")))


def tundra_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    fill = canvas.fade((0, mix("F4F7FB", light.foot, 0.25), 1), (1, "D3DEEC", 1))
    canvas.add(path(ridge(rolling(rng, 29.4, 0.6)), fill))
    canvas.add(oval(rng.choice((12, 44)), rng.uniform(32, 35), 9, 1.1, "9CC0DB", 0.75))
    canvas.add(path(ridge([HEIGHT + 0.2, 37.2, 36.6, 37.4, HEIGHT + 0.4]), "FFFFFF", 0.7))
    canvas.add(stroke(tufts(rng, 10, 31, 37, 2.6), "8E8A5E", 0.32))
