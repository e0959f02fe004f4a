"""Water plants: pads and their flowers, floating rosettes, submerged shoots and seagrasses."""

from cards.art.figures.brush import (
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    points,
    ring,
    spin,
    stroke,
    whole,
)
from cards.art.figures.leaves import leaves, petals, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def _pad(x: float, y: float, rx: float, ry: float, green: str, notch: float = 0.3, rim: float = 0) -> str:
    """A floating leaf, seen aslant; `rim` is the height of an upturned edge."""
    a, b = spin(0, 0, 150, rx), spin(0, 0, 150 + notch * 60, rx)
    squash = ry / rx
    cut = (
        f"M{points(x, y)}L{points(x + a[0], y + a[1] * squash)}"
        f"A{points(rx, ry)} 0 1 0 {points(x + b[0], y + b[1] * squash)}Z"
    )
    drawn = oval(x, y + 2.4, rx, ry, dark(green, 0.4)) if rim == 0 else ""
    if rim:
        drawn = (
            oval(x, y + rim, rx * 0.97, ry, dark("A8506A", 0.25))
            + (
                f'<path d="M{points(x - rx, y)}v{rim:g}'
                f'A{points(rx, ry)} 0 0 0 {points(x + rx, y + rim)}v{-rim:g}Z" fill="#A8506A"/>'
            )
            + oval(x, y, rx, ry, light(green, 0.3))
            + oval(x, y + 1.6, rx * 0.93, ry * 0.88, green)
        )
    else:
        drawn += path(cut, green)
    veins = "".join(
        f"M{points(x, y)}L{points(x + spin(0, 0, t, rx * 0.78)[0], y + spin(0, 0, t, rx * 0.78)[1] * squash)}"
        for t in range(0, 360, 36)
    )
    return drawn + stroke(veins, light(green, 0.3), 1.1)


def _lotus(x: float, y: float, size: float, colour: str, middle: str, form: str = "oval") -> str:
    """A water lily's flower from the side."""
    drawn = ""
    for bends, tone, share in (
        ((-84, 84, -58, 58), 0.16, 1.0),
        ((-66, 66, -36, 36), 0.08, 1.02),
        ((-44, 44, -14, 14), 0.0, 1.0),
    ):
        drawn += petals(
            [(x, y, float(bend)) for bend in bends], size * share, form, dark(colour, tone), 0.72, 0.14
        )
    return (
        drawn
        + petals([(x, y, -22.0), (x, y, 22.0), (x, y, 0.0)], size * 0.62, form, light(colour, 0.3), 0.8, 0.14)
        + path(
            discs((x + dx, y - size * 0.32 + abs(dx) * 0.3, size * 0.07) for dx in (-5, -2.5, 0, 2.5, 5)),
            middle,
        )
    )


def lily(spec: Spec) -> Figure:
    """Pads with a flower: `build` floating, raised (on a stalk), giant (rimmed pads) or lotus."""
    build = spec.choice("build", ("floating", "raised", "giant", "lotus"))
    green, colour, middle = (
        spec.colour("green", "4F8F45"),
        spec.colour("colour", "FFFFFF"),
        spec.colour("middle", "F2C230"),
    )
    if build == "floating":
        drawn = (
            _pad(36, 104, 36, 13, green)
            + _pad(98, 100, 30, 10, dark(green, 0.12))
            + _lotus(70, 108, 42, colour, middle)
            + _pad(84, 119, 30, 9, green)
        )
        return whole(drawn, (-2, 64, 132, 66), "afloat")
    if build == "raised":
        drawn = (
            stroke("M58 116Q52 80 64 54M92 118Q98 104 94 92", dark(green, 0.25), 4)
            + _pad(30, 114, 32, 11, green, 0.6)
            + _pad(98, 116, 32, 10, dark(green, 0.1), 0.6)
        )
        return whole(
            drawn + _lotus(64, 58, 42, colour, middle, "lance") + _lotus(94, 94, 18, colour, middle, "lance"),
            (-4, 12, 136, 116),
            "afloat",
        )
    if build == "giant":
        drawn = (
            _pad(40, 78, 32, 9, dark(green, 0.1), rim=7)
            + _pad(104, 84, 26, 8, dark(green, 0.16), rim=6)
            + _lotus(86, 96, 26, colour, middle)
            + _pad(58, 106, 56, 15, green, rim=10)
        )
        return whole(drawn, (0, 62, 132, 72), "afloat")
    drawn = stroke("M48 126Q46 84 50 56M90 126Q94 90 92 74M26 126Q20 110 22 98", dark(green, 0.2), 4)
    drawn += (
        oval(26, 96, 28, 9, dark(green, 0.15))
        + oval(26, 94, 28, 8, green)
        + stroke(
            "M26 94L4 92M26 94L48 93M26 94L12 99M26 94L40 99M26 94L14 89M26 94L40 89", light(green, 0.35), 1.2
        )
    )
    drawn += _lotus(52, 58, 44, colour, middle, "round")
    pod = (
        path("M78 58H106L98 78H86Z", "8AA04A")
        + oval(92, 58, 14, 5, "B5BE6A")
        + path(discs(((84, 58, 1.8), (92, 56, 1.8), (100, 58, 1.8), (88, 60, 1.8), (96, 60, 1.8))), "5A6A2E")
    )
    return whole(
        drawn
        + pod
        + oval(96, 118, 30, 8, green)
        + stroke("M96 118L70 117M96 118L122 117M96 118L84 123M96 118L108 123", light(green, 0.35), 1.2),
        (-4, 10, 132, 118),
        "afloat",
    )


def _caltrop(green: str, colour: str) -> Figure:
    """A floating star of rhombic toothed leaves, and the horned nut that hangs below."""
    pads = [(64, 52, turn, 50 - (i % 2) * 14) for i, turn in enumerate(range(-150, 180, 30))]
    blade = (
        path(
            (
                "M-2 0L-2 -46L-22 -58L-16 -66L-20 -72L-10 -78L-10 -86L0 -100L10 -86L10 -78L20 -72"
                "L16 -66L22 -58L2 -46L2 0Z"
            ),
            green,
        )
        + path("M0 -46L22 -58L16 -66L20 -72L10 -78L10 -86L0 -100Z", dark(green, 0.18))
        + oval(0, -30, 5, 9, light(green, 0.3))
    )
    nut = (
        path(
            (
                "M64 84C76 84 80 92 90 88L104 76C104 92 96 100 86 104C82 114 74 120 64 122"
                "C54 120 46 114 42 104C32 100 24 92 24 76L38 88C48 92 52 84 64 84Z"
            ),
            colour,
        )
        + path(
            "M64 84C76 84 80 92 90 88L104 76C104 92 96 100 86 104C82 114 74 120 64 122Z", dark(colour, 0.25)
        )
        + stroke("M52 96q12 8 24 0", dark(colour, 0.45), 2)
    )
    blades = copies(blade, [(x, y, turn, size / 100) for x, y, turn, size in pads])
    star = f'<g transform="translate(0 18)scale(1 .62)">{blades}</g>'
    return whole(stroke("M64 60Q60 74 64 88", dark(green, 0.2), 3) + nut + star, (8, 14, 112, 110), "afloat")


def floating(spec: Spec) -> Figure:
    """Plants that drift: `form` hyacinth (bladders and a spike) duckweed or caltrop."""
    green, colour = spec.colour("green", "5F9A3C"), spec.colour("colour", "A58AD8")
    form = spec.choice("form", ("hyacinth", "duckweed", "caltrop"))
    if form == "caltrop":
        return _caltrop(green, colour)
    if form == "duckweed":
        drawn = ""
        for x, y, size, turn in (
            (46, 44, 1.0, 0),
            (86, 52, 0.86, 60),
            (62, 74, 0.7, 130),
            (24, 70, 0.62, 210),
            (104, 80, 0.56, 280),
        ):
            roots = f"M{x} {y + 8 * size:.1f}q{3 * size:.1f} {24 * size:.1f} {-2 * size:.1f} {46 * size:.1f}"
            drawn += stroke(roots, "D9E4B8", 2.2)
            frond = (
                oval(0, 4, 22, 13, dark(green, 0.35))
                + oval(0, 0, 22, 13, green)
                + oval(14, 5, 15, 9, dark(green, 0.3))
                + oval(14, 3, 15, 9, light(green, 0.16))
                + oval(-8, -4, 8, 4, light(green, 0.45))
            )
            drawn += copies(frond, [(x, y, turn % 40 - 20, size)])
        return whole(drawn, (6, 28, 116, 94), "afloat")
    drawn = stroke(
        "M40 104Q36 118 30 126M56 106Q54 118 56 128M72 106Q76 118 72 128M88 104Q92 116 98 126", "5A4A5A", 3
    )
    bulbs = ((24, 98, -50), (44, 102, -24), (84, 102, 24), (104, 98, 50))
    for x, y, turn in bulbs:
        drawn += (
            stroke(f"M64 108L{points(x, y)}", dark(green, 0.15), 5)
            + oval(x, y - 2, 9, 12, light(green, 0.18))
            + oval(x - 3, y - 6, 3, 5, light(green, 0.5))
            + leaves([(*spin(x, y, turn, 8), turn, 38)], "round", green, 1, 2.4)
        )
    drawn += stroke("M64 108V40", dark(green, 0.1), 5)
    flower = (
        petals(ring(0, 0, 6, 0), 15, "oval", colour, 1, 0.2)
        + petals([(0, 0, 0)], 14, "oval", light(colour, 0.3), 0.7, 0)
        + oval(0, -7, 2.2, 4, "F2D23A")
    )
    spots = [
        (52, 68, -30, 1.0),
        (78, 66, 30, 1),
        (50, 46, -40, 1),
        (80, 44, 40, 1),
        (64, 56, 0, 1.1),
        (56, 26, -20, 0.9),
        (74, 25, 20, 0.9),
        (64, 38, 0, 1),
        (65, 12, 0, 0.7),
    ]
    return whole(drawn + copies(flower, spots), (-20, 0, 168, 130), "afloat")


def shoots(spec: Spec) -> Figure:
    """
    Submerged shoots and seagrasses. `form`: whorls (leaves in rings), bristles (forked), ribbons (long
    and narrow), straps (short, broad), paddles (oval leaves on a creeping stem), joints (a horsetail).
    """
    return SHOOTS[spec.choice("form", tuple(SHOOTS))](
        spec.colour("green", "4F8F4A"), spec.colour("colour", "C7A86A")
    )


def _whorls(green: str, colour: str) -> Figure:
    drawn, spots = "", []
    for x0, cx, x1, top in ((56, 36, 28, 34), (64, 68, 62, 6), (74, 96, 98, 28)):
        d = f"M{x0} 126Q{cx} 80 {x1} {top}"
        drawn += stroke(d, dark(green, 0.2), 3.4)
        for i in range(8):
            t = 0.1 + i * 0.125
            x, y = (
                (1 - t) ** 2 * x0 + 2 * t * (1 - t) * cx + t * t * x1,
                (1 - t) ** 2 * 126 + 2 * t * (1 - t) * 80 + t * t * top,
            )
            spots += [(x, y, (cx - x0) * 0.8 + side, 15 - i * 0.7) for side in (-72, 72, 10)]
        spots += [(x1, top, turn, 10) for turn in (-40, 40, 0)]
    return whole(drawn + leaves(spots, "lance", green, 1.4, 0), (12, -4, 104, 131), "bed")


def _bristles(green: str, colour: str) -> Figure:
    unit = twigs([(0.0, 0.0, float(turn), 17.0) for turn in (-96, -64, 64, 96)], green, 2) + stroke(
        "M-15 -8L-22 -16M-17 2L-25 -2M15 -8L22 -16M17 2L25 -2M-12 -6L-15 -15M12 -6L15 -15",
        light(green, 0.15),
        1.6,
    )
    spots = []
    for x0, lean in ((50, -0.5), (78, 0.45)):
        spots += [(x0 + lean * i * 9, 118 - i * 11.0, lean * 40, 1.1 - i * 0.05) for i in range(10)]
    stems = stroke("M50 126L8 6M78 126L116 12", "7A4A3A", 3.4)
    return whole(
        stems + copies(unit, spots) + path(discs(((10, 8, 6), (115, 14, 6))), light(green, 0.2)),
        (-14, -6, 156, 134),
        "bed",
    )


def _ribbons(green: str, colour: str) -> Figure:
    back = front = ""
    for i, (x, lean, high) in enumerate(
        (
            (40, -30, 84),
            (48, -14, 112),
            (56, -22, 100),
            (62, 6, 122),
            (70, -4, 94),
            (76, 20, 116),
            (84, 12, 88),
            (90, 34, 104),
        )
    ):
        band = (
            f"M{x} 126"
            f"C{x - 12} {126 - high * 0.4:.0f} {x + lean + 16} {126 - high * 0.6:.0f} {x + lean} {126 - high}"
            f"C{x + lean + 22} {126 - high * 0.6:.0f} {x - 4} {126 - high * 0.3:.0f} {x + 6} 126Z"
        )
        back, front = (back + band, front) if i % 2 else (back, front + band)
    roots = stroke("M24 126Q64 118 106 126M40 124l-4 6M64 121l2 8M88 123l4 6", colour, 4)
    return whole(path(back, dark(green, 0.22)) + path(front, green) + roots, (8, 0, 112, 131), "bed")


def _straps(green: str, colour: str) -> Figure:
    """Turtle grass: broad straps with rounded tips in sheaths, grazed short here and there."""
    drawn = stroke("M6 122H122", colour, 5) + stroke("M24 122v8M52 122v9M80 122v8M106 122v9", colour, 2.4)
    for x in (24, 64, 102):
        for lean, high, tone in ((-17, 66, 0.24), (15, 78, 0.14), (-5, 92 if x == 64 else 70, 0.0)):
            d = f"M{x} 120Q{x + lean * 0.2:.0f} {120 - high * 0.5:.0f} {x + lean} {120 - high}"
            drawn += stroke(d, dark(green, tone), 9) + stroke(d, light(green, 0.22), 1.4)
        drawn += path(f"M{x - 6} 122C{x - 6} 108 {x + 6} 108 {x + 6} 122Z", light(colour, 0.4))
    return whole(drawn, (0, 20, 128, 112), "bed")


def _paddles(green: str, colour: str) -> Figure:
    runner = "M4 112Q34 104 64 112T124 110"
    spots = [
        (16, 108, -24, 50),
        (34, 107, 20, 54),
        (54, 109, -16, 58),
        (74, 112, 22, 54),
        (96, 113, -18, 52),
        (112, 111, 24, 46),
    ]
    stalks = "".join(f"M{x} {y}L{points(*spin(x, y, turn, 18))}" for x, y, turn, _ in spots)
    drawn = (
        stroke(runner, colour, 4)
        + stroke("M30 108v14M64 112v14M98 112v13", colour, 1.6)
        + stroke(stalks, dark(green, 0.1), 2.4)
    )
    lifted = [(*spin(x, y, turn, 14), turn, size * 0.86) for x, y, turn, size in spots]
    return whole(drawn + leaves(lifted, "oval", green, 1.25, 2.6), (-4, 46, 140, 84), "bed")


def _joints(green: str, colour: str) -> Figure:
    drawn, rings, rays = "", [], []
    for x, top, lean in ((34, 34, -5), (64, 10, 0), (94, 26, 5)):
        for i in range(7):
            y0, y1 = 126 - (126 - top) * i / 7, 126 - (126 - top) * (i + 1) / 7
            a, b = x + lean * i / 6, x + lean * (i + 1) / 6
            drawn += stroke(f"M{points(a, y0 - 1)}L{points(b, y1 + 1)}", green, 7.4 - i * 0.3) + stroke(
                f"M{points(a - 1.6, y0 - 2)}L{points(b - 1.6, y1 + 2)}", light(green, 0.35), 1.6
            )
            rings.append((a, y0, 0, 1))
            if 1 < i < 6:
                rays += [(b, y1, side * turn, 15.0 - i) for side in (-1, 1) for turn in (52.0, 74.0)]
        drawn += oval(x + lean, top - 5, 5, 9, colour) + stroke(
            f"M{x + lean - 4} {top - 8}h8M{x + lean - 4} {top - 4}h8M{x + lean - 4} {top}h8",
            dark(colour, 0.3),
            1.2,
        )
    drawn = (
        twigs(rays, dark(green, 0.12), 1.8)
        + drawn
        + copies(path("M-4.4 -4l2 4l2.2 -3l2.2 3l2.2 -4v6h-8.6Z", "3A3A30"), rings)
    )
    return whole(drawn, (12, -6, 104, 133), "afloat")


SHOOTS = {
    "whorls": _whorls,
    "bristles": _bristles,
    "ribbons": _ribbons,
    "straps": _straps,
    "paddles": _paddles,
    "joints": _joints,
}


FAMILIES = {
    "lily": lily,
    "floating": floating,
    "shoots": shoots,
}
