"""Snails and limpets by their shells and feet."""

from cards.art.figures.brush import (
    bow,
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    points,
    smooth,
    spin,
    stroke,
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def snail(spec: Spec) -> Figure:
    """A snail: `form` of the shell, its colour and bands, and the colour of the foot."""
    shell, band, foot = (
        spec.colour("colour", "A8743A"),
        spec.colour("band", "5F3E22"),
        spec.colour("foot", "B5A084"),
    )
    return SNAILS[spec.choice("form", tuple(SNAILS))](shell, band, foot)


def _foot(foot: str, high: float = 0) -> str:
    body = (
        "M4 118C20 108 50 104 78 102C86 96 90 84 96 76C100 70 112 70 116 78"
        "C120 88 116 104 110 112C106 118 96 120 86 120C56 121 24 122 4 118Z"
    )
    horns = (
        stroke("M104 74L100 54M112 74L118 56", foot, 3.4)
        + oval(100, 53, 3.4, 3.4, dark(foot, 0.5))
        + oval(118.4, 55, 3.4, 3.4, dark(foot, 0.5))
    )
    return (
        horns
        + path(body, foot)
        + path("M4 118C30 114 84 118 110 112C106 118 96 120 86 120C56 121 24 122 4 118Z", dark(foot, 0.2))
        + stroke("M110 86q4 4 0 8", dark(foot, 0.4), 1.8)
    )


def spiral(x: float, y: float, r: float, turns: float = 2.4) -> str:
    spots = [spin(x, y, 90 + t * 20, r * (1 - t * 20 / (turns * 360))) for t in range(int(turns * 18) - 2)]
    return smooth(spots, closed=False)


def _garden(shell: str, band: str, foot: str) -> Figure:
    drawn = _foot(foot) + oval(54, 72, 40, 38, dark(shell, 0.2)) + oval(52.6, 70, 38, 35.6, shell)
    drawn += (
        stroke(spiral(54, 72, 30), band, 6)
        + stroke(spiral(54, 72, 35), light(shell, 0.45), 2.4)
        + path("M24 56C30 44 44 38 56 38C44 44 36 52 32 62Z", light(shell, 0.5), 0.8)
    )
    return whole(drawn, (0, 30, 126, 94))


def _apple(shell: str, band: str, foot: str) -> Figure:
    """A globular shell with a short spire, under water, with a breathing tube."""
    body = "M44 54C30 58 16 74 16 92C18 112 44 118 66 114C86 112 92 98 90 82C88 62 66 48 44 54Z"
    spire = path("M40 58C30 50 30 38 40 32C50 30 60 40 60 54Z", dark(shell, 0.1)) + path(
        "M38 42C34 34 38 26 44 24C50 26 52 32 50 40Z", shell
    )
    stripes = "M18 84C32 70 60 62 86 72M16 94C34 82 64 76 90 84M20 104C40 96 66 92 90 94"
    return whole(
        _foot(foot)
        + spire
        + path(body, shell)
        + stroke(stripes, band, 3.4)
        + path("M24 82C28 70 38 62 50 60C42 66 34 74 32 86Z", light(shell, 0.5), 0.8)
        + stroke("M110 76C116 60 112 44 118 30", dark(foot, 0.1), 6)
        + stroke("M40 58Q48 50 58 52", dark(shell, 0.4), 2),
        (4, 20, 120, 104),
    )


def _pond(shell: str, band: str, foot: str) -> Figure:
    """A tall pointed shell with a wide last whorl, head down."""
    whorls = ((60, 92, 27, 25), (46, 66, 18, 15), (36, 48, 12, 10), (28, 34, 8, 7), (22, 23, 5, 5))
    drawn = _foot(foot) + "".join(
        oval(x, y, rx, ry, dark(shell, 0.24)) + oval(x - 1.4, y - 1.6, rx - 2.4, ry - 2.4, shell)
        for x, y, rx, ry in reversed(whorls)
    )
    return whole(
        drawn
        + path("M18 16L28 26L20 30Z", dark(shell, 0.1))
        + path("M70 84C84 86 90 98 84 110C72 114 62 108 62 98C62 92 64 86 70 84Z", dark(band, 0.1))
        + stroke("M42 82Q48 72 58 72M34 60Q38 54 44 54", light(shell, 0.6), 3),
        (2, 10, 122, 114),
    )


def _conch(shell: str, band: str, foot: str) -> Figure:
    """A heavy shell with a spiked crown and a flaring pink lip."""
    crown = path(
        "M20 20L30 34L18 40L34 46L26 56L46 56L60 42L54 30L60 20L46 26L40 12L34 26Z", dark(shell, 0.12)
    )
    body = path(
        (
            "M26 42C48 30 84 34 104 52C118 66 122 92 112 112C104 122 92 124 84 118"
            "C62 112 36 92 26 70C22 58 22 48 26 42Z"
        ),
        shell,
    ) + path("M18 44L2 46L20 56ZM24 60L8 68L28 70ZM40 34L34 18L50 30ZM60 32L62 14L72 33Z", dark(shell, 0.05))
    lip = path(
        ("M64 52C84 46 108 56 114 78C118 98 110 116 100 120C90 122 84 112 80 100C76 84 72 64 64 52Z"), band
    ) + path(
        ("M72 60C86 58 100 68 104 84C106 98 102 110 96 112C90 112 88 102 86 94C84 82 80 70 72 60Z"),
        light(band, 0.45),
    )
    return whole(
        crown
        + body
        + stroke("M34 52Q58 42 84 48M36 66Q52 60 64 62M44 80Q56 76 70 80", light(shell, 0.45), 2.6)
        + lip,
        (0, 8, 124, 118),
        "bed",
    )


def _limpet(shell: str, band: str, foot: str) -> Figure:
    rock = path("M2 122C4 104 30 96 64 98C100 96 124 106 126 122Z", "6A7478") + path(
        "M10 116C24 106 44 102 66 102C44 108 28 112 20 118Z", "8A9498"
    )
    ribs = "".join(
        bow(64, 34, 64 + dx * 0.66, 60, 64 + dx, 100 + (1 - (dx / 50) ** 2) * 6) for dx in range(-44, 45, 11)
    )
    cone = path(
        ("M8 100C22 92 46 56 58 36C62 30 68 30 72 36C84 56 106 92 120 100C108 112 20 112 8 100Z"), shell
    )
    rings = stroke("M34 78Q64 90 94 78M46 58Q64 66 82 58", band, 3)
    return whole(
        rock
        + cone
        + path("M72 36C84 56 106 92 120 100C112 107 96 109 80 110C82 80 78 56 68 32Z", dark(shell, 0.18))
        + stroke(ribs, light(shell, 0.4), 2.2)
        + rings
        + oval(65, 34, 5, 3, light(shell, 0.6)),
        (0, 26, 128, 96),
        "bed",
    )


def _abalone(shell: str, band: str, foot: str) -> Figure:
    """An ear-shaped shell with a row of holes and a nacreous rim."""
    body = path(
        ("M14 88C4 58 30 26 68 24C104 22 126 50 120 80C114 108 84 120 56 116C34 114 20 106 14 88Z"), shell
    )
    growth = stroke(
        (
            "M26 90C22 66 42 42 70 40C96 40 110 58 106 80M38 92C36 74 50 56 70 54"
            "C88 54 98 66 94 82M50 92C50 80 58 70 70 68C80 68 86 76 82 86"
        ),
        light(shell, 0.3),
        3,
    )
    holes = discs(
        (*spin(66, 72, turn, 41), 4.2 - i * 0.45) for i, turn in enumerate((-40, -60, -79, -97, -114))
    )
    rim = path(
        ("M14 88C20 106 34 114 56 116C84 120 114 108 120 80C122 100 104 124 66 124C36 124 18 110 14 88Z"),
        band,
    )
    glints = path(discs(((44, 118, 4), (70, 121, 4), (94, 114, 4))), "E8B8D8") + path(
        discs(((57, 120, 3), (83, 118, 3))), "A8E0D0"
    )
    swirl = stroke("M96 92C88 98 78 94 80 86C82 80 90 82 88 87", dark(shell, 0.35), 3)
    return whole(
        body + growth + rim + glints + path(holes, dark(shell, 0.6)) + swirl, (4, 18, 122, 108), "bed"
    )


def _cowrie(shell: str, band: str, foot: str) -> Figure:
    """A flamingo tongue: its spotted mantle drawn over the shell, on a sea fan."""
    fan = stroke(
        (
            "M64 126C60 100 62 60 60 8M62 100C44 88 30 70 24 40M61 80C78 66 92 48 98 22M62 60"
            "C50 48 44 34 42 16M62 110C84 100 104 84 112 60M44 84C34 84 22 78 12 66"
        ),
        "A868B8",
        4,
    )
    body = path(
        ("M30 76C26 56 44 42 66 44C90 44 106 56 104 74C102 92 84 102 64 100C46 100 32 92 30 76Z"), shell
    ) + path("M38 66C42 54 54 48 66 49C56 54 48 60 46 70Z", light(shell, 0.6))
    spots = "".join(
        (
            f"M{points(x - 5, y)}C{points(x - 5, y - 6, x + 5, y - 7, x + 6, y - 1)}"
            f"C{points(x + 6, y + 5, x - 4, y + 6, x - 5, y)}Z"
        )
        for x, y in (
            (46, 62),
            (60, 56),
            (75, 56),
            (90, 64),
            (42, 77),
            (56, 71),
            (70, 71),
            (84, 77),
            (96, 78),
            (50, 89),
            (65, 87),
            (79, 90),
        )
    )
    edge = stroke("M30 78C34 94 48 102 64 102C84 104 102 94 105 76", foot, 5)
    return whole(
        fan
        + body
        + f'<path d="{spots}" fill="#{band}" stroke="#3A2420" stroke-width="1.8"/>'
        + edge
        + stroke("M104 72L116 64M103 78L117 76", foot, 2.6),
        (6, 4, 116, 122),
        "bed",
    )


def _money(shell: str, band: str, foot: str) -> Figure:
    """Two money cowries: one from its back, one showing the toothed slit."""
    body = "M-34 4C-40 -12 -26 -30 0 -30C28 -30 42 -14 36 6C40 20 22 34 0 34C-24 34 -40 22 -34 4Z"
    back = (
        path(body, shell)
        + f'<g transform="scale(.7)">{stroke(body, band, 3)}</g>'
        + path("M-24 -8C-18 -20 -6 -24 6 -24C-6 -18 -14 -10 -16 2Z", light(shell, 0.6))
    )
    teeth = "".join(f"M{x} -4v-8M{x} 6v8" for x in range(-22, 27, 6))
    front = (
        path(body, light(shell, 0.45))
        + stroke("M-28 2Q0 -4 30 2", dark(foot, 0.5), 5)
        + stroke(teeth, band, 2.2)
    )
    return whole(
        copies(back, [(46, 42, -16, 1.15)]) + copies(front, [(84, 92, 12, 1.0)]), (0, 0, 128, 130), "bed"
    )


def _turban(shell: str, band: str, foot: str) -> Figure:
    """A broad shell of rounded whorls, high as wide, with its lid behind it."""
    rows = ((58, 84, 42, 28), (54, 58, 31, 20), (51, 38, 21, 14), (49, 23, 12, 9), (48, 12, 6, 6))
    drawn = _foot(foot) + oval(16, 116, 14, 5, dark(shell, 0.4))
    drawn += "".join(
        path(
            (
                f"M{x - rx} {y}C{x - rx} {y - ry * 1.2:.0f} {x + rx} {y - ry * 1.2:.0f} {x + rx} {y}"
                f"C{x + rx} {y + ry * 1.2:.0f} {x - rx} {y + ry * 1.2:.0f} {x - rx} {y}Z"
            ),
            dark(shell, 0.25),
        )
        + oval(x - 2, y - 2, rx - 3.4, ry - 3, shell)
        + stroke(
            (
                f"M{x - rx * 0.7:.0f} {y - ry * 0.3:.0f}"
                f"Q{x - rx * 0.3:.0f} {y - ry * 0.7:.0f} {x + rx * 0.1:.0f} {y - ry * 0.7:.0f}"
            ),
            light(shell, 0.4),
            2.6,
        )
        for x, y, rx, ry in reversed(rows)
    )
    return whole(drawn + stroke("M22 92Q58 106 94 90", band, 3), (0, 2, 126, 122))


def _limpets(shell: str, band: str, foot: str) -> Figure:
    """Several low limpets on a steep rock with red weed."""
    rock = path("M0 124L14 60L44 22L84 10L112 48L128 124Z", "5F6A74") + path(
        "M14 118L26 64L50 28L64 24L40 66L34 118Z", "7F8A94"
    )
    weed = stroke("M100 124q4 -20 -4 -34M110 124q8 -16 4 -30M92 124q-4 -14 -12 -20", "9A3A4A", 4)
    ribs = "".join(f"M2 -8L{points(*spin(0, 2, turn, 24))}" for turn in range(0, 360, 30))
    one = (
        oval(0, 2, 27, 21, dark(shell, 0.25))
        + oval(0, 0, 25, 19, shell)
        + stroke(ribs, light(shell, 0.4), 1.8)
        + stroke("M-15 -1A15 11 0 1 0 17 -1A15 11 0 1 0 -15 -1", band, 2)
        + oval(2, -8, 5, 4, light(shell, 0.6))
    )
    return whole(
        rock
        + weed
        + copies(one, [(62, 44, -12, 0.95), (36, 86, 8, 1.05), (88, 80, -6, 0.85), (64, 110, 0, 0.66)]),
        (0, 8, 128, 118),
        "bed",
    )


def _winged(shell: str, band: str, foot: str) -> Figure:
    """A sea butterfly: a coiled glassy shell that swims with two wings."""
    wings = path(
        ("M64 60C50 34 22 16 2 22C0 44 24 66 56 72ZM70 60C84 34 108 16 126 22C130 44 104 66 76 72Z"),
        foot,
        0.92,
    ) + stroke(
        "M60 62Q34 38 10 30M72 62Q94 38 118 30M58 66Q32 56 14 46M74 66Q98 56 114 46", dark(foot, 0.25), 1.8
    )
    return whole(
        wings
        + oval(66, 92, 32, 30, dark(shell, 0.25))
        + oval(65, 90, 29, 27, shell)
        + stroke(spiral(66, 92, 23), band, 3.4)
        + path("M42 82C46 70 56 64 66 64C56 70 52 76 50 86Z", "FFFFFF", 0.7)
        + path("M56 62C58 52 74 52 76 62C74 72 58 72 56 62Z", dark(foot, 0.3)),
        (-2, 16, 132, 108),
        "below",
    )


SNAILS = {
    "garden": _garden,
    "apple": _apple,
    "pond": _pond,
    "conch": _conch,
    "limpet": _limpet,
    "abalone": _abalone,
    "cowrie": _cowrie,
    "money": _money,
    "turban": _turban,
    "limpets": _limpets,
    "winged": _winged,
}


FAMILIES = {"snail": snail}
