"""Spiders, scorpions, ticks and mites, and the small water fleas, copepods and tardigrades."""

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
    scatter,
    spin,
    stroke,
    whole,
)
from cards.art.figures.leaves import twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def spider(spec: Spec) -> Figure:
    """A spider from above: `form` web (in its web), hairy (stout legs), long."""
    colour, mark = spec.colour("colour", "A8703A"), spec.colour("mark", "F4EAD0")
    if spec.choice("form", ("web", "hairy")) == "web":
        spokes = "".join(f"M64 64L{points(*spin(64, 64, turn, 66))}" for turn in range(0, 360, 30))
        rings = "".join(
            "M" + "L".join(points(*spin(64, 64, turn, r)) for turn in range(0, 360, 30)) + "Z"
            for r in (20, 34, 48, 61)
        )
        legs = mirrored(
            stroke(
                "M6 -12L20 -36L14 -54M8 -8L34 -22L44 -38M8 -2L34 8L46 26M6 2L24 28L20 52",
                dark(colour, 0.25),
                4,
            )
            + stroke("M16 -28L19 -36M26 -18L34 -22M26 4L34 8M18 20L24 28", mark, 2.4)
        )
        body = (
            oval(64, 76, 22, 26, dark(colour, 0.2))
            + oval(63, 73, 19.5, 23, colour)
            + oval(64, 48, 12, 11, dark(colour, 0.3))
        )
        cross = path("M61 58h6v8h8v5h-8v18h-6V71h-8v-5h8Z", mark) + path(
            discs(((53, 82, 2), (75, 82, 2), (56, 90, 1.8), (72, 90, 1.8))), mark
        )
        return whole(
            stroke(spokes + rings, "FFFFFF", 1.5, 0.9)
            + legs
            + body
            + cross
            + eye(60, 43, 2)
            + eye(68, 43, 2),
            (-4, -4, 136, 136),
            "air",
        )
    legs = (
        "M8 -14L26 -40L38 -40L46 -58M12 -8L42 -22L52 -16L64 -28M12 0L44 8L52 20L64 20M8 6L30 30L34 44L46 56"
    )
    drawn = mirrored(stroke(legs, dark(colour, 0.3), 9) + stroke(legs, light(colour, 0.08), 5.4)) + mirrored(
        stroke("M5 -18L12 -32L10 -40", dark(colour, 0.1), 6)
    )
    hairs = twigs(
        [(*spin(64, 86, turn, 22), turn, 8.0) for turn in range(0, 360, 20)], dark(colour, 0.1), 2.2
    )
    drawn += (
        hairs
        + oval(64, 86, 23, 27, dark(colour, 0.35))
        + oval(63, 84, 19, 23, dark(colour, 0.2))
        + oval(64, 54, 20, 19, mark)
        + oval(64, 54, 15, 14, light(mark, 0.2))
    )
    fuzz = twigs([(x, y, 180, 6.0) for x, y in scatter(12, 64, 86, 14, 18)], light(colour, 0.3), 1.6)
    return whole(
        drawn
        + fuzz
        + stroke("M64 54l9 -8M64 54l10 4M64 54l-9 -8M64 54l-10 4", dark(mark, 0.3), 1.8)
        + path("M56 36h7v-9q-5 0 -7 9ZM72 36h-7v-9q5 0 7 9Z", dark(colour, 0.4))
        + eye(60, 42, 2)
        + eye(68, 42, 2),
        (0, 2, 128, 126),
    )


def scorpion(spec: Spec) -> Figure:
    """A scorpion from above with its tail curled over."""
    colour = spec.colour("colour", "D9A85A")
    legs = "M12 -2L38 -14L50 -6M12 6L42 2L52 14M12 14L40 20L48 34M10 22L32 38L36 52"
    drawn = mirrored(stroke(legs, dark(colour, 0.2), 4.4))
    arm = (
        stroke("M10 -12L26 -22L32 -38", colour, 6)
        + path("M26 -36C22 -50 30 -62 40 -60L36 -48L46 -56C52 -46 46 -34 36 -32Z", colour)
        + path("M40 -46L46 -56C52 -46 46 -34 36 -32Z", dark(colour, 0.22))
    )
    drawn += mirrored(arm)
    tail = ((64, 100, 9), (74, 112, 8.4), (89, 116, 8), (103, 108, 7.6), (108, 93, 7.2), (103, 79, 6.8))
    drawn += "".join(
        oval(x, y, r, r * 0.9, dark(colour, 0.1 + 0.04 * (i % 2)))
        + oval(x - 1, y - 1.6, r * 0.66, r * 0.5, light(colour, 0.25))
        for i, (x, y, r) in enumerate(tail)
    )
    drawn += path("M103 76C98 70 92 70 90 74C86 72 84 66 86 60C88 66 96 64 104 70Z", dark(colour, 0.4))
    drawn += path("M50 46C52 38 76 38 78 46L84 76C84 92 74 102 64 104C54 102 44 92 44 76Z", colour) + stroke(
        "M46 66Q64 72 82 66M45 75Q64 81 83 75M46 84Q64 90 82 84M50 93Q64 98 78 93", dark(colour, 0.28), 2.2
    )
    return whole(
        drawn
        + stroke("M52 56C50 66 49 76 50 86", light(colour, 0.45), 2.6)
        + eye(60, 48, 2.2)
        + eye(68, 48, 2.2),
        (6, 2, 116, 124),
    )


def mite(spec: Spec) -> Figure:
    """Small round arachnids: `form` tick (a shield at the front) or varroa (on a bee's back)."""
    colour, shield = spec.colour("colour", "8A4A2E"), spec.colour("shield", "2E2220")
    if spec.choice("form", ("tick", "varroa")) == "tick":
        drawn = mirrored(
            stroke("M14 -22L34 -42L46 -42M18 -14L46 -22L56 -16M18 -4L46 2L56 12M16 4L38 22L44 36", shield, 5)
        )
        drawn += path("M58 34L60 14H68L70 34ZM54 32L50 20L56 18L60 32ZM74 32L78 20L72 18L68 32Z", shield)
        drawn += path(
            "M64 30C84 30 98 56 96 84C94 108 80 120 64 120C48 120 34 108 32 84C30 56 44 30 64 30Z", colour
        ) + path("M44 66C40 84 44 102 56 112C46 110 38 98 37 84C37 76 40 70 44 66Z", light(colour, 0.35))
        drawn += path(
            "M64 30C76 30 86 40 86 52C86 62 76 70 64 70C52 70 42 62 42 52C42 40 52 30 64 30Z", shield
        ) + path("M50 46C52 38 58 35 64 34C58 38 56 46 56 54Z", light(shield, 0.3))
        return whole(
            drawn + stroke("M52 96V114M64 98V119M76 96V114", dark(colour, 0.3), 1.8), (4, 10, 120, 114)
        )
    comb = "".join(
        "M"
        + "L".join(
            points(x + 17 * dx, y + 17 * dy)
            for dx, dy in ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5))
        )
        + "Z"
        for x, y in (
            (24, 22),
            (54, 22),
            (84, 22),
            (114, 22),
            (9, 48),
            (39, 48),
            (69, 48),
            (99, 48),
            (24, 74),
            (54, 74),
            (84, 74),
            (114, 74),
            (39, 100),
            (69, 100),
            (99, 100),
        )
    )
    cells = path(comb, "E3B04A") + stroke(comb, "F6D98A", 3)
    legs = mirrored(stroke("M26 -18L40 -30M34 -8L50 -14M36 4L52 6M32 14L46 24", dark(colour, 0.4), 5))
    return whole(
        cells
        + legs
        + oval(64, 66, 44, 32, dark(colour, 0.3))
        + oval(62, 62, 40, 27, colour)
        + path("M30 58C36 44 54 38 72 40C56 44 44 52 40 66Z", light(colour, 0.4))
        + stroke("M28 78Q64 98 100 78M56 36v56M72 36v56", dark(colour, 0.2), 1.8)
        + path("M58 36L60 26H68L70 36Z", dark(colour, 0.4)),
        (-6, 4, 138, 114),
    )


def plankter(spec: Spec) -> Figure:
    """Animals a millimetre long: `form` daphnia, copepod or tardigrade."""
    return PLANKTERS[spec.choice("form", tuple(PLANKTERS))](spec.colour("colour", "B9C88A"))


def _daphnia(colour: str) -> Figure:
    shell = (
        "M48 30C72 20 100 40 102 72C102 92 84 106 66 118L54 128L58 110C38 100 28 78 34 54C36 44 40 36 48 30Z"
    )
    arms = stroke(
        "M52 44L22 26M22 26L2 30M22 26L4 14M22 26L14 4M52 44L26 52L6 54M26 52L12 64", dark(colour, 0.2), 3.4
    )
    gut = stroke("M54 48C70 44 84 56 82 74C80 88 72 96 64 104", "6F8A3A", 6) + path(
        discs(((86, 60, 6), (90, 72, 6), (84, 82, 6), (78, 66, 5), (76, 78, 5))), "D9D08A"
    )
    drawn = (
        arms
        + path(shell, colour, 0.9)
        + path("M48 30C72 20 100 40 102 72C96 52 76 38 52 38Z", light(colour, 0.45), 0.9)
        + stroke(shell, dark(colour, 0.3), 2)
    )
    legs = stroke("M46 68q10 4 14 12M44 76q10 4 14 12M46 84q8 4 12 12", dark(colour, 0.2), 2.4)
    head = (
        path(
            ("M48 30C36 30 26 40 28 52C30 60 40 62 46 58L34 66C40 70 50 64 54 54C58 44 56 34 48 30Z"), colour
        )
        + oval(40, 44, 6.4, 6.4, "1E1A18")
        + oval(38, 42, 2, 2, "FFFFFF")
    )
    return whole(drawn + gut + legs + head, (0, 2, 106, 128), "below")


def _copepod(colour: str) -> Figure:
    feelers = mirrored(
        stroke(bow(6, -44, 36, -56, 62, -20) + "M30 -44l2 -8M42 -40l5 -7M52 -32l6 -5", dark(colour, 0.25), 3)
    )
    tail = stroke(
        "M60 96V116M68 96V116M60 116l-8 10M60 116l-1 12M68 116l8 10M68 116l1 12", dark(colour, 0.2), 2.6
    )
    body = path(
        ("M64 8C80 10 88 34 86 56C84 74 76 84 72 90L70 100H58L56 90C52 84 44 74 42 56C40 34 48 10 64 8Z"),
        colour,
    ) + path(
        "M64 8C54 12 50 34 50 56C50 70 54 82 58 90L56 90C52 84 44 74 42 56C40 34 48 10 64 8Z",
        light(colour, 0.4),
    )
    bands = stroke("M43 62H85M46 72H82M51 82H77M57 92H71", dark(colour, 0.28), 2)
    eggs = path(
        discs(
            (x + dx, y, 4.2)
            for x in (42, 86)
            for dx, y in ((0, 92), (-4, 99), (4, 99), (-3, 106), (4, 106), (0, 113))
        ),
        "D98A5A",
    ) + stroke("M54 86L44 90M74 86L84 90", dark(colour, 0.2), 2)
    return whole(
        feelers
        + tail
        + eggs
        + body
        + bands
        + oval(64, 22, 5, 5, "C0322E")
        + oval(62.6, 20.6, 1.6, 1.6, "FFFFFF")
        + oval(64, 50, 7, 16, "E0B45A", 0.8),
        (0, 4, 128, 126),
        "below",
    )


def _tardigrade(colour: str) -> Figure:
    body = (
        "M14 78C12 54 30 38 56 38C76 34 98 38 112 52C122 60 122 74 114 80C108 88 96 90 86 88"
        "C64 96 36 96 20 92C16 90 14 84 14 78Z"
    )
    stub = "M-7 -6C-9 6 -8 14 -6 20H6C8 14 9 6 7 -6Z"
    claws = stroke("M-5 20l-2 7M0 20v8M5 20l2 7", "5A4A3A", 2)
    feet = "".join(
        f'<g transform="translate({x} {y})rotate({turn})">{path(stub, dark(colour, 0.12))}{claws}</g>'
        for x, y, turn in ((18, 88, 30), (42, 94, 6), (68, 94, -4), (92, 88, -14))
    )
    folds = "M34 44C28 58 30 80 36 92M58 40C54 56 56 78 60 93M82 40C80 54 80 76 84 88"
    drawn = (
        feet
        + path(body, colour)
        + path("M22 70C22 54 38 44 56 44C74 40 92 42 104 52C86 50 40 52 22 70Z", light(colour, 0.45))
        + stroke(folds, dark(colour, 0.22), 2.4)
    )
    return whole(
        drawn + oval(119, 68, 7, 9, dark(colour, 0.2)) + oval(121, 68, 3.4, 5, "5A3A36") + eye(106, 58, 3.4),
        (4, 30, 124, 92),
    )


def _calanus(colour: str) -> Figure:
    """From the side: a teardrop with feelers as long as itself, rich in red oil."""
    feel = stroke("M110 50C96 26 60 8 6 6M110 52C104 84 70 112 20 122", dark(colour, 0.3), 2.6) + stroke(
        "M6 6l-6 -3M6 6l-6 4M20 122l-7 -2M20 122l-5 5", "C0402E", 2
    )
    body = path(
        (
            "M120 58C116 42 92 38 66 44C46 48 28 58 18 64L-2 62L-8 70L2 72L-4 80L20 70"
            "C34 76 54 82 76 80C100 78 118 72 120 58Z"
        ),
        colour,
        0.92,
    )
    oil = path("M94 52C80 46 52 52 36 62C54 64 84 64 94 58Z", "D9482E", 0.85) + path(
        "M88 53C76 50 60 53 50 58C62 56 78 56 88 55Z", "F6A88A"
    )
    legs = stroke("M100 74l-4 14M92 76l-5 14M84 78l-6 14M76 79l-6 13M68 79l-7 12", dark(colour, 0.25), 2.6)
    return whole(
        feel
        + legs
        + body
        + oil
        + stroke("M60 46Q54 62 62 80M46 52Q42 64 48 77M34 58Q32 66 36 74", dark(colour, 0.25), 1.8)
        + oval(112, 54, 3.4, 3.4, "B0281E"),
        (-12, 0, 136, 130),
        "below",
    )


def _epischura(colour: str) -> Figure:
    """From above: slender and glassy, the long feelers spread level, the tail bent to one side."""
    feel = mirrored(
        stroke("M6 -38C24 -44 44 -40 64 -46M20 -42v-7M34 -42l1 -7M48 -42l2 -7", dark(colour, 0.3), 2.6)
    )
    tail = stroke("M64 84L70 100L66 112M66 112L54 124M66 112L62 128M66 112L74 126", dark(colour, 0.2), 3)
    body = path(
        "M64 14C74 16 80 34 80 50C79 68 74 80 70 90H59C54 80 49 68 48 50C48 34 54 16 64 14Z", colour, 0.9
    ) + path(
        "M64 14C56 18 54 36 55 54C56 70 58 80 61 90H59C54 80 49 68 48 50C48 34 54 16 64 14Z", "FFFFFF", 0.6
    )
    return whole(
        feel
        + tail
        + body
        + stroke("M49 58H79M51 68H77M54 78H74", dark(colour, 0.3), 1.8)
        + oval(65, 46, 6, 14, "8AC0C8", 0.8)
        + oval(66, 40, 3, 6, "E8A04A")
        + oval(64, 22, 3, 3, "8A2A3A")
        + mirrored(stroke("M14 -4L28 6M14 4L26 16", dark(colour, 0.2), 2.2)),
        (-4, 8, 136, 124),
        "below",
    )


PLANKTERS = {
    "daphnia": _daphnia,
    "copepod": _copepod,
    "tardigrade": _tardigrade,
    "calanus": _calanus,
    "epischura": _epischura,
}
FAMILIES = {"spider": spider, "scorpion": scorpion, "mite": mite, "plankton": plankter}
