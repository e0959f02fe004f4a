"""Sharks by the outline of their body."""

from cards.art.figures.brush import (
    bow,
    dark,
    discs,
    eye,
    light,
    path,
    smooth,
    stroke,
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

Box = tuple[float, float, float, float]


WHITE_SHARK = (
    "M2 44C8 52 14 58 22 62C44 50 66 44 84 44C104 44 122 52 130 62C124 70 112 76 98 78"
    "C76 84 46 80 24 70C18 76 12 86 2 92C6 80 8 72 8 66C8 58 6 52 2 44Z"
)


def shark(spec: Spec) -> Figure:
    """A shark: `form` white, tiger, hammer, reef, whale or sleeper; colours of back, belly and marks."""
    back, belly = spec.colour("back", "6F7F8C"), spec.colour("belly", "EEF0EE")
    mark = spec.colour("mark", dark(back, 0.4))
    drawn, box = SHARKS[spec.choice("form", tuple(SHARKS))](back, belly, mark)
    return whole(drawn, box, "below")


def _gills(x: float, y: float, colour: str, count: int = 5) -> str:
    return stroke(
        "".join(bow(x - i * 4, y - 7, x - i * 4 - 3, y, x - i * 4, y + 7) for i in range(count)), colour, 1.6
    )


def _white(back: str, belly: str, mark: str) -> tuple[str, Box]:
    drawn = path("M66 48C62 36 56 26 46 20C62 20 76 30 86 46Z", dark(back, 0.08)) + path(
        "M34 60C32 54 28 50 24 48C32 47 40 50 44 56Z", dark(back, 0.1)
    )
    drawn += path("M84 74C78 88 66 100 50 106C54 94 60 82 68 74Z", dark(back, 0.22)) + path(
        "M40 74C38 80 34 84 28 86C30 80 32 76 34 72Z", dark(back, 0.15)
    )
    drawn += path(WHITE_SHARK, back) + path(
        ("M130 62C124 70 112 76 98 78C76 84 46 80 24 70C50 74 74 72 92 66C106 62 118 66 130 62Z"), belly
    )
    drawn += stroke("M44 54C62 47 84 46 104 51", light(back, 0.3), 3)
    drawn += path("M126 66C116 70 108 70 102 69C106 76 116 76 122 71Z", "7A2E34") + stroke(
        "M123 67l-2 4l-3 -3l-2 4l-3 -3l-2 4l-3 -4", "FFFFFF", 1.6
    )
    return drawn + _gills(92, 62, dark(back, 0.4)) + eye(112, 57, 3.2), (0, 16, 133, 94)


def _tiger(back: str, belly: str, mark: str) -> tuple[str, Box]:
    body = (
        "M4 26C12 38 20 48 28 56C48 44 68 40 88 42C108 42 126 46 132 56C132 68 122 76 104 78"
        "C76 84 44 78 28 66C22 70 18 78 12 84C14 74 16 66 16 60C12 48 6 38 4 26Z"
    )
    drawn = path("M72 44C70 32 62 22 54 18C68 17 82 28 92 43Z", dark(back, 0.08)) + path(
        "M42 54C40 48 36 45 32 44C40 42 48 45 52 50Z", dark(back, 0.1)
    )
    drawn += path("M92 76C94 90 90 104 78 114C74 102 74 86 78 74Z", dark(back, 0.2)) + path(
        "M50 76C50 82 46 88 40 90C40 84 42 78 44 74Z", dark(back, 0.15)
    )
    drawn += path(body, back) + path(
        ("M132 58C130 70 122 76 104 78C76 84 44 78 28 66C54 72 76 70 96 66C110 62 122 66 132 58Z"), belly
    )
    bars = "".join(
        f"M{x} {y}q{-3} 7 -1 {tall}"
        for x, y, tall in (
            (94, 43, 15),
            (85, 43, 20),
            (76, 43, 16),
            (67, 44, 21),
            (58, 46, 16),
            (50, 48, 18),
            (42, 51, 13),
            (35, 54, 11),
        )
    )
    drawn += stroke(bars, mark, 4.2) + stroke("M48 50C66 43 88 43 112 47", light(back, 0.3), 2.4)
    drawn += path("M131 63C122 69 112 69 106 66C108 75 120 76 126 71Z", "7A2E34") + stroke(
        "M127 66l-3 4l-3 -3l-3 4l-3 -4l-3 3", "FFFFFF", 1.6
    )
    return drawn + _gills(102, 60, dark(back, 0.4)) + eye(121, 54, 3), (0, 12, 136, 104)


def _hammer(back: str, belly: str, mark: str) -> tuple[str, Box]:
    """Seen from above: the hammer, swept fins and a bent tail."""
    body = (
        "M64 16C76 18 80 34 80 52C80 76 74 94 66 110C64 116 62 122 60 128"
        "C58 116 56 108 54 100C48 84 46 70 46 52C46 34 52 18 64 16Z"
    )
    drawn = path(
        ("M48 52C34 58 20 68 10 84C28 80 42 76 50 72ZM79 52C92 58 106 68 116 84C98 80 86 76 76 72Z"),
        dark(back, 0.16),
    ) + path(
        ("M54 96C48 98 44 102 40 108C48 108 54 106 58 104ZM70 96C76 98 80 102 84 108C76 108 70 106 66 104Z"),
        dark(back, 0.16),
    )
    drawn += path(
        (
            "M60 128C56 138 46 146 36 148C44 138 50 128 56 116ZM60 128C66 134 72 136 80 136"
            "C74 130 68 122 64 112Z"
        ),
        dark(back, 0.1),
    ) + path(body, back)
    hammer = (
        "M64 8C84 8 102 10 120 2C126 8 126 18 120 24C104 24 92 28 78 32C70 34 58 34 50 32"
        "C36 28 24 24 8 24C2 18 2 8 8 2C26 10 44 8 64 8Z"
    )
    drawn += path(hammer, back) + stroke("M16 8C36 14 48 13 64 13C80 13 92 14 112 8", light(back, 0.35), 3)
    drawn += path("M63 54C70 62 70 84 62 92C58 84 58 62 63 54Z", dark(back, 0.34)) + stroke(
        ("M50 42q4 4 8 4M49 47q4 4 8 4M49 52q4 4 8 4M78 42q-4 4 -8 4M78 47q-4 4 -8 4M78 52q-4 4 -8 4"),
        dark(back, 0.4),
        1.5,
    )
    drawn += stroke("M52 40C50 56 52 74 56 90", light(back, 0.25), 3)
    return drawn + eye(7, 13, 3.4) + eye(121, 13, 3.4), (0, 0, 128, 150)


def _whale(back: str, belly: str, mark: str) -> tuple[str, Box]:
    body = (
        "M2 34C12 46 20 54 28 58C50 46 72 42 96 42C116 42 130 46 134 54C136 64 132 74 120 78"
        "C90 86 54 80 28 68C20 74 14 84 6 92C10 80 12 70 12 62C10 52 6 44 2 34Z"
    )
    drawn = path("M58 46C54 38 48 32 42 30C54 28 66 34 74 44Z", dark(back, 0.1)) + path(
        "M96 76C92 92 80 104 64 108C68 98 76 84 80 74Z", dark(back, 0.2)
    )
    drawn += path(body, back) + path(
        "M134 62C134 70 130 76 120 78C90 86 54 80 28 68C60 74 100 74 134 62Z", belly
    )
    spots = [
        (120 - 9 * i, 48 + 5 * row + (i % 2) * 2 + i * 0.5 * (row == 0), 1.9 if row else 1.6)
        for i in range(10)
        for row in range(4)
    ]
    drawn += path(discs(spots), mark) + stroke("M108 46v26M98 44v30M88 44v30", mark, 1)
    return drawn + stroke("M134 60C124 64 116 64 110 62", dark(back, 0.5), 2.4) + _gills(
        102, 60, dark(back, 0.4)
    ) + eye(122, 55, 2.6), (-1, 26, 138, 86)


def _reef(back: str, belly: str, mark: str) -> tuple[str, Box]:
    """A slim shark curved to the right, with dark tips to its fins."""
    spine = ((10.0, 100.0), (30.0, 92.0), (56.0, 74.0), (84.0, 62.0), (112.0, 60.0), (128.0, 66.0))
    drawn = path(
        ("M12 98C4 92 -2 82 -4 68C8 76 18 84 24 92ZM12 100C8 108 4 114 -2 118C8 118 18 112 24 102Z"),
        dark(back, 0.1),
    ) + path("M-4 68C2 72 6 75 9 79L4 84C0 80 -3 74 -4 68Z", mark)
    drawn += path("M62 70C56 54 56 40 64 30C76 40 84 50 88 62Z", dark(back, 0.08)) + path(
        "M64 30C69 34 72 38 75 42L60 44C60 38 62 34 64 30Z", mark
    )
    drawn += path("M86 68C86 84 78 98 64 108C62 94 64 82 70 74Z", dark(back, 0.2)) + path(
        "M64 108C70 104 74 99 78 94L64 92C63 98 63 104 64 108Z", mark
    )
    drawn += path(
        ("M10 100C24 84 46 64 76 54C100 48 122 52 130 64C124 76 104 78 84 78C58 82 34 96 10 100Z"), back
    )
    drawn += path(
        ("M130 66C122 76 104 78 84 78C58 82 34 96 10 100C32 90 54 76 84 70C102 68 118 72 130 66Z"), belly
    ) + stroke(smooth([(x - 4, y - 7) for x, y in spine[2:5]], closed=False), light(back, 0.35), 2.6)
    return drawn + _gills(96, 62, dark(back, 0.4)) + eye(115, 60, 3), (-6, 26, 138, 96)


def _sleeper(back: str, belly: str, mark: str) -> tuple[str, Box]:
    """A bulky shark with small fins: the Greenland shark."""
    body = (
        "M2 38C10 50 16 56 24 60C40 46 62 38 88 38C112 38 130 46 132 60C132 74 116 84 92 84"
        "C62 88 38 82 24 70C18 76 12 84 4 90C8 78 10 70 10 64C10 56 6 46 2 38Z"
    )
    drawn = (
        path("M58 44C56 38 52 34 46 32C56 30 66 34 72 42Z", dark(back, 0.1))
        + path("M88 80C86 92 80 98 72 102C70 94 72 86 76 80Z", dark(back, 0.2))
        + path(body, back)
    )
    drawn += path("M132 62C130 76 116 84 92 84C62 88 38 82 24 70C60 80 104 80 132 62Z", light(back, 0.22))
    flecks = [(60 + (i * 37) % 58, 48 + (i * 13) % 26, 1.1 + i % 3 * 0.5) for i in range(22)]
    return drawn + path(discs(flecks), mark, 0.7) + stroke(
        "M130 68C122 72 116 72 110 70", dark(back, 0.5), 2
    ) + _gills(96, 62, dark(back, 0.4)) + eye(116, 54, 2.6, "A8D8D0"), (0, 28, 134, 76)


SHARKS = {
    "white": _white,
    "tiger": _tiger,
    "hammer": _hammer,
    "whale": _whale,
    "reef": _reef,
    "sleeper": _sleeper,
}


FAMILIES = {"shark": shark}
