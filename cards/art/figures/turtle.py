"""Turtles and tortoises from the side: a shell with its scutes, a neck, legs or flippers."""

from cards.art.figures.bodies import outlines
from cards.art.figures.pen import Figure, Outline, Pen, course, outline, oval, put, shade, taper, tint
from cards.art.figures.spec import Spec

DRAWN = outlines("turtle-shells")
SHELLS = tuple(name for name in DRAWN if name != "scutes")


def draw(spec: Spec) -> Figure:
    kind = spec.choice("shell", SHELLS)
    skin, shell = spec.colour("skin", "8A8A5A"), spec.colour("body", "7A6440")
    scute, rim = spec.colour("scute", tint(shell, 0.3)), spec.colour("edge", shade(shell, 0.25))
    rays, spots = spec.colour("rays"), spec.colour("spots")
    neck, size = spec.amount("neck", 1, 0.5, 2.2), spec.amount("headsize", 1, 0.6, 1.6)
    tall, high = spec.amount("legsize", 1, 0.6, 1.6), spec.amount("high", 1, 0.6, 1.3)
    stripe, cheek, beak = spec.colour("stripe"), spec.colour("cheek"), spec.colour("beak", shade(skin, 0.3))
    snout, plates = spec.amount("snout", 1, 0.6, 3), spec.choice("scutes", ("large", "rings", "none"))
    pen = Pen(spec.text, shade(shell, 0.7))
    swims = kind == "sea"
    shape = _stretched(outline(*DRAWN[kind]), high)
    _limbs(pen, skin, swims=swims, tall=tall, far=True)
    x, y = (104.0, 76.0) if swims else (100.0, 90.0)
    hx, hy = x + 15 + 4 * neck, y + 4 - (4 if swims else 20) * (neck - 0.3)
    spine = [
        (x - 14, y + 4, 8.0),
        (x + 2, y + 2 - 5 * neck, 6.6),
        ((x + hx) / 2 + 3, (y + hy) / 2, 6.2),
        (hx, hy, 9.0 * size),
    ]
    throat = taper(*spine)
    nose = taper(
        (hx, hy + 1, 7.5 * size), (hx + 7 * size * snout, hy + 3, (5 if snout < 1.5 else 2.6) * size)
    )
    pen.solid(throat, skin)
    pen.solid(nose, skin)
    with pen.within(throat, nose):
        if spots:
            pen.dots([(hx - 6 + 5 * (i % 3), hy - 5 + 5 * (i // 3), 1.6) for i in range(6)], spots)
        if stripe:
            for off in (-3, 1, 5):
                pen.line(
                    course(x - 10, y + off, (x + hx) / 2, (y + hy) / 2 + off, hx + 8, hy + off),
                    stripe,
                    1.6,
                )
        if cheek:
            pen.flat(oval(hx - 3.5 * size, hy + 0.5, 4 * size, 2.5 * size), cheek)
    pen.line(
        course(hx + 11 * size, hy + 5, hx + 4, hy + 6.5 * size, hx - 3, hy + 5 * size),
        shade(beak, 0.4),
        1.4,
        0.8,
    )
    pen.eye(hx + 3 * size, hy - 2.4 * size, 2.7)
    pen.solid(
        put("4,-5! -10,0 -16,4! -8,6 4,5!", 16 if not swims else 8, 98 if not swims else 84),
        shade(skin, 0.15),
    )
    pen.solid(shape, shell)
    _shell(pen, shape, kind, high, scute, rays, plates)
    if rim:
        with pen.within(shape):
            low = (
                "0,82 30,90 62,92 94,86 112,76! 112,100! 0,102!"
                if swims
                else "6,97 30,101 60,102 90,100 112,94! 112,112! 6,112!"
            )
            pen.flat(_stretched(outline(low), 1), rim)
    _limbs(pen, skin, swims=swims, tall=tall, far=False, spots=spots)
    return pen.figure("below" if swims else "")


def _stretched(points: Outline, high: float) -> Outline:
    return tuple(type(p)(p.x, 100 + (p.y - 100) * high, p.corner) for p in points)


def _shell(
    pen: Pen, shape: Outline, kind: str, high: float, scute: str, rays: str | None, plates: str
) -> None:
    places = DRAWN["scutes"] if plates != "none" else ()
    with pen.within(shape):
        for each in places:
            plate = _stretched(
                put(
                    each,
                    -4 if kind == "sea" else 0,
                    -14 if kind == "sea" else (8 if kind == "flat" else 0),
                    1,
                ),
                high,
            )
            pen.flat(plate, scute)
            cx, cy = sum(p.x for p in plate) / len(plate), sum(p.y for p in plate) / len(plate)
            inner = tuple(type(p)(cx + (p.x - cx) * 0.55, cy + (p.y - cy) * 0.55) for p in plate)
            if plates == "rings":
                pen.flat(inner, shade(scute, 0.22))
            if rays:
                for p in plate[::2]:
                    pen.line(
                        (type(p)(cx, cy), type(p)(cx + (p.x - cx) * 0.9, cy + (p.y - cy) * 0.9)), rays, 1.8
                    )


def _limbs(pen: Pen, skin: str, *, swims: bool, tall: float, far: bool, spots: str | None = None) -> None:
    colour = shade(skin, 0.3) if far else skin
    if swims:
        shapes = (
            ["96,72! 108,58 118,40 122,30! 112,34 96,50 86,66"] if far
            else ["84,82! 98,88 96,106 82,124! 74,112 70,94", "22,86! 18,96 6,104 -4,105! 2,94 10,84"]
        )  # fmt: skip
        for each in shapes:
            pen.solid(outline(each), colour)
            if spots:
                points = outline(each)
                cx, cy = sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points)
                pen.flat(
                    [oval(cx + dx, cy + dy, 3, 2.4) for dx, dy in ((0, -6), (-2, 2), (2, 8))],
                    shade(skin, 0.35),
                )
        return
    for x in (42, 82) if far else (28, 92):
        foot = 108 + 12 * tall
        pen.solid(taper((x, 98, 9.5), (x + 1, (98 + foot) / 2, 8), (x + 1, foot - 4, 7)), colour)
        pen.dots([(x - 3 + 4 * at, foot + 1.5, 1.4) for at in range(3)], tint(skin, 0.5))
