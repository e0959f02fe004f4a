"""Life seen through a microscope: algae, diatoms and bacteria."""

from cards.art.figures.brush import (
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    points,
    scatter,
    smooth,
    spin,
    stroke,
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def microbe(spec: Spec) -> Figure:
    """Life seen through a microscope: `form` of the cells or colonies."""
    return CELLS[spec.choice("form", tuple(CELLS))](
        spec.colour("colour", "5FA04A"), spec.colour("inner", "3A7A34")
    )


def _spirogyra(colour: str, inner: str) -> Figure:
    """Threads of long cells, each with a spiral green band."""
    drawn = ""
    for y, x in ((30, -8), (64, 4), (98, -14)):
        drawn += path(f"M{x} {y - 13}h136v26h-136Z", light(colour, 0.72))
        curve = smooth([(x + 2 + i * 7.4, y + (9 if i % 2 else -9)) for i in range(19)], closed=False)
        drawn += stroke(curve, colour, 5) + stroke(
            "".join(f"M{x + 45 * k} {y - 13}v26" for k in (1, 2)) + f"M{x} {y - 13}h136M{x} {y + 13}h136",
            inner,
            2.2,
        )
        drawn += "".join(oval(x + 22 + 45 * k, y, 4.4, 5, "E8DFA0") for k in range(3))
    return whole(drawn, (-12, 12, 150, 104), "below")


def _volvox(colour: str, inner: str) -> Figure:
    dots = discs((x, y, 1.9) for x, y in scatter(64, 64, 64, 53, 53))
    rim = "".join(
        f"M{points(*spin(64, 64, turn, 56))}L{points(*spin(64, 64, turn, 62))}" for turn in range(0, 360, 9)
    )
    young = "".join(
        oval(x, y, r, r, inner)
        + oval(x - r * 0.25, y - r * 0.3, r * 0.6, r * 0.55, light(inner, 0.3))
        + path(discs((x + a, y + b, 1.1) for a, b in scatter(9, 0, 0, r * 0.75, r * 0.75)), dark(inner, 0.35))
        for x, y, r in ((48, 46, 15), (84, 52, 13), (58, 84, 16), (88, 84, 10))
    )
    return whole(
        stroke(rim, colour, 1.2)
        + oval(64, 64, 57, 57, colour, 0.4)
        + oval(64, 64, 54, 54, light(colour, 0.55), 0.75)
        + path(dots, colour)
        + young
        + path("M24 48C30 30 44 20 58 17C46 26 36 38 34 52Z", "FFFFFF", 0.6),
        (0, 0, 128, 128),
        "below",
    )


def _star(colour: str, inner: str) -> Figure:
    """Asterionella: eight long cells joined in a star."""
    arm = (
        path(
            (
                "M-6 -4C-7 -12 -4 -20 -3 -30L-3 -50C-5 -56 -4 -61 0 -61C4 -61 5 -56 3 -50L3 -30"
                "C4 -20 7 -12 6 -4C4 0 -4 0 -6 -4Z"
            ),
            light(colour, 0.5),
        )
        + path("M-3 -10L-1.6 -28L1.6 -28L3 -10ZM-1.6 -34L-1.6 -50L1.6 -50L1.6 -34Z", inner)
        + stroke(
            (
                "M-6 -4C-7 -12 -4 -20 -3 -30L-3 -50C-5 -56 -4 -61 0 -61C4 -61 5 -56 3 -50L3 -30"
                "C4 -20 7 -12 6 -4"
            ),
            dark(colour, 0.25),
            1.5,
        )
    )
    return whole(
        copies(arm, [(*spin(64, 64, i * 45 + 8, 3), i * 45 + 8, 1.0) for i in range(8)]),
        (-4, -4, 136, 136),
        "below",
    )


def _chain(colour: str, inner: str) -> Figure:
    """Melosira: chains of drum-shaped cells that hang below the ice."""
    ice = path("M-4 -2H132V18L112 26L96 18L74 30L52 20L30 28L10 18L-4 24Z", "F2F8FC") + path(
        "M-4 -2H132V8L100 14L64 10L30 16L-4 10Z", "D4E6F0"
    )
    cell = (
        path("M-9 -10H9C12 -6 12 6 9 10H-9C-12 6 -12 -6 -9 -10Z", light(colour, 0.5))
        + path("M-7 -6H7V6H-7Z", inner)
        + path("M-5 -4H0V0H-5ZM2 1H6V5H2Z", light(inner, 0.4))
        + stroke("M-9 -10H9C12 -6 12 6 9 10H-9C-12 6 -12 -6 -9 -10Z", dark(colour, 0.3), 1.6)
    )
    spots = (
        [(22 + k, 36 + i * 19.5, k, 0.9) for i, k in enumerate((0, 2, 1, -2))]
        + [(58 + k, 38 + i * 20.5, -k, 1.0) for i, k in enumerate((0, -2, -1, 2, 3))]
        + [(98 + k, 34 + i * 19.5, k, 0.94) for i, k in enumerate((0, 1, 3, 2))]
    )
    return whole(copies(cell, spots) + ice, (-4, -2, 136, 134), "below")


def _coccolith(colour: str, inner: str) -> Figure:
    """Emiliania: a ball of overlapping chalk wheels."""
    wheel = (
        oval(0, 0, 19, 17, light(colour, 0.5))
        + stroke(
            "".join(
                f"M{points(*spin(0, 0, turn, 8))}L{points(*spin(0, 0, turn, 16.5))}"
                for turn in range(0, 360, 24)
            ),
            dark(colour, 0.25),
            1.8,
        )
        + stroke("M-18.4 0A18.4 16.4 0 1 1 18.4 0A18.4 16.4 0 1 1 -18.4 0", dark(colour, 0.3), 1.8)
        + oval(0, 0, 8, 6.6, inner)
        + oval(0, 0, 4, 3, dark(inner, 0.3))
    )
    spots = [(*spin(64, 64, i * 45, 40), i * 45, 0.94) for i in range(8)] + [
        (*spin(64, 64, 20 + i * 72, 20), i * 50, 1.0) for i in range(5)
    ]
    ball = oval(64, 64, 50, 50, dark(colour, 0.2)) + copies(wheel, [*spots, (64, 64, 10, 1.1)])
    return whole(copies(ball, [(-6, -6, 0, 0.86), (72, 62, 40, 0.42)]), (-2, -2, 126, 126), "below")


def _zooxanthella(colour: str, inner: str) -> Figure:
    """Golden cells within the clear tissue of a coral polyp."""
    arms = "".join(
        (
            f"M{points(*spin(64, 58, turn, 30))}"
            f"Q{points(*spin(64, 58, turn + 8, 52))} {points(*spin(64, 58, turn - 6, 66))}"
        )
        for turn in range(-110, 111, 22)
    )
    polyp = (
        stroke(arms, "EBC8B0", 12)
        + path(discs((*spin(64, 58, turn - 6, 66), 7) for turn in range(-110, 111, 22)), "F6E2D0")
        + path(
            ("M28 70C26 44 42 26 64 26C86 26 102 44 100 70C98 96 92 112 88 126H40C36 112 30 96 28 70Z"),
            "EBC8B0",
        )
    )
    cell = (
        oval(0, 0, 8, 8, dark(colour, 0.25))
        + oval(-0.8, -0.8, 6.4, 6.4, colour)
        + oval(1, 1, 3, 2.6, inner)
        + oval(-2.4, -2.8, 1.6, 1.4, light(colour, 0.6))
    )
    return whole(
        polyp
        + copies(
            cell, [(x, y, 0, 0.85 + (i % 3) * 0.13) for i, (x, y) in enumerate(scatter(19, 64, 76, 31, 46))]
        ),
        (-8, -10, 144, 138),
        "below",
    )


def _snow(colour: str, inner: str) -> Figure:
    """Red cells under the snow that they stain."""
    drift = (
        path(
            (
                "M-6 120C6 92 18 88 30 70C40 52 48 54 58 66C68 46 86 36 98 56C108 74 124 92 134 120"
                "C96 130 34 130 -6 120Z"
            ),
            "F4F8FB",
        )
        + path(
            (
                "M-6 120C6 100 24 96 40 84C52 78 60 88 72 76C88 62 100 74 108 88"
                "C116 100 126 104 134 120C96 130 34 130 -6 120Z"
            ),
            "F6C8C4",
        )
        + path(
            ("M-6 120C20 104 50 108 74 100C98 94 116 104 134 120C96 130 34 130 -6 120Z"),
            "E89A98",
        )
    )
    cell = (
        oval(0, 0, 15, 15, "FBE8E6")
        + oval(0, 0, 11.5, 11.5, colour)
        + oval(-3, -4, 4.4, 3.6, light(colour, 0.45))
        + oval(3, 3, 3, 3, inner)
    )
    return whole(
        drift
        + copies(
            cell,
            [
                (28, 92, 0, 1.0),
                (66, 70, 0, 1.3),
                (102, 92, 0, 1.1),
                (50, 112, 0, 0.8),
                (84, 114, 0, 0.85),
                (98, 58, 0, 0.7),
                (30, 64, 0, 0.66),
                (118, 116, 0, 0.7),
            ],
        ),
        (0, 28, 128, 100),
    )


def _threads(colour: str, inner: str) -> Figure:
    """Cyanobacteria in bundles that bind grains of sand."""
    grains = "".join(
        path(
            smooth(
                [
                    (x + dx * r, y + dy * r)
                    for dx, dy in ((-1, -0.2), (-0.3, -1), (0.8, -0.7), (1, 0.4), (0.2, 1), (-0.8, 0.7))
                ]
            ),
            tone,
        )
        for x, y, r, tone in (
            (22, 30, 17, "D9B27A"),
            (102, 26, 18, "C99A62"),
            (18, 98, 18, "C9A070"),
            (64, 112, 15, "E0BE8A"),
            (110, 92, 18, "D9B27A"),
            (62, 16, 11, "E6CC9C"),
        )
    )
    bundle = (
        "".join(f"M4 {64 + i * 7}C30 {40 + i * 9} 60 {92 - i * 6} 124 {46 + i * 12}" for i in range(-2, 4))
        + "M40 4C34 40 70 70 58 124M88 4C92 30 66 70 84 124"
    )
    return whole(
        grains
        + stroke(bundle, dark(colour, 0.3), 7)
        + stroke(bundle, colour, 5)
        + stroke(bundle, light(colour, 0.4), 5).replace(
            'stroke-linecap="round" stroke-linejoin="round"', 'stroke-dasharray="1.4 4"'
        ),
        (0, 0, 128, 128),
    )


def _dots(colour: str, inner: str) -> Figure:
    """Prochlorococcus: the smallest cells, in a great number, with their inner membranes."""
    cell = (
        oval(0, 0, 12, 10, dark(colour, 0.2))
        + oval(0, 0, 10.4, 8.4, colour)
        + stroke("M-7 -1C-7 -7 7 -7 7 -1C7 6 -7 6 -7 -1M-4 0C-4 -4 4 -4 4 0C4 3 -4 3 -4 0", inner, 1.4)
        + oval(-4, -4, 2.4, 1.4, light(colour, 0.7))
    )
    spots = [
        (x, y, i * 67 % 180, 0.62 + (i * 5 % 7) * 0.09)
        for i, (x, y) in enumerate(scatter(23, 64, 64, 58, 58))
    ]
    return whole(copies(cell, spots), (-4, -4, 136, 136), "below")


def _rods(colour: str, inner: str) -> Figure:
    """Lemon-shaped bacteria, some dividing, with a flagellum, on black mud."""
    cell = (
        path("M-26 0C-16 -15 16 -15 26 0C16 15 -16 15 -26 0Z", dark(colour, 0.2))
        + path("M-23 -0.8C-14 -13 14 -13 23 -0.8C14 11 -14 11 -23 -0.8Z", colour)
        + path(discs(((-8, 2, 3.4), (4, -3, 2.8), (10, 4, 2.2))), inner)
        + stroke("M-14 -6C-8 -9 2 -10 8 -9", light(colour, 0.55), 2.4)
    )
    tails = stroke(
        "M64 36q14 -10 22 -2t20 -6M30 78q-14 8 -18 20t-14 10M100 100q12 8 22 2", dark(colour, 0.1), 2
    )
    return whole(
        tails
        + copies(
            cell,
            [
                (40, 34, -24, 1.0),
                (88, 60, 30, 1.1),
                (34, 82, 62, 0.95),
                (76, 102, -12, 1.05),
                (112, 24, 70, 0.7),
                (58, 66, -50, 0.6),
            ],
        ),
        (-4, 0, 136, 124),
        "below",
    )


def _tufts(colour: str, inner: str) -> Figure:
    """Trichodesmium: rafts of parallel threads, like sawdust on the sea."""
    raft = "".join(
        (f"M{-34 + abs(i) * 5} {i * 4.4:.1f}Q0 {i * 4.4 + i * 0.8:.1f} {34 - abs(i) * 4} {i * 4.4:.1f}")
        for i in range(-4, 5)
    )
    one = (
        stroke(raft, dark(colour, 0.3), 4.2)
        + stroke(raft, colour, 3)
        + stroke(raft, inner, 3).replace(
            'stroke-linecap="round" stroke-linejoin="round"', 'stroke-dasharray="1.2 4"'
        )
    )
    return whole(
        copies(
            one,
            [
                (40, 24, -24, 0.9),
                (92, 40, 34, 0.8),
                (34, 72, 58, 0.8),
                (84, 88, -14, 1.05),
                (40, 112, 12, 0.74),
                (112, 116, -50, 0.5),
                (66, 54, 4, 0.5),
            ],
        ),
        (-2, -2, 132, 132),
        "below",
    )


def _foam(colour: str, inner: str) -> Figure:
    """Phaeocystis: balls of slime with the cells in their skin, piled up as foam."""
    bubbles = ((46, 78, 40), (96, 56, 28), (92, 104, 20), (56, 22, 18), (20, 30, 12))
    drawn = "".join(
        oval(x, y, r, r, colour, 0.75)
        + oval(x, y, r * 0.92, r * 0.92, light(colour, 0.6), 0.8)
        + path(
            (
                f"M{x - r * 0.7:.1f} {y - r * 0.1:.1f}"
                f"Q{x - r * 0.6:.1f} {y - r * 0.7:.1f} {x:.1f} {y - r * 0.78:.1f}"
                f"Q{x - r * 0.4:.1f} {y - r * 0.5:.1f} {x - r * 0.5:.1f} {y:.1f}Z"
            ),
            "FFFFFF",
            0.7,
        )
        for x, y, r in bubbles
    )
    cells = [
        (a, b, i * 40.0, 1.0)
        for x, y, r in bubbles
        for i, (a, b) in enumerate(scatter(int(r * 0.62), x, y, r * 0.86, r * 0.86))
    ]
    return whole(
        drawn + copies(oval(0, 0, 2.9, 2.4, inner) + oval(-0.8, -0.8, 0.9, 0.8, light(inner, 0.6)), cells),
        (2, 0, 126, 128),
        "below",
    )


def _ribbon(colour: str, inner: str) -> Figure:
    """Fragilariopsis: rod-shaped cells side by side in ribbons."""
    rod = (
        path("M-17 -3C-17 -5.4 17 -5.4 17 -3V3C17 5.4 -17 5.4 -17 3Z", light(colour, 0.5))
        + path("M-13 -2H-3V2H-13ZM3 -2H13V2H3Z", inner)
        + stroke("M-17 -3C-17 -5.4 17 -5.4 17 -3V3C17 5.4 -17 5.4 -17 3Z", dark(colour, 0.3), 1.4)
    )
    spots = [(26 + i * 7.6, 18 + i * 8.2, 46.0, 0.9) for i in range(13)]
    spots += (
        [(88 + i * 6, 20 + i * 1.6, 12.0, 0.62) for i in range(0)]
        + [(100 + i * 2.4, 14 + i * 7.6, 14.0, 0.7) for i in range(6)]
        + [(14 + i * 3.2, 74 + i * 7.4, 24.0, 0.8) for i in range(7)]
    )
    return whole(copies(rod, spots), (-2, 4, 136, 126), "below")


def _filament(colour: str, inner: str) -> Figure:
    """Aulacoseira: glassy cylinders, pitted in rows, end to end in straight threads."""
    pits = discs((x, y, 1.1) for x in range(-16, 18, 6) for y in (-6, -2, 2, 6))
    cell = (
        path("M-20 -9H20V9H-20Z", light(colour, 0.55))
        + path("M-12 -6H-2V5H-12ZM3 -5H13V6H3Z", inner)
        + path(pits, dark(colour, 0.35))
        + stroke(
            "M-20 -9H20V9H-20ZM-20 -9l-3 3M-20 -3l-3 3M-20 3l-3 3M20 -9l3 3M20 -3l3 3M20 3l3 3",
            dark(colour, 0.4),
            1.6,
        )
    )
    return whole(
        copies(
            cell,
            [(16 + i * 27, 112 - i * 32, -50, 0.98) for i in range(4)]
            + [(54 + i * 28, 124 - i * 33, -50, 0.9) for i in range(3)]
            + [(6 + i * 24, 60 - i * 28, -50, 0.8) for i in range(3)],
        ),
        (-12, -8, 146, 146),
        "below",
    )


CELLS = {
    "spirogyra": _spirogyra,
    "volvox": _volvox,
    "star": _star,
    "chain": _chain,
    "coccolith": _coccolith,
    "symbiont": _zooxanthella,
    "snow": _snow,
    "threads": _threads,
    "dots": _dots,
    "rods": _rods,
    "tufts": _tufts,
    "foam": _foam,
    "ribbon": _ribbon,
    "filament": _filament,
}


FAMILIES = {"microbe": microbe}
