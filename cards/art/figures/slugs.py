"""Slugs and sea slugs by their bodies and what they carry on their backs."""

from cards.art.figures.brush import (
    bow,
    dark,
    discs,
    eye,
    light,
    oval,
    path,
    points,
    spin,
    stroke,
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def _angel(colour: str, mark: str) -> Figure:
    """A sea angel: a clear upright body, orange within, rowing with two wings."""
    wings = path(
        ("M56 46C36 26 14 26 2 40C8 58 34 66 56 58ZM72 46C92 26 114 26 126 40C120 58 94 66 72 58Z"),
        colour,
        0.95,
    ) + stroke("M54 50Q30 40 10 42M74 50Q98 40 118 42", dark(colour, 0.25), 2)
    body = path(
        (
            "M64 8C76 8 80 20 77 32C86 46 88 70 80 92C76 106 70 120 64 128C58 120 52 106 48 92"
            "C40 70 42 46 51 32C48 20 52 8 64 8Z"
        ),
        colour,
    )
    organs = (
        path("M64 50C74 52 76 68 72 82C68 92 60 92 56 82C52 68 54 52 64 50Z", mark)
        + oval(64, 22, 7, 9, mark)
        + path("M62 112C60 118 62 124 64 127C66 124 68 118 66 112Z", mark)
    )
    horns = path("M56 12C52 4 52 -2 56 -4C60 0 60 8 60 12ZM72 12C76 4 76 -2 72 -4C68 0 68 8 68 12Z", mark)
    return whole(
        wings + horns + body + organs + path("M50 44C46 60 48 80 52 92C46 78 44 58 50 44Z", "FFFFFF", 0.8),
        (-2, -6, 132, 138),
        "below",
    )


def slug(spec: Spec) -> Figure:
    """Slugs of land and sea: `form` land, hare (ear-like horns, wing flaps) or crested (a plume of gills)."""
    colour, mark = spec.colour("colour", "E0C23A"), spec.colour("mark", "4A3A1E")
    form = spec.choice("form", ("land", "hare", "crested", "frilled", "angel"))
    if form == "angel":
        return _angel(colour, mark)
    if form == "land":
        body = (
            "M-4 116C14 108 34 92 56 86C76 80 96 82 108 88C120 92 126 102 122 110"
            "C118 118 100 119 80 119C50 120 20 122 -4 116Z"
        )
        drawn = (
            stroke("M110 90L112 66M118 94L126 74M120 106L128 104", colour, 4)
            + oval(112, 65, 3.4, 3.4, mark)
            + oval(126.4, 73, 3.4, 3.4, mark)
            + path(body, colour)
        )
        drawn += path(
            "M64 86C78 78 100 80 104 92C102 102 84 106 72 102C64 98 60 92 64 86Z", light(colour, 0.25)
        ) + oval(84, 97, 3.6, 2.6, mark)
        drawn += path(
            discs(
                (
                    (24, 108, 3),
                    (38, 102, 3.6),
                    (50, 98, 3),
                    (44, 110, 2.6),
                    (60, 108, 3),
                    (92, 110, 2.6),
                    (30, 114, 2),
                )
            ),
            mark,
        ) + stroke("M6 113Q30 102 52 92", light(colour, 0.5), 2.4)
        return whole(drawn + stroke("M-4 116C30 121 90 120 118 113", dark(colour, 0.3), 3), (-8, 58, 140, 66))
    if form == "hare":
        body = (
            "M6 112C6 84 28 62 56 62C80 60 92 70 100 58C108 46 122 50 122 64"
            "C122 84 114 106 96 114C66 120 30 120 6 112Z"
        )
        flaps = path(
            "M30 86C26 62 40 44 58 42C54 54 62 62 72 60C84 56 90 66 84 80C76 96 44 104 30 86Z",
            dark(colour, 0.16),
        ) + stroke("M34 82C34 66 44 54 56 50M48 92C44 78 52 66 66 66", light(colour, 0.3), 2.2)
        horns = path(
            (
                "M104 58C96 44 98 30 104 28C110 34 112 46 112 56ZM114 56C114 42 120 32 126 32"
                "C128 40 124 52 120 60Z"
            ),
            colour,
        )
        spots = path(
            discs(
                (x, y, 2.6)
                for x, y in (
                    (20, 100),
                    (34, 108),
                    (50, 110),
                    (66, 108),
                    (82, 106),
                    (96, 98),
                    (108, 84),
                    (98, 80),
                    (88, 92),
                    (72, 96),
                )
            ),
            mark,
        )
        return whole(
            horns
            + path(body, colour)
            + flaps
            + spots
            + eye(112, 68, 2.6)
            + stroke("M120 74q-4 4 -8 3", dark(colour, 0.4), 2),
            (2, 22, 128, 98),
            "bed",
        )
    if form == "frilled":
        body = path(
            "M6 92C16 78 36 74 60 76C86 72 112 78 124 88C112 98 84 102 60 100C36 102 16 102 6 92Z", colour
        )
        frill = (
            "M6 92C12 84 18 88 24 80C32 88 38 76 46 82C54 72 62 82 70 76C78 84 86 74 94 82"
            "C102 76 110 86 124 88C114 104 104 94 98 104C90 96 84 106 76 100C68 108 60 98 52 104"
            "C44 98 36 106 30 98C22 104 14 98 6 92Z"
        )
        return whole(
            path(frill, mark)
            + body
            + stroke("M16 90Q60 84 114 88", light(colour, 0.5), 3)
            + stroke("M108 82L116 66M114 84L124 70", mark, 4)
            + stroke("M24 80L14 60M28 78L24 56M20 82L6 66", mark, 3),
            (0, 50, 130, 60),
            "bed",
        )
    body = "M4 104C14 94 34 78 62 74C88 70 112 76 122 86C126 96 116 104 98 106C66 112 30 114 4 104Z"
    plume = "".join(
        bow(52, 78, 52 + dx * 0.4, 52, 52 + dx, 36 + abs(dx) * 0.5) for dx in (-26, -14, 0, 14, 26)
    )
    tufts = twigs_at(((26, 49), (38, 42), (52, 36), (66, 42), (78, 49)))
    bumps = [
        (20, 98),
        (32, 90),
        (44, 96),
        (62, 84),
        (72, 94),
        (84, 84),
        (94, 96),
        (104, 88),
        (54, 104),
        (34, 104),
        (82, 104),
        (112, 96),
    ]
    horns = path(
        ("M98 78C96 66 98 58 104 54C108 60 108 70 106 78ZM112 80C112 68 116 62 122 60C124 68 122 76 118 84Z"),
        mark,
    )
    return whole(
        stroke(plume, mark, 4)
        + stroke(tufts, mark, 2.4)
        + path(body, colour)
        + stroke("M8 104C40 112 90 110 120 94", mark, 3)
        + path(discs((x, y, 4) for x, y in bumps), mark)
        + path(discs((x - 1, y - 1.2, 1.6) for x, y in bumps), light(mark, 0.5))
        + horns,
        (0, 26, 128, 88),
        "bed",
    )


def twigs_at(tips: tuple[tuple[float, float], ...]) -> str:
    return "".join(
        (
            f"M{points(x, y)}L{points(*spin(x, y, turn, 8))}M{points(x, y + 8)}"
            f"L{points(*spin(x, y + 8, turn, 8))}"
        )
        for x, y in tips
        for turn in (-60, 0, 60)
    )


FAMILIES = {"slug": slug}
