"""Herbs of shapes that no other family has: heliconias, ghost pipes, cloudberries."""

from cards.art.figures.brush import copies, dark, discs, light, oval, path, scatter, stroke, whole
from cards.art.figures.leaves import leaves
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def heliconia(spec: Spec) -> Figure:
    """Boat-shaped bracts in two rows: `form` upright or hanging, with banana-like leaves."""
    colour, tip = spec.colour("colour", "D9322E"), spec.colour("tip", "F6C62E")
    bract = (
        path("M0 0C12 -6 30 -14 44 -30C42 -10 28 8 6 12Z", colour)
        + path("M44 -30C42 -14 32 0 18 8C28 -4 36 -16 44 -30Z", tip)
        + stroke("M4 2C16 -4 30 -12 42 -27", light(colour, 0.4), 1.8)
    )
    if spec.choice("form", ("upright", "hanging")) == "upright":
        back = leaves([(50, 124, -24, 118), (78, 124, 26, 116)], "oval", "4F8A3C", 0.55, 3)
        left = [(63, 100 - i * 17, 0, 1.0 - i * 0.1) for i in range(5)]
        other = copies(bract, [(65, 108 - i * 17, 0, 1.0 - i * 0.1) for i in range(5)])
        mirrored = f'<g transform="translate(128 0)scale(-1 1)">{copies(bract, left)}</g>'
        return whole(
            back
            + stroke("M64 127V22", dark(colour, 0.25), 6)
            + mirrored
            + other
            + path("M58 28L64 4L70 28Z", colour),
            (0, 0, 128, 128),
        )
    back = leaves([(56, 60, -58, 84), (70, 50, 40, 80)], "oval", "4F8A3C", 0.5, 3)
    stem = stroke(
        "M50 127C48 70 44 14 66 8C80 6 80 20 78 32Q70 44 82 56Q70 68 82 80Q72 92 80 104",
        dark(colour, 0.3),
        4.6,
    )
    down = (
        path("M0 0C14 2 30 2 42 16C28 22 10 20 0 10Z", colour)
        + path("M42 16C34 20 26 21 18 20C28 18 36 16 42 16Z", tip)
        + stroke("M4 4C16 5 28 6 38 14", light(colour, 0.4), 1.8)
    )
    right = copies(down, [(78, 32 + i * 24, 0, 1.05 - i * 0.14) for i in range(4)])
    others = copies(down, [(78, 44 + i * 24, 0, 1.0 - i * 0.14) for i in range(4)])
    left2 = f'<g transform="translate(158 0)scale(-1 1)">{others}</g>'
    return whole(
        back + stem + right + left2 + path("M76 112C74 120 78 126 80 128C84 124 84 116 82 110Z", tip),
        (-6, 0, 136, 130),
    )


def ghostpipe(spec: Spec) -> Figure:
    """A ghost pipe: waxy white stems with scales, each bent over into one nodding bell."""
    colour = spec.colour("colour", "F6F2F0")
    one = stroke("M0 0C-2 -40 -8 -76 6 -88C16 -94 24 -88 24 -78", dark(colour, 0.45), 9.6) + stroke(
        "M0 0C-2 -40 -8 -76 6 -88C16 -94 24 -88 24 -78", colour, 6
    )
    one += "".join(
        path(f"M{x} {y}q{side * 10} -8 {side * 8} -18q{side * -8} 4 {side * -9} 14Z", light(colour, 0.4))
        + stroke(f"M{x} {y}q{side * 10} -8 {side * 8} -18", dark(colour, 0.2), 1.2)
        for x, y, side in ((-1, -12, -1), (0, -26, 1), (-3, -40, -1), (-3, -54, 1), (-2, -68, -1))
    )
    one += (
        path(
            (
                "M16 -82C12 -70 10 -58 14 -48L19 -53L24 -47L29 -53L34 -48C38 -58 36 -70 32 -82"
                "C28 -88 20 -88 16 -82Z"
            ),
            colour,
        )
        + path("M27 -84C30 -70 30 -58 29 -53L34 -48C38 -58 36 -70 32 -82Z", dark(colour, 0.16))
        + stroke("M20 -78Q17 -64 19 -54", dark(colour, 0.16), 1.6)
    )
    ground = path("M6 126C20 114 44 118 64 114C88 118 110 114 122 126Z", "5A4432") + path(
        discs((x, y, 2) for x, y in scatter(9, 64, 122, 48, 3)), "7A5E44"
    )
    return whole(
        copies(
            one,
            [
                (34, 120, -12, 0.86),
                (92, 120, 14, 0.8),
                (60, 120, 0, 1.16),
                (78, 122, 6, 0.6),
                (22, 122, -22, 0.55),
            ],
        )
        + ground,
        (0, 4, 128, 122),
    )


def cloudberry(spec: Spec) -> Figure:
    """One berry of large grains above rounded lobed leaves."""
    colour, green = spec.colour("colour", "F09A2E"), spec.colour("green", "6F9A4A")
    lobed = path(
        (
            "M0 -4C-20 14 -56 4 -52 -22C-66 -40 -42 -62 -28 -54C-24 -76 24 -76 28 -54"
            "C42 -62 66 -40 52 -22C56 4 20 14 0 -4Z"
        ),
        green,
    ) + stroke("M0 -6L-40 -22M0 -6L-24 -50M0 -6V-64M0 -6L24 -50M0 -6L40 -22", light(green, 0.4), 2.2)
    stem = stroke(
        "M64 126C62 104 64 80 64 62M64 112C50 108 40 104 34 98M64 116C78 110 90 108 98 102", "8A5A44", 3.4
    )
    grains = [
        (x, y, 7.0)
        for x, y in (
            (50, 50),
            (64, 54),
            (78, 50),
            (56, 40),
            (72, 40),
            (46, 40),
            (82, 40),
            (50, 29),
            (64, 32),
            (78, 29),
            (57, 20),
            (71, 20),
            (64, 12),
        )
    ]
    sepals = path("M44 54L64 66L84 54L88 64L74 62L64 74L54 62L40 64Z", "8A9A4A")
    berry = (
        path(discs((x, y, r + 1.2) for x, y, r in grains), dark(colour, 0.3))
        + path(discs(grains), colour)
        + path(discs((x - 1.8, y - 2.2, 2) for x, y, _ in grains), light(colour, 0.6))
    )
    return whole(
        stem + copies(lobed, [(30, 112, -30, 0.56), (102, 114, 28, 0.54)]) + sepals + berry, (-4, 0, 136, 128)
    )


def orchid(spec: Spec) -> Figure:
    """A comet orchid: a waxy white star with a spur as long as a hand."""
    colour, green = spec.colour("colour", "FBF9EE"), spec.colour("green", "5F8F4A")
    fan = leaves(
        [(58, 126, turn, 62 - abs(turn) * 0.2) for turn in (-96, -66, -36, 52, 84)], "blade", green, 2.2, 2.6
    )
    stem = stroke("M58 124C50 96 66 70 70 50", dark(green, 0.1), 4)
    spur = stroke("M72 46C60 66 84 84 74 104C70 112 76 120 82 126", dark("DCE4B0", 0.25), 5) + stroke(
        "M72 46C60 66 84 84 74 104C70 112 76 120 82 126", "EEF2CC", 3
    )
    star = leaves([(72, 44, turn, 44) for turn in (-128, -64, 0, 64, 128)], "lance", colour, 1.1, 2, 0.1)
    lip = path(
        "M72 34C84 36 90 50 84 62C80 68 74 72 72 78C70 72 64 68 60 62C54 50 60 36 72 34Z", light(colour, 0.5)
    ) + stroke("M72 38V74", "D9E4B0", 2.4)
    return whole(fan + stem + spur + star + lip + oval(72, 40, 5, 5, "E4E8B0"), (0, -4, 128, 132))


FAMILIES = {"heliconia": heliconia, "ghostpipe": ghostpipe, "cloudberry": cloudberry, "orchid": orchid}
