"""Crabs, lobsters, shrimps, krill and barnacles."""

from cards.art.figures.brush import (
    bow,
    dark,
    discs,
    eye,
    light,
    mirrored,
    oval,
    path,
    points,
    spin,
    stroke,
    taper,
    whole,
)
from cards.art.figures.leaves import twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def _fiddler(colour: str, mark: str) -> Figure:
    """A fiddler crab: one claw as large as the rest of it, eyes on tall stalks."""
    legs = mirrored(stroke("M22 22L42 12L50 30M20 28L44 28L52 46M16 34L36 44L40 58", dark(colour, 0.2), 5))
    stalks = stroke("M56 74L52 46M72 74L76 46", colour, 3.4) + eye(52, 44, 4) + eye(76, 44, 4)
    shell = path("M34 74C46 66 82 66 94 74C92 92 82 106 64 108C46 106 36 92 34 74Z", colour) + path(
        discs(((50, 82, 3), (64, 78, 3), (78, 82, 3), (56, 92, 2.6), (72, 92, 2.6))), mark
    )
    great = (
        stroke("M90 90L106 74", mark, 11)
        + path(
            (
                "M100 82C92 60 98 30 124 16C122 26 118 34 116 42L134 34C140 54 130 82 112 86"
                "C106 88 102 86 100 82Z"
            ),
            mark,
        )
        + path("M116 42L134 34C140 54 130 82 112 86C120 70 122 56 116 42Z", dark(mark, 0.2))
    )
    small = stroke("M36 86L26 94L34 100", colour, 5)
    return whole(legs + great + small + stalks + shell, (8, 12, 132, 114))


def _mitten(colour: str, mark: str) -> Figure:
    """A mitten crab: a squarish shell and dark fur on the claws."""
    legs = mirrored(
        stroke(
            "M30 -2L56 -26L64 -18M32 10L62 -4L70 8M30 20L60 24L68 42M24 30L48 46L50 64", dark(colour, 0.15), 5
        )
    )
    claw = (
        stroke("M22 26L26 42L16 52", colour, 8)
        + oval(13, 52, 12, 11, mark)
        + twigs([(*spin(13, 52, turn, 10), turn, 5.0) for turn in range(0, 360, 40)], mark, 3)
        + path("M4 58C-2 62 0 70 4 72L8 64L12 72C16 70 16 62 12 58Z", light(colour, 0.35))
    )
    shell = path(
        ("M38 36L44 32L50 36L56 32L64 36L72 32L78 36L84 32L90 36L96 52L94 78C86 92 42 92 34 78L32 52Z"),
        colour,
    )
    return whole(
        legs
        + shell
        + mirrored(claw)
        + path("M40 44C46 40 56 40 62 40C52 46 44 54 42 66C38 60 38 50 40 44Z", light(colour, 0.3))
        + stroke("M52 58Q64 66 76 58M46 74Q64 66 82 74", dark(colour, 0.3), 2)
        + eye(52, 34, 3.2)
        + eye(76, 34, 3.2),
        (-8, 26, 144, 112),
    )


def _robber(colour: str, mark: str) -> Figure:
    """A coconut crab from above: stout legs, uneven claws, a broad ringed abdomen."""
    legs = mirrored(
        stroke("M14 -10L44 -26L58 -8L60 8M16 0L48 -4L60 22M14 8L42 20L50 46", dark(colour, 0.18), 8)
        + stroke("M14 -10L44 -26L58 -8M16 0L48 -4M14 8L42 20", light(colour, 0.12), 3)
    )
    belly = path("M42 78C38 104 50 124 64 126C78 124 90 104 86 78Z", dark(colour, 0.2)) + stroke(
        "M42 86Q64 96 86 86M43 97Q64 107 85 97M47 108Q64 117 81 108", light(colour, 0.25), 3
    )
    claws = (
        stroke("M54 36L34 22M74 36L92 24", colour, 10)
        + path("M36 28C20 28 10 14 16 2C22 4 26 10 28 14L32 0C44 6 46 20 36 28Z", colour)
        + path("M90 28C102 30 112 20 110 8C104 8 100 12 98 16L94 4C84 10 82 22 90 28Z", colour)
    )
    shell = (
        path("M64 26C80 28 88 44 90 60C92 74 82 82 64 82C46 82 36 74 38 60C40 44 48 28 64 26Z", colour)
        + stroke("M42 62Q64 72 86 62M64 64V82", dark(colour, 0.3), 2.4)
        + path("M48 40C54 32 60 30 66 30C58 36 54 46 52 58C46 56 44 48 48 40Z", light(colour, 0.3))
    )
    feel = stroke("M58 30Q48 10 52 -6M70 30Q80 10 76 -6", mark, 2.4)
    return whole(
        legs + belly + claws + feel + shell + eye(57, 30, 2.8, "8A1E1E") + eye(71, 30, 2.8, "8A1E1E"),
        (0, -8, 128, 138),
    )


ODD_CRABS = {"fiddler": _fiddler, "mitten": _mitten, "robber": _robber}


def crab(spec: Spec) -> Figure:
    """A crab from above: `form` broad (an oval shell), shore (a toothed fan), fiddler, hermit …"""
    colour, mark = spec.colour("colour", "B5603A"), spec.colour("mark", "F0E4C8")
    form = spec.choice("form", ("shore", "broad", "hermit", "spider", "fiddler", "mitten", "robber"))
    if form in ODD_CRABS:
        return ODD_CRABS[form](colour, mark)
    if form == "broad":
        legs = mirrored(
            stroke(
                "M40 6L58 -2L66 14M42 14L60 14L66 32M38 22L54 30L56 46M30 28L42 40L40 56",
                dark(colour, 0.15),
                6,
            )
        )
        claw = (
            stroke("M34 -8L48 -26L42 -40", colour, 9)
            + path(
                (
                    "M46 -34C54 -46 46 -62 30 -62C22 -62 18 -58 18 -56C28 -58 32 -54 32 -50"
                    "C26 -54 20 -52 18 -48C24 -38 36 -30 46 -34Z"
                ),
                colour,
            )
            + path("M18 -56C28 -58 32 -54 32 -50C26 -54 20 -52 18 -48Z", mark)
        )
        shell = "M64 42C92 42 118 56 122 72C116 90 92 100 64 100C36 100 12 90 6 72C10 56 36 42 64 42Z"
        teeth = stroke(
            "".join(
                f"M{points(64 + side * (24 + i * 8), 45 + i * i * 0.5)}l{side * 3} -4"
                for i in range(7)
                for side in (-1, 1)
            ),
            colour,
            3,
        )
        spots = path(
            discs(
                (64 + dx * side, y, r)
                for side in (-1, 1)
                for dx, y, r in (
                    (16, 62, 2.4),
                    (30, 60, 2),
                    (42, 66, 2),
                    (24, 74, 2),
                    (36, 80, 1.8),
                    (10, 80, 1.8),
                )
            ),
            mark,
        )
        return whole(
            legs
            + mirrored(claw)
            + teeth
            + path(shell, colour)
            + path("M14 68C22 54 42 47 64 47C48 52 30 60 22 74Z", light(colour, 0.35))
            + spots
            + stroke("M36 88Q64 78 92 88", dark(colour, 0.25), 2)
            + eye(56, 44, 3)
            + eye(72, 44, 3),
            (-6, 0, 140, 124),
        )
    if form == "hermit":
        shell = (
            path(
                ("M10 96C2 70 20 40 52 36C84 34 104 56 102 82C100 100 86 108 70 106C40 112 18 112 10 96Z"),
                mark,
            )
            + stroke(
                (
                    "M70 104C54 96 50 78 62 70C74 64 84 76 78 84C74 90 66 86 68 80M14 84"
                    "C22 60 40 46 64 42M28 102C34 76 50 60 78 54"
                ),
                dark(mark, 0.25),
                3.4,
            )
            + path("M70 106C86 108 100 100 102 82C98 76 90 82 86 90C82 98 76 102 70 106Z", dark(mark, 0.4))
        )
        front = (
            stroke("M96 92L112 84L124 98M92 98L108 100L114 114M84 102L92 112L88 122", colour, 5)
            + path("M100 86C102 72 112 64 122 66L120 74L128 72C128 84 116 92 106 94Z", colour)
            + stroke("M98 80L102 66M106 78L112 64", dark(colour, 0.2), 2.4)
        )
        return whole(shell + front + eye(102, 64, 3) + eye(113, 62, 3), (2, 30, 128, 96))
    if form == "spider":
        legs = mirrored(
            stroke(
                "M20 -6L44 -42L58 -20M24 2L56 -14L64 14M24 10L56 12L58 44M18 18L42 36L38 64",
                dark(colour, 0.1),
                5.4,
            )
        )
        body = (
            path("M64 34C82 40 92 66 86 84C80 98 48 98 42 84C36 66 46 40 64 34Z", colour)
            + stroke("M60 36L56 22M68 36L72 22", colour, 4)
            + path(
                discs((64 + dx * side, y, 3) for side in (-1, 1) for dx, y in ((8, 54), (14, 68), (8, 82))),
                mark,
            )
        )
        return whole(
            legs
            + body
            + stroke("M54 46C48 58 47 70 50 80", light(colour, 0.4), 3)
            + eye(57, 44, 2.6)
            + eye(71, 44, 2.6),
            (-2, 16, 132, 114),
        )
    legs = mirrored(
        stroke(
            "M30 14L54 2L62 18M30 22L56 20L62 38M26 28L48 38L50 54M20 32L34 48L30 60", dark(colour, 0.15), 5
        )
    )
    claw = (
        stroke("M24 -4L44 -18L40 -34", colour, 8)
        + path("M40 -32C28 -40 28 -56 38 -62L40 -50L50 -60C60 -52 58 -36 48 -30Z", colour)
        + path("M40 -50L50 -60C60 -52 58 -36 48 -30C50 -38 48 -44 40 -50Z", dark(colour, 0.2))
    )
    shell = (
        "M40 52L48 46L56 48L64 46L72 48L80 46L88 52L96 54L98 62L104 66L102 74"
        "C96 90 82 102 72 104H56C46 102 32 90 26 74L24 66L30 62L32 54Z"
    )
    drawn = (
        legs
        + mirrored(claw)
        + path(shell, colour)
        + path("M34 58C42 50 54 50 62 50C50 56 40 64 34 78C30 72 30 64 34 58Z", light(colour, 0.3))
    )
    flecks = discs(
        (64 + dx * side, y, 1.9)
        for side in (-1, 1)
        for dx, y in ((8, 60), (18, 66), (28, 66), (12, 76), (22, 80), (8, 90))
    )
    return whole(
        drawn
        + path(flecks, mark)
        + stroke("M48 88Q64 78 80 88M56 66Q64 74 72 66", dark(colour, 0.3), 2)
        + stroke("M54 48L52 42M74 48L76 42", colour, 3.4)
        + eye(52, 41, 3.2)
        + eye(76, 41, 3.2),
        (-2, -2, 132, 130),
    )


def lobster(spec: Spec) -> Figure:
    """A lobster or crayfish from above: `form` claws (with big claws) or spiny (long stout feelers, none)."""
    colour, mark = spec.colour("colour", "8A3A2A"), spec.colour("mark", "F0DCA0")
    legs = mirrored(
        stroke(
            "M12 -12L34 -10L42 0M14 -4L38 2L44 14M14 4L36 14L38 26M12 10L28 26L26 38", dark(colour, 0.1), 4
        )
    )
    tail = "".join(
        path(
            (
                f"M{64 - w} {y}"
                f"C{64 - w - 2} {y + 8} {64 - w} {y + 12} {64 - w + 3} {y + 13}H{64 + w - 3}"
                f"C{64 + w} {y + 12} {64 + w + 2} {y + 8} {64 + w} {y}Z"
            ),
            dark(colour, 0.08 * (i % 2)),
        )
        for i, (y, w) in enumerate(((74, 17), (84, 16), (94, 15), (103, 13)))
    )
    fan = path(
        (
            "M64 112C58 124 60 134 64 138C68 134 70 124 64 112ZM58 112C46 116 38 126 40 134"
            "C50 134 58 124 62 114ZM70 112C82 116 90 126 88 134C78 134 70 124 66 114Z"
        ),
        dark(colour, 0.14),
    )
    body = (
        path("M64 18C74 22 84 36 84 56C84 70 78 78 64 78C50 78 44 70 44 56C44 36 54 22 64 18Z", colour)
        + path("M64 22C54 28 48 40 48 56C48 64 50 70 54 73C52 56 54 38 64 22Z", light(colour, 0.3))
        + stroke("M46 60Q64 70 82 60", dark(colour, 0.3), 2)
    )
    if spec.choice("form", ("claws", "spiny")) == "spiny":
        feelers = (
            stroke("M56 24C50 6 30 -6 4 -4M72 24C78 6 98 -6 124 -4", dark(colour, 0.2), 6)
            + stroke("M56 24C50 6 30 -6 4 -4M72 24C78 6 98 -6 124 -4", light(colour, 0.2), 2)
            + stroke("M60 20L56 4M68 20L72 4", colour, 2.6)
        )
        spots = path(
            discs((x, y, 2.4) for x, y in ((52, 90), (76, 90), (54, 100), (74, 100), (56, 80), (72, 80))),
            mark,
        ) + twigs(
            [
                (64 + dx * side, y, -14 * side, 7.0)
                for side in (-1, 1)
                for dx, y in ((8, 34), (13, 44), (7, 52), (14, 60))
            ],
            mark,
            2.2,
        )
        return whole(
            feelers + legs + fan + tail + body + spots + eye(57, 26, 2.8) + eye(71, 26, 2.8),
            (0, -10, 128, 150),
        )
    claw = (
        stroke("M12 -34L28 -42L26 -54", colour, 6)
        + path("M26 -50C16 -60 16 -80 28 -92L31 -76L40 -88C48 -78 46 -58 36 -50Z", colour)
        + path("M31 -76L40 -88C48 -78 46 -58 36 -50C38 -60 36 -70 31 -76Z", dark(colour, 0.22))
        + path("M28 -54C26 -58 30 -62 34 -60C36 -56 32 -52 28 -54Z", mark)
    )
    feelers = stroke(
        "M60 20C54 4 44 -12 40 -30M68 20C74 4 84 -12 88 -30M61 18L56 2M67 18L72 2", dark(colour, 0.1), 2
    )
    return whole(
        feelers + legs + mirrored(claw) + fan + tail + body + eye(57, 26, 2.8) + eye(71, 26, 2.8),
        (10, -32, 108, 172),
    )


def shrimp(spec: Spec) -> Figure:
    """Shrimps from the side: `form` brown (sandy), cleaner (striped, with long feelers) or krill."""
    colour, mark = (
        spec.colour("colour", "C9A27A"),
        spec.colour("mark", dark(spec.colour("colour", "C9A27A"), 0.3)),
    )
    form = spec.choice("form", ("brown", "cleaner", "krill"))
    if form == "krill":
        body = path(
            (
                "M118 50C110 36 88 34 72 42C48 50 26 66 6 72C4 78 6 82 10 84C34 84 56 80 76 76"
                "C96 78 114 68 118 50Z"
            ),
            light(colour, 0.35),
            0.95,
        )
        segs = stroke(
            ("M70 44Q66 60 72 76M58 50Q54 64 58 80M46 56Q42 68 46 82M34 62Q30 72 34 83M22 68Q20 76 22 84"),
            colour,
            2.6,
        )
        red = path(
            discs(((100, 62, 6), (90, 68, 5), (66, 66, 2.6), (54, 70, 2.4), (42, 74, 2.2), (30, 77, 2))),
            "D9482E",
            0.75,
        ) + oval(94, 58, 10, 7, "7FA04A", 0.8)
        legs = stroke(
            "".join(f"M{104 - i * 6} {70 + i * 0.8:.1f}q-2 14 {-10 + i} 26" for i in range(7))
            + "".join(f"M{58 - i * 10} {80 + i}q-2 6 -8 10" for i in range(5)),
            colour,
            2.2,
        )
        tail = path("M10 72L-10 60L-6 74L-16 80L-4 84L-10 96L12 84Z", light(colour, 0.2))
        feel = stroke("M116 44Q130 30 134 14M114 42Q122 26 120 12M117 50Q132 50 138 42", colour, 2)
        return whole(legs + tail + body + segs + red + feel + eye(112, 52, 6), (-18, 8, 158, 92), "below")
    if form == "cleaner":
        spine = ((110, 44), (88, 38), (66, 44), (48, 60), (40, 82), (46, 104))
        legs = stroke(
            "M96 52L100 84L110 96M88 54L88 88L96 102M78 54L74 86L80 100M66 58L60 80L66 92", "F2EAD8", 2.6
        )
        drawn = (
            legs
            + path(taper(spine, 26, 12), colour)
            + stroke("M112 36Q88 24 64 33Q44 44 32 64Q28 84 36 104", "FFFFFF", 5)
            + stroke("M114 34Q88 20 62 29Q40 40 27 62", "E8C23A", 3.2)
        )
        drawn += path("M44 100L30 116L46 112L52 124L58 108Z", colour) + path(
            discs(((38, 114, 2.4), (50, 118, 2.4))), "FFFFFF"
        )
        feel = stroke(
            "M112 38C126 24 128 6 112 -6M110 36C118 20 108 2 90 -4M114 42C132 40 142 26 138 8", "FFFFFF", 2.2
        )
        return whole(
            drawn + feel + stroke("M100 40L122 40", dark(colour, 0.2), 3) + eye(108, 42, 3.4),
            (22, -10, 120, 136),
            "below",
        )
    drawn = stroke(
        ("M100 80L108 100M92 84L96 104M84 86L84 106M74 88L70 104M62 88L56 102M50 86L44 98M38 84L32 94"),
        dark(colour, 0.15),
        2.8,
    )
    drawn += path(
        (
            "M116 66C112 50 96 44 78 48C54 50 30 62 8 78C6 86 10 90 16 90C40 90 66 92 90 88"
            "C104 88 116 80 116 66Z"
        ),
        colour,
    ) + stroke(
        ("M74 49Q68 68 76 90M62 52Q56 70 62 90M50 57Q44 72 50 90M38 62Q34 76 38 90M26 69Q24 80 26 90"),
        mark,
        2.2,
    )
    drawn += (
        path("M14 80L-8 70L-4 82L-12 90L-2 94L16 90Z", dark(colour, 0.2))
        + path("M104 74L120 80L116 90L104 86Z", dark(colour, 0.12))
        + path("M80 52C92 48 104 52 110 60C100 56 90 56 82 60Z", light(colour, 0.4))
    )
    drawn += path(
        discs(
            (
                (92, 66, 2),
                (84, 74, 1.8),
                (100, 72, 1.8),
                (70, 66, 1.6),
                (68, 80, 1.6),
                (56, 74, 1.6),
                (44, 80, 1.4),
                (96, 80, 1.6),
            )
        ),
        mark,
    )
    return whole(
        drawn
        + stroke("M114 60Q128 52 140 56M114 64Q130 64 142 72M112 56Q122 42 136 38", dark(colour, 0.2), 2)
        + eye(108, 58, 3.4),
        (-14, 34, 158, 74),
        "bed",
    )


def barnacle(spec: Spec) -> Figure:
    """Acorn barnacles on a rock, one with its feathery feet out."""
    colour = spec.colour("colour", "DDD8CC")
    rock = path("M2 124C2 104 24 94 64 96C104 94 126 104 126 124Z", "5F6A70") + path(
        "M10 112C22 102 44 98 64 98C44 104 28 110 20 118Z", "7F8A8E"
    )
    plates = (
        path("M-26 34L-12 -6H12L26 34C10 42 -10 42 -26 34Z", colour)
        + path("M2 -6H12L26 34C20 37 14 39 8 40Z", dark(colour, 0.2))
        + stroke("M-6 -6L-10 38M4 -6L8 39M-16 8L-20 34M16 8L20 34", dark(colour, 0.3), 1.8)
        + oval(0, -6, 12, 4.6, dark(colour, 0.6))
        + path("M-9 -6L0 -10L9 -6L0 -3Z", light(colour, 0.5))
    )
    feet = "".join(
        bow(64, 50, 64 + side * (6 + i * 4), 30 - i * 2, 64 + side * (16 + i * 9), 16 + i * 8)
        for i in range(4)
        for side in (-1, 1)
    )
    drawn = (
        rock
        + stroke(feet, "A8703A", 2.4)
        + twigs(
            [(64 + side * (8 + i * 7), 30 + i * 3, side * 20, 8.0) for i in range(4) for side in (-1, 1)],
            "A8703A",
            1.4,
        )
    )
    places = ((64, 60, 1.5), (24, 82, 0.85), (104, 82, 0.9), (44, 98, 0.55), (86, 100, 0.6))
    return whole(
        drawn
        + "".join(f'<g transform="translate({x} {y})scale({size})">{plates}</g>' for x, y, size in places),
        (0, 10, 128, 116),
        "bed",
    )


FAMILIES = {"crab": crab, "lobster": lobster, "shrimp": shrimp, "barnacle": barnacle}
