"""Squids, octopuses and their kin with coiled shells."""

from cards.art.figures.brush import (
    bow,
    dark,
    discs,
    eye,
    light,
    oval,
    path,
    points,
    scatter,
    spin,
    stroke,
    whole,
)
from cards.art.figures.molluscs import spiral
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def squid(spec: Spec) -> Figure:
    """Cephalopods: `form` squid (fins all along), octopus, ammonite, nautilus, cuttlefish."""
    colour, mark = spec.colour("colour", "D98A6A"), spec.colour("mark", "F4E8D8")
    return CEPHALOPODS[spec.choice("form", tuple(CEPHALOPODS))](colour, mark)


def octopus(spec: Spec) -> Figure:
    """An octopus with its arms curled on the sea floor."""
    return _octopus(spec.colour("colour", "C0503A"), spec.colour("mark", "F0C8B0"))


def _bigfin(colour: str, mark: str) -> Figure:
    fins = path(
        "M56 40C28 24 6 34 2 52C4 72 28 86 56 84C86 82 104 74 108 62C104 46 84 34 56 40Z",
        light(colour, 0.4),
        0.9,
    ) + stroke("M10 56q6 -10 14 -14M22 74q10 6 24 6M30 34q14 -2 26 4", light(colour, 0.7), 2)
    body = path("M4 58C22 42 60 38 88 48L92 72C62 82 24 76 4 58Z", colour) + path(
        "M16 56C36 46 62 44 84 50C60 50 38 54 22 62Z", light(colour, 0.45)
    )
    arms = "".join(bow(104, 58 + i * 4, 122, 46 + i * 7, 138, 38 + i * 10) for i in range(5))
    head = (
        stroke(arms, dark(colour, 0.12), 5)
        + stroke(bow(106, 56, 130, 40, 150, 52) + bow(106, 68, 130, 84, 150, 76), colour, 2.4)
        + oval(149, 53, 4, 6, colour)
        + oval(149, 75, 4, 6, colour)
        + path("M86 48C98 44 110 50 112 60C112 70 100 78 90 74Z", dark(colour, 0.08))
    )
    spots = path(discs((x, y, 2) for x, y in scatter(16, 52, 62, 36, 11)), dark(colour, 0.35))
    return whole(
        fins + body + spots + head + oval(98, 58, 7.6, 7.6, mark) + eye(98, 58, 5), (-2, 22, 156, 72), "below"
    )


def _octopus(colour: str, mark: str) -> Figure:
    arms = (
        "M50 74C30 76 16 90 6 104C0 112 8 120 14 114",
        "M54 80C40 90 36 106 26 118C20 126 30 130 36 124",
        "M60 84C56 98 60 112 54 124",
        "M68 84C72 98 68 112 74 124",
        "M74 80C88 90 92 106 102 118C108 126 98 130 92 124",
        "M78 74C98 76 112 90 122 104C128 112 120 120 114 114",
        "M48 66C30 62 14 66 4 78C0 86 8 90 12 84",
        "M80 66C98 62 114 66 124 78C128 86 120 90 116 84",
    )
    d = "".join(arms)
    drawn = stroke(d, dark(colour, 0.2), 12) + stroke(d, colour, 8.4)
    suckers = stroke("".join(arms[:6]), mark, 3).replace(
        'stroke-linecap="round"', 'stroke-linecap="round" stroke-dasharray=".1 7"'
    )
    head = path(
        "M64 4C92 4 104 28 98 50C94 66 86 76 76 84H52C42 76 34 66 30 50C24 28 36 4 64 4Z", colour
    ) + path("M44 14C34 24 32 40 36 52C38 34 46 18 60 10C54 10 48 11 44 14Z", light(colour, 0.4))
    warts = path(
        discs((x, y, 2.2) for x, y in ((70, 16), (82, 24), (60, 24), (74, 32), (88, 38), (54, 36))),
        dark(colour, 0.2),
    )
    return whole(
        drawn
        + suckers
        + head
        + warts
        + oval(50, 58, 8, 7, mark)
        + oval(78, 58, 8, 7, mark)
        + path("M44 57H56V61H44ZM72 57H84V61H72Z", "241C18"),
        (-2, 0, 132, 132),
        "bed",
    )


def _coil(colour: str, mark: str, x: float, y: float, r: float) -> str:
    ribs = "".join(
        (
            f"M{points(*spin(x, y, 90 + t * 20, r * (1.0 - t * 0.026) + 1))}"
            f"L{points(*spin(x, y, 96 + t * 20, r * (1.0 - t * 0.026) * 0.66))}"
        )
        for t in range(24)
    )
    return (
        oval(x, y, r + 2, r + 2, dark(colour, 0.25))
        + oval(x, y, r, r, colour)
        + stroke(ribs, dark(colour, 0.25), 3.2)
        + stroke(spiral(x, y, r * 0.68, 2), dark(colour, 0.45), 3.4)
        + stroke(spiral(x, y, r * 0.86, 2.2), light(mark, 0.2), 1.6)
    )


def _ammonite(colour: str, mark: str) -> Figure:
    arms = stroke(
        "".join(bow(100, 92 + i * 4, 116, 84 + i * 7, 130, 80 + i * 10) for i in range(5)), "D99A7A", 4.4
    )
    head = path("M82 84C96 78 110 86 110 98C108 110 92 114 80 108Z", "E0A888")
    return whole(
        arms
        + head
        + _coil(colour, mark, 56, 60, 50)
        + path("M84 84L92 110C86 112 80 112 76 110L70 96Z", dark(colour, 0.3))
        + oval(99, 96, 5, 5, "F4ECDC")
        + eye(99, 96, 3.4),
        (2, 6, 132, 122),
        "below",
    )


def _nautilus(colour: str, mark: str) -> Figure:
    flames = "".join(
        (
            f"M{points(*spin(60, 58, turn, 49))}L{points(*spin(60, 58, turn + 5, 18))}"
            f"L{points(*spin(60, 58, turn + 13, 49))}Z"
        )
        for turn in range(-100, 70, 24)
    )
    arms = stroke(
        "".join(bow(98, 84 + i * 3, 114, 76 + i * 6, 128, 66 + i * 9) for i in range(7)), "D98A6A", 3.2
    )
    return whole(
        arms
        + oval(60, 58, 50, 48, dark(colour, 0.12))
        + oval(58, 56, 47, 45, light(colour, 0.1))
        + path(flames, mark)
        + oval(52, 62, 8, 8, dark(colour, 0.5))
        + path("M104 76C96 66 82 74 78 86C76 98 82 108 92 106C102 104 108 90 104 76Z", "E0A080")
        + path("M88 72C98 66 108 70 108 80C100 76 92 78 84 84Z", mark)
        + oval(92, 88, 6, 6, "F6EEDC")
        + eye(92, 88, 4),
        (6, 6, 126, 114),
        "below",
    )


def _cuttle(colour: str, mark: str) -> Figure:
    body = path("M6 60C14 36 50 30 88 38L92 78C52 88 16 84 6 60Z", colour)
    skirt = path(
        ("M2 60C10 28 54 20 90 34L88 42C54 32 20 40 12 60C20 82 54 86 88 76L90 84C54 96 12 90 2 60Z"),
        light(colour, 0.45),
    )
    bars = stroke("M26 44Q32 60 26 76M42 38Q50 58 42 82M58 37Q66 58 58 82M74 38Q82 58 74 80", mark, 4)
    arms = "".join(bow(108, 50 + i * 5, 124, 48 + i * 6, 134, 52 + i * 7) for i in range(4))
    return whole(
        skirt
        + body
        + bars
        + stroke(arms, dark(colour, 0.1), 6)
        + path("M86 38C104 38 114 48 114 58C114 70 104 78 88 78Z", dark(colour, 0.08))
        + oval(102, 52, 7, 6, "F4ECDC")
        + stroke("M97 50q3 6 5 1q2 5 5 0", "1E1A18", 2.4),
        (-2, 20, 140, 76),
        "below",
    )


CEPHALOPODS = {"bigfin": _bigfin, "ammonite": _ammonite, "nautilus": _nautilus, "cuttle": _cuttle}


FAMILIES = {"squid": squid, "octopus": octopus}
