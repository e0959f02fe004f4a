"""Bivalves by their shells."""

from cards.art.figures.brush import (
    bow,
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    placed,
    points,
    scatter,
    spin,
    stroke,
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def bivalve(spec: Spec) -> Figure:
    """A bivalve: `form` of its shell, colour and growth lines."""
    colour, band = (
        spec.colour("colour", "C9B48A"),
        spec.colour("band", dark(spec.colour("colour", "C9B48A"), 0.25)),
    )
    inner = spec.colour("inner", "F4ECE0")
    return BIVALVES[spec.choice("form", tuple(BIVALVES))](colour, band, inner)


def _rings(x: float, y: float, shell: str, shares: tuple[float, ...], colour: str, wide: float = 2) -> str:
    """Growth lines: the shell's outline, drawn smaller towards its hinge at (x, y)."""
    return "".join(
        stroke(placed(shell, x * (1 - share), y * (1 - share), 0, share), colour, wide) for share in shares
    )


def _clam(colour: str, band: str, inner: str) -> Figure:
    shell = "M64 22C80 22 104 34 116 62C120 84 96 108 64 108C32 108 8 84 12 62C24 34 48 22 64 22Z"
    ribs = "".join(
        bow(64, 24, 64 + dx * 0.7, 60, 64 + dx, 106 - dx * dx / 90) for dx in (-44, -30, -15, 0, 15, 30, 44)
    )
    lower = path(
        ("M12 66C16 96 40 118 64 118C88 118 112 96 116 66C104 96 84 108 64 108C44 108 24 96 12 66Z"), inner
    )
    return whole(
        lower
        + path(shell, colour)
        + stroke(ribs, band, 1.8)
        + _rings(64, 22, shell, (0.8, 0.6, 0.4), light(colour, 0.35), 2.4)
        + path("M54 22C56 14 72 14 74 22Z", dark(colour, 0.3))
        + stroke("M40 108Q64 116 88 108", dark(inner, 0.3), 2),
        (6, 12, 116, 110),
        "bed",
    )


def _quahog(colour: str, band: str, inner: str) -> Figure:
    """A nearly round heavy shell standing half in the sand, with its siphons."""
    shell = "M48 24C70 10 104 24 116 50C124 76 110 104 78 110C46 114 16 98 12 70C10 50 26 30 48 24Z"
    sand = path("M-4 124C10 102 38 98 66 104C92 98 118 104 132 124Z", "CDB98A") + path(
        discs(
            ((10, 116, 1.6), (30, 112, 1.4), (54, 116, 1.6), (84, 114, 1.5), (108, 118, 1.6), (120, 116, 1.3))
        ),
        "A8946A",
    )
    siphon = path("M22 40C12 34 4 24 6 16C14 14 20 20 22 24C22 16 28 10 34 12C40 20 36 32 32 40Z", "E0B49A")
    return whole(
        siphon
        + path(shell, colour)
        + _rings(44, 26, shell, (0.86, 0.72, 0.58, 0.42), band, 2.6)
        + path("M44 36C62 24 88 28 102 46C84 36 62 38 50 46Z", light(colour, 0.3))
        + sand,
        (-6, 8, 140, 116),
        "bed",
    )


def _mussel(colour: str, band: str, inner: str) -> Figure:
    """Two wedge-shaped mussels on their threads."""
    shell = "M0 0C14 -6 40 0 56 22C68 42 66 64 52 74C40 80 26 70 16 50C8 34 0 14 0 0Z"
    one = (
        path(shell, colour)
        + _rings(0, 0, shell, (0.8, 0.6, 0.42), band, 1.8)
        + path("M6 4C20 4 36 12 48 30C34 20 20 16 10 18Z", light(colour, 0.45), 0.8)
        + path("M0 0C-2 14 6 34 16 50C26 70 40 80 52 74C40 72 30 62 22 48C12 32 6 14 0 0Z", inner)
    )
    threads = stroke(
        "M58 22Q40 50 20 120M58 22Q50 60 44 124M60 22Q64 60 66 124M62 22Q76 60 92 122", "8A6A3A", 2
    )
    return whole(threads + copies(one, [(56, 14, 4, 1.1), (62, 20, 62, 0.95)]), (-4, 6, 132, 118), "bed")


def _cluster(colour: str, band: str, inner: str) -> Figure:
    """A clump of large mussels with strong ribs, standing on their points."""
    shell = "M0 60C-16 44 -24 8 -14 -22C-8 -34 8 -34 14 -22C24 8 16 44 0 60Z"
    ribs = "".join(bow(0, 56, dx * 0.9, 10, dx * 0.8, -28 + abs(dx) * 0.4) for dx in (-12, -6, 0, 6, 12))
    one = (
        path(shell, colour)
        + path("M0 60C16 44 24 8 14 -22C10 -30 4 -32 0 -31C8 0 8 34 0 60Z", dark(colour, 0.25))
        + stroke(ribs, band, 1.8)
        + stroke("M-14 -8C-12 -20 -6 -27 2 -28", light(colour, 0.4), 2.6)
    )
    rock = path("M0 126C6 108 34 104 64 106C96 104 122 108 128 126Z", "6A7074")
    return whole(
        rock
        + copies(
            one,
            [
                (24, 66, -24, 0.86),
                (104, 66, 24, 0.86),
                (46, 56, -9, 1.0),
                (84, 56, 10, 1),
                (64, 68, 0, 0.98),
                (30, 92, -34, 0.6),
                (98, 92, 34, 0.6),
            ],
        ),
        (0, 16, 128, 110),
        "bed",
    )


def _zebra(colour: str, band: str, inner: str) -> Figure:
    shell = "M8 96C20 60 44 28 82 22C110 20 124 40 120 66C114 94 86 108 52 108C30 108 12 104 8 96Z"
    zigzag = "".join(
        f"M{x0} {y0}L{x0 + 8} {y0 + 18}L{x0 - 2} {y0 + 30}L{x0 + 8} {y0 + 50}"
        for x0, y0 in ((32, 54), (48, 40), (66, 32), (84, 30), (102, 36))
    )
    return whole(
        path(shell, colour)
        + f'<clipPath id="zebra"><path d="{shell}"/></clipPath>'
        + f'<g clip-path="url(#zebra)">{stroke(zigzag, band, 6)}</g>'
        + path("M30 66C44 44 64 30 88 28C68 36 50 50 40 68Z", light(colour, 0.5), 0.6)
        + path("M8 96C30 92 70 92 104 88C90 102 72 108 52 108C30 108 12 104 8 96Z", dark(colour, 0.35))
        + stroke("M20 104L12 122M32 107L28 124M44 108L44 126", "8A6A3A", 1.8),
        (2, 16, 124, 112),
        "bed",
    )


def _giant(colour: str, band: str, inner: str) -> Figure:
    """A giant clam agape: wavy valves and a patterned mantle."""
    low = (
        "M4 66C6 82 8 92 20 88C18 104 30 112 40 104C44 120 60 122 64 112C68 122 84 120 88 104"
        "C98 112 110 104 108 88C120 92 122 82 124 66C116 78 110 62 100 74C92 84 86 66 76 76"
        "C70 84 58 84 52 76C42 66 36 84 28 74C18 62 12 78 4 66Z"
    )
    high = (
        "M6 60C4 46 10 38 20 42C18 28 30 22 40 30C44 16 60 14 64 24C68 14 84 16 88 30C98 22 110 28 108 42"
        "C118 38 124 46 122 60C114 52 110 66 100 58C92 48 86 66 76 58C70 50 58 50 52 58C42 66 36 48 28 58"
        "C18 66 14 52 6 60Z"
    )
    mantle = (
        "M8 62C16 54 20 70 30 60C38 52 44 70 54 62C60 54 68 54 74 62C84 70 90 52 98 60"
        "C108 70 112 54 120 62C114 76 110 66 100 78C92 86 86 70 76 80C70 86 58 86 52 80"
        "C42 70 36 86 28 78C18 66 14 76 8 62Z"
    )
    grooves = stroke(
        (
            "M20 88C23 84 26 82 28 78M48 120C50 106 52 92 52 84M80 120C78 106 76 92 76 84"
            "M106 108C104 98 102 90 100 80"
        ),
        dark(colour, 0.25),
        2.6,
    ) + stroke(
        (
            "M30 28C28 38 28 48 28 54M52 16C52 30 52 44 52 54M76 16C76 30 76 44 76 54M98 28"
            "C100 38 100 48 100 54"
        ),
        dark(colour, 0.35),
        2.4,
    )
    spots = path(
        discs(
            (x, y, 2.4)
            for x, y in ((20, 66), (32, 70), (44, 68), (58, 72), (70, 72), (84, 68), (96, 70), (108, 66))
        ),
        "7FF0E0",
    )
    return whole(
        path(high, dark(colour, 0.12))
        + path(low, colour)
        + grooves
        + stroke(mantle, dark(band, 0.3), 3)
        + path(mantle, band)
        + spots
        + oval(64, 69, 7, 4, dark(band, 0.6)),
        (0, 8, 128, 120),
        "bed",
    )


def _scallop(colour: str, band: str, inner: str) -> Figure:
    edge = "L".join(
        points(*spin(64, 108, turn, 86 if i % 2 else 80)) for i, turn in enumerate(range(-64, 65, 8))
    )
    ribs = "".join(f"M64 106L{points(*spin(64, 108, turn, 80))}" for turn in range(-56, 57, 16))
    return whole(
        path("M44 106L84 106L90 122H38Z", dark(colour, 0.2))
        + path(f"M64 112L{edge}Z", colour)
        + stroke(ribs, band, 3)
        + stroke(
            f"M{points(*spin(64, 108, -56, 56))}A56 56 0 0 1 {points(*spin(64, 108, 56, 56))}",
            light(colour, 0.4),
            3,
        ),
        (-16, 18, 160, 108),
        "bed",
    )


def _sunk(colour: str, band: str, inner: str) -> Figure:
    """A small giant clam grown into the reef: only the bright mantle shows."""
    reef = (
        path("M0 124C-2 96 10 66 34 58C50 40 84 38 98 54C120 62 130 94 126 124Z", colour)
        + path(discs((x, y, 3.4) for x, y in scatter(22, 64, 96, 56, 26)), dark(colour, 0.2))
        + path(discs((x - 1, y - 1.4, 1.6) for x, y in scatter(22, 64, 96, 56, 26)), light(colour, 0.4))
    )
    wave = (
        "M6 70C14 52 24 74 34 56C42 40 52 66 64 50C76 34 84 62 94 46C104 34 112 58 122 52"
        "C124 70 114 66 106 80C96 94 88 72 78 88C68 102 58 80 48 94C38 106 30 84 20 92"
        "C10 96 4 84 6 70Z"
    )
    spots = path(
        discs((x, y, 3) for x, y in ((20, 78), (34, 72), (50, 78), (64, 68), (80, 74), (94, 62), (108, 66))),
        "7FF0D0",
    )
    return whole(
        reef
        + stroke(wave, light(colour, 0.5), 7)
        + path(wave, band)
        + stroke("M16 82Q40 66 62 78Q88 60 114 62", dark(band, 0.45), 5)
        + spots,
        (-2, 34, 130, 92),
        "bed",
    )


BIVALVES = {
    "clam": _clam,
    "quahog": _quahog,
    "mussel": _mussel,
    "cluster": _cluster,
    "zebra": _zebra,
    "giant": _giant,
    "scallop": _scallop,
    "sunk": _sunk,
}


FAMILIES = {"clam": bivalve}
