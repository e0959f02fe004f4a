"""Beetles, bugs and termites, most of them from above."""

from cards.art.figures.brush import (
    copies,
    dark,
    discs,
    eye,
    light,
    mirrored,
    oval,
    path,
    scatter,
    stroke,
    whole,
)
from cards.art.figures.leaves import twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def beetle(spec: Spec) -> Figure:
    """A beetle or bug from above: `form`, colours, marks on the wing cases."""
    case, head = spec.colour("colour", "2F343B"), spec.colour("head", "22262B")
    mark = spec.colour("mark", light(case, 0.4))
    form = spec.choice("form", tuple(BEETLES))
    drawn, box = BEETLES[form](case, head, mark)
    return whole(drawn, box, "below" if form == "diving" else "")


def _legs(d: str, colour: str, wide: float = 4) -> str:
    """Right legs around (64, 64) as path data; the left ones are mirrored."""
    return mirrored(stroke(d, colour, wide))


def _ladybird(case: str, head: str, mark: str) -> tuple[str, tuple[float, float, float, float]]:
    drawn = _legs("M30 -18L48 -28M36 4L56 4M32 26L50 36", head, 4.4) + mirrored(
        stroke("M10 -44Q14 -56 22 -58", head, 2.6)
    )
    drawn += oval(64, 28, 20, 15, head) + mirrored(oval(12, -38, 5, 4.4, "FFFFFF"))
    drawn += (
        oval(64, 72, 46, 46, dark(case, 0.25))
        + oval(62.6, 70, 43.6, 43.4, case)
        + path("M30 42C36 34 46 30 56 30C46 36 38 44 34 54Z", light(case, 0.5), 0.8)
    )
    drawn += stroke("M64 28V116", head, 2.6) + path("M50 28C54 36 74 36 78 28C70 24 58 24 50 28Z", head)
    return drawn + mirrored(path(discs(((22, -10, 8), (30, 18, 8), (14, 38, 7.4))), mark)) + oval(
        64, 41, 8, 8, mark
    ), (4, 4, 120, 118)


def _diving(case: str, head: str, mark: str) -> tuple[str, tuple[float, float, float, float]]:
    oar = "M30 18C44 20 54 30 58 48C60 54 58 60 54 62C52 50 44 38 28 32Z"
    fringe = twigs([(56, 34 + i * 6, 100, 9.0) for i in range(5)], head, 1.4)
    drawn = mirrored(path(oar, head) + fringe + stroke("M24 -22L44 -34L48 -28M28 -2L50 -6L54 4", head, 4))
    drawn += (
        oval(64, 70, 36, 50, mark)
        + oval(64, 70, 32.6, 47, case)
        + path("M64 23C48 30 36 48 36 72C38 94 48 110 62 116Z", light(case, 0.14))
    )
    drawn += (
        path("M37 40C42 22 86 22 91 40C84 46 44 46 37 40Z", mark)
        + path("M43 37C48 27 80 27 85 37C78 41 50 41 43 37Z", case)
        + oval(64, 22, 15, 10, head)
    )
    return drawn + stroke(
        "M64 43V117M54 50Q50 80 56 110M74 50Q78 80 72 110", dark(case, 0.4), 1.6
    ) + mirrored(oval(10, -44, 4, 4, mark) + stroke("M6 -50Q12 -60 22 -60", head, 2)), (0, 0, 128, 130)


def _scarab(case: str, head: str, mark: str) -> tuple[str, tuple[float, float, float, float]]:
    """A dung beetle rolling its ball backwards, from the side."""
    ball = (
        oval(38, 66, 36, 36, "6B4E30")
        + oval(35, 62, 32, 31, "8A6740")
        + path(discs((x, y, 2.2) for x, y in scatter(16, 36, 64, 28, 28)), "6B4E30")
        + stroke("M14 52q8 -14 22 -16", "B08E60", 3)
    )
    legs = stroke(
        (
            "M82 76L66 60L58 54M88 82L72 92L64 88M98 86L106 106L118 112M104 80L118 94L124 108"
            "M92 86L92 108L100 116"
        ),
        head,
        5,
    )
    saw = stroke("M110 98l6 -3M106 104l5 -4", head, 2.6)
    body = path(
        "M72 64C70 46 86 34 100 40C112 46 116 62 112 78C106 92 86 92 78 82C74 76 72 70 72 64Z", case
    ) + stroke("M78 54C90 58 100 68 104 86M86 44C98 50 108 62 111 78", light(case, 0.25), 1.8)
    front = path("M98 88C108 84 116 84 120 92C118 102 108 106 100 100Z", head) + path(
        "M104 102l3 7l3 -6l4 6l1 -7Z", head
    )
    return ball + legs + saw + body + path(
        "M76 56C78 46 86 40 94 40C88 46 82 52 80 62Z", light(case, 0.45), 0.8
    ) + front + eye(112, 92, 2.6), (0, 26, 128, 94)


def _stag(case: str, head: str, mark: str) -> tuple[str, tuple[float, float, float, float]]:
    """A stag or longhorn beetle with great jaws."""
    jaws = "M8 -34C20 -40 26 -52 20 -64C16 -60 14 -56 14 -52L8 -56L10 -48C8 -44 4 -40 2 -38Z"
    drawn = _legs("M20 -14L44 -30L50 -24M24 4L50 6L56 16M20 26L44 44L46 56", head, 4) + mirrored(
        path(jaws, mark) + stroke("M14 -30L30 -36L36 -30", head, 2.4)
    )
    drawn += path("M46 30C46 22 82 22 82 30L84 38H44Z", head) + path("M42 40H86L88 54H40Z", dark(case, 0.2))
    drawn += path("M42 56H86C90 80 84 108 64 122C44 108 38 80 42 56Z", case) + path(
        "M42 56H62V120C44 108 38 80 42 56Z", light(case, 0.16)
    )
    return drawn + stroke("M64 56V121", dark(case, 0.45), 2.4) + stroke(
        "M48 62Q46 84 54 104", light(case, 0.45), 2.4
    ), (4, -4, 120, 128)


def _aphid(case: str, head: str, mark: str) -> tuple[str, tuple[float, float, float, float]]:
    """Greenfly from the side, sucking at a stem, with its two tubes and a young one."""
    stem = stroke("M2 108Q60 96 126 112", "7A9A4A", 9) + stroke("M2 106Q60 93 126 109", "A8C06A", 2.4)
    one = (
        stroke("M-14 10L-22 28M-4 12L-6 30M10 12L14 30M22 8L32 26", dark(case, 0.3), 3)
        + stroke("M22 -8Q40 -26 58 -24M20 -12Q30 -32 46 -38", dark(case, 0.25), 2)
        + stroke("M-24 -14L-40 -28M-16 -20L-28 -36", dark(case, 0.5), 4)
    )
    one += (
        path(
            (
                "M-40 2C-38 -18 -16 -30 4 -24C20 -20 30 -10 30 2C28 14 6 20 -14 16"
                "C-30 14 -40 10 -46 10C-44 6 -42 4 -40 2Z"
            ),
            case,
        )
        + path("M-28 -8C-20 -20 -4 -22 8 -18C-4 -14 -14 -8 -18 2Z", light(case, 0.4))
        + stroke("M-26 8Q-22 -6 -12 -18M-8 14Q-4 -4 4 -20M8 12Q12 0 16 -14", dark(case, 0.16), 1.6)
    )
    return stem + copies(
        one + eye(24, -4, 3.4, "7A1E1E") + stroke("M28 6L24 24", dark(case, 0.4), 2.4),
        [(58, 72, 0, 1.0), (106, 94, 8, 0.42)],
    ), (0, 28, 128, 92)


def _termite(case: str, head: str, mark: str) -> tuple[str, tuple[float, float, float, float]]:
    """A termite soldier from above: a huge head with jaws, a pale soft body."""
    drawn = _legs("M12 -8L36 -24L42 -18M14 0L42 2L48 10M12 8L34 26L38 38", dark(case, 0.25), 3.4)
    drawn += (
        path("M52 68C46 84 48 112 64 122C80 112 82 84 76 68Z", case)
        + stroke("M50 78H78M49 87H79M50 96H78M52 105H76M56 114H72", dark(case, 0.22), 2.4)
        + path("M50 56H78C80 64 78 70 74 72H54C50 70 48 64 50 56Z", dark(case, 0.12))
    )
    drawn += path(
        "M46 40C44 20 54 12 64 12C74 12 84 20 82 40C80 52 74 56 64 56C54 56 48 52 46 40Z", head
    ) + path("M50 34C52 24 58 18 64 17C58 24 56 36 57 50C52 46 49 42 50 34Z", light(head, 0.3))
    jaws = "M4 -52C12 -54 16 -62 10 -76C6 -70 2 -64 1 -54Z"
    return drawn + mirrored(path(jaws, dark(head, 0.55)) + stroke("M16 -36Q30 -50 34 -64", head, 2)), (
        10,
        -14,
        108,
        140,
    )


BEETLES = {
    "ladybird": _ladybird,
    "diving": _diving,
    "scarab": _scarab,
    "stag": _stag,
    "aphid": _aphid,
    "termite": _termite,
}


FAMILIES = {"beetle": beetle}
