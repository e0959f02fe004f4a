"""Butterflies, moths, dragonflies and flies: insects drawn with their wings spread."""

from cards.art.figures.brush import (
    copies,
    dark,
    discs,
    eye,
    light,
    mirrored,
    oval,
    path,
    stroke,
    whole,
)
from cards.art.figures.leaves import twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

WINGS: dict[str, tuple[str, str]] = {
    "round": (
        "M4 0C10 -30 36 -52 58 -46C64 -26 52 -2 34 6C22 10 10 8 4 4Z",
        "M4 4C20 4 44 8 50 24C50 42 34 52 20 44C10 36 6 20 4 10Z",
    ),
    "broad": (
        "M4 0C8 -40 40 -58 62 -50C66 -26 58 2 38 10C24 12 10 8 4 4Z",
        "M4 4C26 6 52 8 58 26C56 48 36 58 22 48C12 38 6 22 4 10Z",
    ),
    "pointed": (
        "M4 -2C14 -32 38 -54 64 -56C60 -42 54 -40 56 -28C52 -8 30 6 4 4Z",
        "M4 4C22 0 44 4 48 18C50 34 40 46 26 44C12 38 6 22 4 10Z",
    ),
    "long": (
        "M4 -2C20 -26 46 -40 66 -38C66 -28 56 -12 40 -2C26 6 12 6 4 4Z",
        "M4 4C20 2 40 4 46 14C46 28 34 38 22 36C12 32 6 18 4 10Z",
    ),
    "tailed": (
        "M4 -2C12 -36 40 -58 64 -52C58 -34 50 -14 34 2C22 8 10 8 4 4Z",
        "M4 4C18 2 42 6 46 22C46 34 40 40 38 46L40 62L32 50C24 46 8 34 4 10Z",
    ),
    "comet": (
        "M4 -6C16 -32 44 -46 64 -36C66 -24 52 -4 36 4C22 8 10 8 4 4Z",
        (
            "M4 4C18 4 34 8 38 18C36 28 28 32 24 36C26 56 20 74 30 92C34 100 26 108 18 102"
            "C8 88 14 60 10 34C6 26 4 16 4 10Z"
        ),
    ),
    "hawk": (
        "M4 -8C20 -22 48 -44 66 -50C66 -40 58 -22 42 -6C28 6 12 8 4 4Z",
        "M4 2C18 2 34 -2 38 4C38 16 28 26 18 26C8 24 6 16 4 10Z",
    ),
    "moth": (
        "M4 -4C22 -18 46 -24 64 -18C64 -8 52 8 36 14C22 16 10 10 4 4Z",
        "M4 4C20 8 36 14 40 26C36 38 24 40 16 34C8 26 6 16 4 10Z",
    ),
}


PATTERNS = ("veins", "rim", "tips", "eyes", "moons", "plain", "spots", "bands", "swallow")


def butterfly(spec: Spec) -> Figure:
    """A butterfly or moth from above: form of `wings`, their colour, `edge` and pattern."""
    form, pattern = spec.choice("wings", tuple(WINGS)), spec.choice("pattern", PATTERNS)
    colour, edge = spec.colour("colour", "E8802A"), spec.colour("edge", "2A2220")
    spot, hind = spec.colour("spot", "FFFFFF"), spec.colour("hind", colour)
    body, plumes = spec.colour("body", "2E2624"), spec.choice("feelers", ("clubs", "plumes"))
    fore, back = WINGS[form]
    half = path(back, edge) + path(fore, edge)
    inset = copies(path(back, hind), [(2.6, 0.6, 0, 0.87)]) + copies(path(fore, colour), [(3, -0.6, 0, 0.87)])
    half += (
        inset
        if pattern in ("rim", "veins", "tips", "spots", "plain")
        else path(back, hind) + path(fore, colour)
    )
    shine = stroke("M8 -6Q22 -28 44 -38", light(colour, 0.4), 2.6)
    half += {
        "veins": _veins,
        "rim": _rim,
        "tips": _tips,
        "eyes": _eyes,
        "moons": _moons,
        "plain": _plain,
        "spots": _spots,
        "bands": _bands,
        "swallow": _swallow,
    }[pattern](edge, spot) + shine
    if plumes == "plumes":
        feeler = stroke("M1 -22Q8 -34 20 -40", body, 2) + twigs(
            [(2 + i * 3.4, -25 - i * 3.3, 10, 6.0 - i * 0.5) for i in range(5)]
            + [(3 + i * 3.4, -26 - i * 3, 110, 5.0 - i * 0.5) for i in range(5)],
            body,
            1.4,
        )
    else:
        feeler = stroke("M1 -22Q6 -36 15 -42", body, 1.8) + oval(15.4, -42.4, 2.4, 2.4, body)
    drawn = mirrored(half + feeler)
    drawn += (
        oval(64, 68, 5, 26, body)
        + oval(64, 52, 6.4, 12, light(body, 0.14))
        + oval(64, 40, 5.4, 5, body)
        + stroke("M61 76h6M61 82h6M62 88h4", light(body, 0.3), 1.4)
    )
    tongue = spec.choice("tongue", ("short", "long")) == "long"
    if tongue:
        drawn = stroke("M64 38C60 8 84 -14 100 0C110 12 98 22 92 14C88 8 96 4 98 8", body, 2.6) + drawn
    low = 170 if form == "comet" else 130 if form == "tailed" else 118
    return whole(drawn, (-4, -14 if tongue else 4, 136, low + 14 if tongue else low - 4), "air")


def _veins(edge: str, spot: str) -> str:
    lines = "M6 0L46 -44M6 0L56 -26M6 2L48 -4M8 8L46 20M8 8L40 40M8 10L24 44M24 -10L36 -20L44 -12"
    dots = discs(
        (
            (57, -40, 2),
            (59, -32, 2),
            (58, -24, 1.8),
            (52, -46, 1.8),
            (55, -14, 1.6),
            (49, 30, 1.8),
            (44, 40, 1.8),
            (36, 47, 1.8),
            (52, 22, 1.6),
        )
    )
    tip = "M40 -46C48 -50 56 -50 62 -48C64 -40 62 -34 60 -30C54 -36 46 -42 40 -46Z"
    return path(tip, edge) + stroke(lines, edge, 2.2) + path(dots, spot)


def _rim(edge: str, spot: str) -> str:
    return (
        path("M36 -50C48 -56 58 -52 62 -50C65 -34 60 -18 52 -4C52 -20 46 -38 36 -50Z", edge)
        + path("M56 22C58 42 40 58 22 48C36 48 48 38 56 22Z", edge)
        + path(
            discs(((55, -42, 2.2), (58, -32, 2), (57, -22, 1.8), (53, 34, 2), (44, 44, 2), (34, 49, 1.8))),
            spot,
        )
    )


def _tips(edge: str, spot: str) -> str:
    """Painted lady: black tips with white patches, dark blotches, eyespots along the hind wing."""
    drawn = path("M34 -48C48 -54 60 -50 62 -46C63 -34 58 -22 54 -14C48 -24 44 -36 34 -48Z", edge) + path(
        discs(((46, -44, 3.4), (54, -38, 2.6), (56, -28, 2.4), (52, -20, 2))), spot
    )
    drawn += path(
        (
            "M20 -14C28 -20 36 -18 40 -12C34 -6 26 -6 20 -14ZM14 -26C20 -34 26 -34 28 -30"
            "C24 -24 18 -22 14 -26Z"
        ),
        edge,
    )
    return (
        drawn
        + path(discs(((40, 22, 3.2), (36, 31, 3.2), (29, 38, 3))), edge)
        + path(discs(((40, 22, 1.3), (36, 31, 1.3), (29, 38, 1.2))), "6A9AD0")
    )


def _eyes(edge: str, spot: str) -> str:
    """Peacock: a large eyespot on each wing."""

    def big(x: float, y: float, r: float) -> str:
        return (
            oval(x, y, r * 1.25, r * 1.15, "F2DC8A")
            + oval(x, y, r, r, edge)
            + oval(x + r * 0.2, y - r * 0.1, r * 0.66, r * 0.6, spot)
            + oval(x + r * 0.1, y + r * 0.1, r * 0.3, r * 0.3, edge)
        )

    notches = stroke("M62 -44L56 -30L58 -14L50 -2M54 18L52 30L42 42L28 48", dark("8A6A5A", 0.2), 4)
    return (
        notches
        + big(46, -34, 11.5)
        + big(36, 27, 11)
        + path("M18 -32l10 -8l4 8l-10 6Z", edge)
        + path(discs(((38, -14, 2), (42, -8, 2), (32, -8, 1.6))), "F4F0E4")
    )


def _moons(edge: str, spot: str) -> str:
    """One round eyespot on each wing, and dark front edges."""
    eyes = "".join(
        oval(x, y, 7, 7, edge) + oval(x, y, 4.6, 4.6, spot) + oval(x, y, 2, 2, dark(edge, 0.4))
        for x, y in ((38, -20), (24, 20))
    )
    return eyes + stroke("M6 -10C18 -30 42 -44 62 -37", edge, 3)


def _plain(edge: str, spot: str) -> str:
    return stroke("M8 0L54 -36M8 4L46 24M8 2L52 -10", edge, 1, 0.5)


def _spots(edge: str, spot: str) -> str:
    return path(
        discs(
            (
                (24, -22, 4),
                (40, -30, 4.6),
                (36, -12, 4),
                (50, -20, 3.4),
                (24, 18, 4),
                (36, 22, 3.6),
                (28, 34, 3.4),
                (14, 24, 3),
            )
        ),
        spot,
    )


def _bands(edge: str, spot: str) -> str:
    return (
        path("M18 -34C26 -20 28 -8 24 6L32 6C36 -8 34 -26 28 -40Z", spot, 0.9)
        + path("M40 -46C46 -30 46 -12 42 2L48 -2C54 -18 54 -34 50 -48Z", edge, 0.8)
        + path("M16 8C22 18 22 32 16 42L24 46C30 34 30 20 26 8Z", spot, 0.9)
    )


def _swallow(edge: str, spot: str) -> str:
    bars = "M20 -40L24 -2M30 -48L32 0M42 -52L38 -6"
    return (
        stroke(bars, edge, 3.6)
        + path("M58 -52C52 -34 46 -16 36 0L30 4C38 -14 44 -34 50 -54Z", edge)
        + path("M46 20C42 34 30 42 16 36L20 28C30 32 38 26 40 16Z", edge)
        + path(discs(((42, 26, 2.4), (35, 33, 2.4), (27, 35, 2.2))), "5A8AD0")
        + oval(16, 34, 3.6, 3.4, spot)
    )


def fly(spec: Spec) -> Figure:
    """A small two-winged fly or a mayfly: `form` midge, mayfly or wingless."""
    colour = spec.colour("colour", "4A4038")
    form = spec.choice("form", ("midge", "mayfly", "wingless"))
    if form == "mayfly":
        wings = (
            path("M70 58C62 30 64 6 78 0C92 10 94 36 84 58Z", "E4DEC0", 0.95)
            + path("M66 60C52 34 48 14 56 4C70 10 78 36 76 58Z", "D2CAA4", 0.95)
            + path("M60 62C50 52 46 42 50 36C58 40 66 50 68 60Z", "D2CAA4", 0.9)
        )
        wings += stroke(
            ("M74 56Q72 26 78 6M80 56Q86 30 82 10M68 56Q58 28 57 10M66 20l14 -4M66 32l20 -2M68 44l18 0"),
            "8A7A4E",
            1.4,
        ) + path(discs(((76, 24, 2.6), (82, 38, 2.4), (66, 36, 2.4))), "6A5A38")
        tails = stroke("M18 104Q4 112 -12 110M18 104Q2 118 -10 124M18 104Q6 124 2 136", colour, 1.8)
        body = (
            path("M96 58C90 70 60 82 18 106C14 106 14 100 18 98C40 78 64 60 88 50Z", "EDE4C4")
            + stroke("M30 94l6 6M40 86l7 7M50 79l7 8M60 72l7 8", colour, 2.6)
            + oval(86, 60, 15, 12, dark("C9B88A", 0.2))
        )
        legs = stroke("M92 68L104 92L114 96M84 70L88 98L96 106M96 58L118 64L128 52", colour, 2.4)
        return whole(
            tails
            + legs
            + body
            + wings
            + oval(100, 50, 9, 9, colour)
            + eye(103, 47, 4.2, "241C18", "C9B88A")
            + stroke("M106 42l8 -8", colour, 1.6),
            (-14, -2, 144, 140),
            "air",
        )
    legs = mirrored(
        stroke("M8 -4L34 -32L50 -30L58 -44M10 4L40 4L54 22L62 22M8 12L30 36L36 56L44 62", colour, 2.4)
    )
    wings = mirrored(
        path("M6 -6C24 -10 44 2 48 26C48 34 42 36 38 32C26 24 12 8 4 2Z", "DDE6EA", 0.9)
        + stroke("M8 -4Q30 2 44 28M10 0Q26 8 38 28", "9AA8B0", 1.2)
        + path(discs(((34, 10, 3.4), (40, 22, 3), (26, 6, 2.6))), "7A8288", 0.7)
    )
    drawn = legs + (wings if form == "midge" else "")
    drawn += (
        path("M58 66C54 84 56 106 64 118C72 106 74 84 70 66Z", colour)
        + stroke("M58 78H70M58 86H70M59 94H69M61 102H67", light(colour, 0.4), 2)
        + oval(64, 58, 11, 13, dark(colour, 0.15))
        + oval(62, 54, 6, 6, light(colour, 0.25))
    )
    return whole(
        drawn
        + oval(64, 42, 8, 7, dark(colour, 0.4))
        + mirrored(
            stroke("M3 -28Q8 -40 18 -46", colour, 1.6)
            + twigs(
                [(5 + i * 2.6, -32 - i * 3, 20 + side, 7.0) for i in range(4) for side in (-60, 60)],
                colour,
                1,
            )
        )
        + stroke("M64 36V24", colour, 2.6),
        (0, 14, 128, 114),
        "air" if form == "midge" else "",
    )


def dragonfly(spec: Spec) -> Figure:
    """A dragonfly from above: colours, and wings `spread` level or swept."""
    colour, rear = spec.colour("colour", "4A9A4A"), spec.colour("rear", "3A7AD0")
    slim = spec.choice("form", ("hawker", "skimmer", "damsel"))
    tilt = {"hawker": 0, "skimmer": 14, "damsel": 52}[slim]
    wide = {"hawker": 1.0, "skimmer": 1.28, "damsel": 0.7}[slim]
    wing = (
        f'<g transform="scale(1 {wide:g})">'
        + path("M4 -6C20 -20 50 -22 62 -12C64 -6 56 0 44 0C28 2 12 2 4 0Z", "E8F4F8", 0.92)
        + stroke("M6 -4Q32 -14 60 -10M14 -4L22 -14M26 -2L34 -16M38 -2L46 -17", "8FA8B4", 1.2)
        + path("M52 -16h7v4h-7Z", "6A4A2A")
        + "</g>"
    )
    lower = (
        f'<g transform="scale(1 {wide:g})">'
        + path("M4 2C20 2 46 2 58 10C62 18 52 24 40 20C26 18 10 12 4 6Z", "DDECF2", 0.92)
        + stroke("M6 4Q32 6 56 14M16 4L20 14M30 4L34 18M44 6L46 20", "8FA8B4", 1.2)
        + path("M50 9h7v4h-7Z", "6A4A2A")
        + "</g>"
    )
    half = copies(wing, [(0, -18, -tilt * 0.3, 1)]) + copies(lower, [(0, -14, tilt, 1)])
    girth = {"hawker": 6.5, "skimmer": 7.4, "damsel": 4}[slim]
    tail = (
        f"M{64 - girth} 62"
        f"C{64 - girth * 0.7:.1f} 84 {64 - girth * 1.1:.1f} 100 {64 - girth * 0.6:.1f} 124"
        f"H{64 + girth * 0.6:.1f}"
        f"C{64 + girth * 1.1:.1f} 100 {64 + girth * 0.7:.1f} 84 {64 + girth} 62Z"
    )
    drawn = (
        mirrored(half)
        + path(tail, rear)
        + stroke("M64 66V122", dark(rear, 0.45), 2.4)
        + stroke(
            "".join(f"M{64 - girth * 0.8:.1f} {y}h{girth * 1.6:.1f}" for y in (74, 86, 98, 110)),
            dark(rear, 0.35),
            1.6,
        )
    )
    drawn += oval(64, 50, 11 if slim != "damsel" else 8, 15, colour) + stroke(
        "M60 40q-4 10 0 20M68 40q4 10 0 20", light(colour, 0.4), 2
    )
    return whole(
        drawn
        + oval(64, 33, 9, 7, colour)
        + oval(57.6, 30, 7, 7.4, dark(colour, 0.2))
        + oval(70.4, 30, 7, 7.4, dark(colour, 0.2))
        + path(discs(((55, 28, 2), (68, 28, 2))), light(colour, 0.6)),
        (-2, 18, 132, 110),
        "air",
    )


FAMILIES = {"butterfly": butterfly, "dragonfly": dragonfly, "fly": fly}
