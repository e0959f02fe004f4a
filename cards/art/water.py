"""Landscapes with water, under water, and in town."""

import random

from cards.art.drawing import (
    HEIGHT,
    WIDTH,
    Canvas,
    box,
    discs,
    mix,
    number,
    oval,
    path,
    points,
    ridge,
    rolling,
    stroke,
    surface,
    tuft,
)
from cards.art.land import broadleaf
from cards.art.light import Light


def _glints(rng: random.Random, count: int, low: float, high: float) -> str:
    return "".join(
        f"M{points(rng.uniform(0, WIDTH), rng.uniform(low, high))}h{number(rng.uniform(1.5, 5))}"
        for _ in range(count)
    )


def freshwater_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    canvas.add(path(ridge(rolling(rng, 20.4, 1.3, 5)), light.far("8FA98A")))
    canvas.add(path(ridge(rolling(rng, 21.8, 0.7, 5)), light.far("B9B475")))
    canvas.add(path(box(0, 22.8, WIDTH, 16), light.far("7FB3BE")))


def freshwater_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    fill = canvas.fade((0, light.middle("9CC3C4"), 1), (1, light.middle("4C98B0"), 1))
    canvas.add(path(box(0, 25, WIDTH, 13), fill))
    canvas.add(stroke(_glints(rng, 8, 25, 29), "FFFFFF", 0.22, 0.5))


def reeds(rng: random.Random, xs: list[float], base: float, height: float) -> tuple[str, str]:
    """Path data of the stalks and of the brown heads of bulrushes."""
    stalks = heads = ""
    for x in xs:
        tall = height * rng.uniform(0.6, 1)
        lean = rng.uniform(-0.8, 0.8)
        stalks += f"M{points(x, base)}q{points(0, -tall * 0.6, lean, -tall)}"
        stalks += f"M{points(x, base)}q{points(-0.6, -tall * 0.4, -1.4 - lean, -tall * 0.75)}"
        heads += f"M{points(x + lean, base - tall + 0.4)}v1.9"
    return stalks, heads


def freshwater_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    fill = canvas.fade((0, light.near("5FA6B8"), 1), (1, light.near("1F6E96"), 1))
    canvas.add(path(ridge(rolling(rng, 28.6, 0.25)), fill))
    canvas.add(stroke(_glints(rng, 12, 29.5, 37), "FFFFFF", 0.24, 0.55))
    pads = "".join(
        f"M{points(x, y)}l{points(1.2, -0.35)}a1.7 .55 0 1 1 -.5 -.25z"
        for x, y in ((rng.uniform(8, 50), rng.uniform(30.5, 36.5)) for _ in range(5))
    )
    canvas.add(path(pads, "4F8F5B", 0.9))
    for side in (rng.uniform(1, 5), rng.uniform(50, 54)):
        stalks, heads = reeds(rng, [side + i * 1.25 for i in range(4)], 38.5, 13)
        canvas.add(stroke(stalks, "46703F", 0.42), stroke(heads, "7A4A26", 0.95))


def ocean_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    fill = canvas.fade((0, light.far("7FB2D6"), 1), (1, light.far("2F73B5"), 1))
    canvas.add(path(box(0, 21.8, WIDTH, 17), fill))


def ocean_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    for y, colour in ((23.6, "5B9CCB"), (26.4, "4389C0")):
        wave = surface(rng, y, 0.9, 7)
        canvas.add(path(f"{wave}V{number(HEIGHT)}H-9z", light.middle(colour)))
        canvas.add(stroke(wave, "FFFFFF", 0.26, 0.45))


def ocean_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    for y, colour in ((29.2, "3A7FBA"), (32.4, "2C6EAE"), (35.4, "215C9B")):
        wave = surface(rng, y, 1.1, 9)
        canvas.add(path(f"{wave}V{number(HEIGHT)}H-12z", light.near(colour)))
        canvas.add(stroke(wave, "FFFFFF", 0.28, 0.5))


def urban_far(canvas: Canvas, rng: random.Random, light: Light) -> None:
    d, x = "", -1.0
    while x < WIDTH:
        width = rng.uniform(3.2, 6.5)
        d += box(x, 25 - rng.uniform(4, 13), width, 14)
        x += width + rng.choice((0, 0, 0.8))
    canvas.add(path(d, light.far("8E8597")))


def urban_middle(canvas: Canvas, rng: random.Random, light: Light) -> None:
    windows = sides = towers = ""
    x = rng.uniform(-2, 1)
    while x < WIDTH:
        width, height = rng.uniform(4, 6.5), rng.uniform(5, 12.5) * (0.8 if 16 < x < 38 else 1)
        top = 31 - height
        towers += box(x, top, width, height)
        sides += box(x + width * 0.72, top, width * 0.28, height)
        if rng.random() < 0.3:
            towers += f"M{points(x, top)}l{points(width / 2, -1.8, width / 2, 1.8)}z"
        for row in range(int(height / 2)):
            for column in range(int(width / 1.7)):
                if rng.random() < 0.3:
                    windows += box(x + 0.7 + column * 1.6, top + 1 + row * 2, 0.55, 0.85)
        x += width + rng.choice((0, 0.4, 2.2))
    canvas.add(path(towers, light.middle("857A8E")), path(sides, light.middle("6D6377")))
    canvas.add(path(windows, "FBE39A", 0.95))


def urban_near(canvas: Canvas, rng: random.Random, light: Light) -> None:
    spots = [(x, 31.5, rng.uniform(4, 6)) for x in (rng.uniform(6, 14), rng.uniform(44, 53))]
    broadleaf(canvas, spots, "6A9A5B", "6B5641")
    canvas.add(path(box(0, 30.6, WIDTH, 8), light.near("7E9A5E")), path(box(0, 30.6, WIDTH, 0.5), "A9BE82"))
    road = canvas.fade((0, "6E6A73", 1), (1, "55515B", 1))
    canvas.add(path(box(0, 33.2, WIDTH, 0.7), "C9C4C8"), path(box(0, 33.8, WIDTH, 5), road))
    dashes = "".join(box(x + 1.5, 35.9, 3, 0.34) for x in range(-2, 60, 6))
    canvas.add(path(dashes, "F3E3A4", 0.9))


def underwater(canvas: Canvas, rng: random.Random, light: Light, fresh: bool) -> None:
    """The whole scene below the surface: light from above, bed and weeds."""
    deep, shallow = ("1C5E70", "A8DCC8") if fresh else ("134B7E", "9ADBD3")
    shallow = mix(shallow, light.top, 0.3)
    fill = canvas.fade((0, shallow, 1), (0.45, mix(shallow, deep, 0.55), 1), (1, deep, 1))
    canvas.add(path(box(0, 0, WIDTH, HEIGHT), fill))
    beam = canvas.fade((0, "FFFFFF", 0.32), (1, "FFFFFF", 0))
    rays = "".join(
        f"M{points(x, -1)}h{number(w)}l{points(-9 - w, 33)}h{number(-w * 1.5)}z"
        for x, w in ((rng.uniform(8, 58), rng.uniform(1.5, 5)) for _ in range(5))
    )
    canvas.add(path(rays, beam))
    for y, share in ((31.5, 0.45), (34.5, 0.75)):
        bed = mix("6F9AA0" if fresh else "4E86A6", mix(deep, "06202E", 0.35), share)
        canvas.add(path(ridge(rolling(rng, y, 1.1, 5)), bed))
    weeds = ""
    for x in [*(rng.uniform(0, 12) for _ in range(4)), *(rng.uniform(45, 58) for _ in range(5))]:
        weeds += f"M{points(x, 37.5)}" + "".join(
            f"q{points(side * 1.5, -1.6, 0, -3.2)}" for side in (1, -1, 1, -1)[: rng.choice((2, 3, 4))]
        )
    canvas.add(stroke(weeds, "2F8A63" if fresh else "1F6F6B", 0.85, 0.85))
    if fresh:
        grass = "".join(tuft(rng, rng.uniform(4, 54), 37.5, 3.5) for _ in range(6))
        canvas.add(stroke(grass, "5BA06A", 0.35, 0.8))
    canvas.add(path(discs(rng, 12, (6, 54), (4, 30), (0.2, 0.6)), "FFFFFF", 0.45))


def water_before(canvas: Canvas, rng: random.Random, y: float, salt: bool) -> None:
    """Water in front of a swimming subject, from the water line `y` down, fading out to both sides."""
    colour = "2C6EAE" if salt else "3E8FAE"
    fill, line = (
        canvas.fade((out, ink, 0), (near, ink, most), (1 - near, ink, most), (1 - out, ink, 0), across=True)
        for out, near, ink, most in ((0.05, 0.28, colour, 0.62), (0.08, 0.3, "FFFFFF", 0.95))
    )
    wave = f"M8 {number(y)}" + f"q1.75 {number(-1)} 3.5 0t3.5 0" * 6
    canvas.add(path(f"{wave}V38.5H8z", fill), stroke(wave, line, 0.4))
    canvas.add(oval(29.1, y + 3.2, 11, 0.25, "FFFFFF", 0.3))
