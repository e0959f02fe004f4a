"""Sharks, rays, eels and seadragons: sea animals whose outline is their own."""

from cards.art.figures.brush import (
    Point,
    bow,
    copies,
    dark,
    discs,
    eye,
    light,
    oval,
    path,
    points,
    smooth,
    spin,
    stroke,
    taper,
    whole,
)
from cards.art.figures.leaves import leaves
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

"""Body and tail, from the upper lobe round by the snout."""


def _banking(back: str, mark: str) -> Figure:
    """A reef manta turning, its white belly with gill slits and dark spots towards us."""
    body = (
        "M64 30C74 26 86 34 94 44C112 44 128 34 140 14C142 44 128 76 98 92"
        "C86 102 74 106 62 104C44 104 30 92 20 76C6 66 -6 66 -16 72C-10 48 8 36 36 40"
        "C44 32 54 28 64 30Z"
    )
    tail = stroke("M60 100Q54 122 66 138", back, 3.4)
    horns = path(
        ("M50 34C42 26 40 14 46 8C54 12 58 20 60 30ZM76 34C80 24 90 18 96 20C96 28 92 36 84 42Z"),
        dark(back, 0.1),
    )
    gills = stroke(
        ("M50 52q6 4 12 3M48 60q7 4 14 3M47 68q7 4 15 3M84 54q-6 4 -12 2M87 62q-7 4 -14 2M88 70q-7 4 -15 2"),
        dark(mark, 0.4),
        2.4,
    )
    inner = (
        "M64 36C74 32 84 40 92 50C108 52 122 44 134 28C132 52 118 74 94 86C84 94 74 98 62 97"
        "C46 96 34 86 26 72C16 62 4 60 -6 62C0 50 14 42 38 46C46 38 54 34 64 36Z"
    )
    spots = path(
        discs(((60, 82, 2.6), (70, 84, 2.2), (54, 88, 2), (66, 91, 2.4), (76, 80, 2), (50, 78, 1.8))),
        dark(back, 0.1),
    )
    return whole(
        tail
        + path(body, back)
        + path(inner, mark)
        + horns
        + path("M54 38Q68 46 80 42L78 47Q66 50 54 44Z", dark(back, 0.3))
        + gills
        + spots,
        (-18, 4, 162, 136),
        "below",
    )


def ray(spec: Spec) -> Figure:
    """A ray from above: `form` manta (horns, pointed wings), eagle or sting (round, with a long tail)."""
    back, mark = spec.colour("back", "3A4655"), spec.colour("mark", "E8ECEE")
    form = spec.choice("form", ("manta", "sting", "saw", "reef"))
    if form == "reef":
        return _banking(back, mark)
    if form == "manta":
        body = (
            "M64 26C72 22 82 28 92 38C112 46 132 62 142 86C124 80 108 84 94 92"
            "C84 100 74 106 64 108C54 106 44 100 34 92C20 84 4 80 -14 86C-4 62 16 46 36 38"
            "C46 28 56 22 64 26Z"
        )
        drawn = (
            path(taper(((64, 100), (66, 118), (60, 138)), 5, 1.2), dark(back, 0.1))
            + path(
                "M50 34C44 26 44 14 50 8C54 14 58 20 58 30ZM78 34C84 26 84 14 78 8C74 14 70 20 70 30Z",
                dark(back, 0.15),
            )
            + path(body, back)
        )
        drawn += path(
            ("M44 46C28 50 14 60 6 72C24 66 38 62 48 60ZM84 46C100 50 114 60 122 72C104 66 90 62 80 60Z"),
            mark,
            0.9,
        ) + path("M64 28C56 50 56 80 64 106C72 80 72 50 64 28Z", dark(back, 0.3))
        drawn += stroke("M40 40C24 48 8 60 -4 76", light(back, 0.3), 2.4)
        return whole(drawn + eye(46, 38, 3) + eye(82, 38, 3), (-15, 6, 158, 134), "below")
    if form == "saw":
        teeth = "".join(f"M{60 - 3} {y}l-7 -2M{68 + 3} {y}l7 -2" for y in range(4, 42, 6))
        saw = stroke(teeth, "F0EBDC", 2.2) + path("M58 2H70L73 48H55Z", light(back, 0.12))
        body = (
            "M64 42C78 44 86 54 104 76C90 78 82 78 78 82C76 100 72 114 66 128H62"
            "C56 114 52 100 50 82C46 78 38 78 24 76C42 54 50 44 64 42Z"
        )
        drawn = (
            saw
            + path(
                (
                    "M62 120C56 130 50 138 44 142C54 142 62 138 66 128C70 136 76 140 82 140"
                    "C78 134 72 126 68 118ZM64 92C58 96 54 104 52 110H76C74 104 70 96 64 92Z"
                ),
                dark(back, 0.15),
            )
            + path(body, back)
        )
        return whole(
            drawn
            + path("M64 86C60 94 60 100 64 108C68 100 68 94 64 86Z", dark(back, 0.3))
            + stroke("M52 58C42 62 36 68 32 74", light(back, 0.35), 2.4)
            + eye(56, 54, 2.6)
            + eye(72, 54, 2.6),
            (20, 0, 88, 144),
            "below",
        )
    tail = path(taper(((64, 84), (72, 108), (58, 128), (66, 148)), 8, 1.4), dark(back, 0.15)) + path(
        "M67 108l9 6l-8 4Z", "F0EBDC"
    )
    body = "M64 14C84 16 110 34 118 58C108 80 86 92 64 96C42 92 20 80 10 58C18 34 44 16 64 14Z"
    spots = [
        (64 + dx * side, y, 3.4 - 0.2 * i % 3)
        for i, (dx, y) in enumerate(((12, 62), (26, 54), (38, 64), (22, 74), (10, 80), (34, 44), (46, 52)))
        for side in (-1, 1)
    ]
    drawn = (
        tail
        + path(body, back)
        + path("M64 14C84 16 110 34 118 58C108 80 86 92 64 96C78 76 78 40 64 14Z", dark(back, 0.12))
        + path(discs(spots), mark)
    )
    return whole(
        drawn
        + oval(54, 32, 5, 4, dark(back, 0.2))
        + oval(74, 32, 5, 4, dark(back, 0.2))
        + eye(54, 31, 3)
        + eye(74, 31, 3)
        + stroke("M26 44C34 32 46 24 58 20", light(back, 0.35), 2.4),
        (8, 10, 112, 140),
        "below",
    )


def eel(spec: Spec) -> Figure:
    """A long body in curves: `form` lamprey (a sucking mouth), eel or moray."""
    back, belly = spec.colour("back", "6F6A4E"), spec.colour("belly", "D8D0A8")
    mark, form = spec.colour("mark", dark(back, 0.35)), spec.choice("form", ("lamprey", "eel", "moray"))
    spine: tuple[Point, ...] = (
        (8, 62),
        (22, 88),
        (44, 92),
        (58, 66),
        (66, 36),
        (86, 28),
        (100, 48),
        (98, 74),
    )
    fin = taper([(x, y - 4) for x, y in spine[:6]], 16, 12) if form != "lamprey" else path_fin(spine)
    drawn = (
        path(fin, dark(back, 0.22))
        + path(taper(spine, 5, 22), back)
        + stroke(smooth([(x + 2, y + 3) for x, y in spine[2:]], closed=False), belly, 4)
    )
    drawn += path(
        discs((x + dx, y + dy, 2.4) for x, y in spine[1:7] for dx, dy in ((-4, -3), (4, 1), (0, -6))), mark
    )
    if form == "lamprey":
        drawn += (
            oval(98, 86, 17, 16, dark(back, 0.1))
            + oval(98, 88, 14, 13, "D98A7A")
            + oval(98, 88, 5, 5, "5A2028")
        )
        teeth = "".join(
            f"M{points(*spin(98, 88, turn, r))}l0 -2.4"
            for r, step in ((11, 30), (7.6, 45))
            for turn in range(0, 360, step)
        )
        drawn += stroke(teeth, "F6E8B0", 2.6) + path(
            discs((101 - i * 1.2, 66 - i * 5, 1.7) for i in range(6)), dark(back, 0.6)
        )
        return whole(drawn + eye(90, 70, 2.8), (0, 12, 120, 94), "below")
    drawn += (
        oval(98, 82, 12, 15, back)
        + path("M90 88C94 100 104 100 107 88C102 92 95 92 90 88Z", "5A2028")
        + (stroke("M93 91l1.6 4l2 -3.4M100 92l2 3.4l1.6 -4", "FFFFFF", 1.6) if form == "moray" else "")
    )
    return whole(
        drawn
        + path(discs((98 + dx, 78 + dy, 1.6) for dx, dy in ((-6, -6), (6, -4), (0, -10))), mark)
        + eye(94, 78, 2.8)
        + eye(103, 78, 2.8),
        (0, 14, 116, 90),
        "below",
    )


def path_fin(spine: tuple[Point, ...]) -> str:
    """Two low fins near a lamprey's tail."""
    (ax, ay), (bx, by), (cx, cy) = spine[1], spine[2], spine[3]
    return (
        f"M{points(ax - 6, ay - 6)}Q{points(ax - 12, ay + 14, bx, by + 14)}L{points(bx, by)}Z"
        f"M{points(bx + 4, by)}Q{points(cx + 10, cy + 22, cx + 8, cy)}Z"
    )


def seadragon(spec: Spec) -> Figure:
    """A pipefish's kin: `form` leafy seadragon or seahorse."""
    back, leaf = spec.colour("back", "C9A23A"), spec.colour("leaf", "7F8F2E")
    if spec.choice("form", ("leafy", "seahorse")) == "seahorse":
        spine: tuple[Point, ...] = (
            (66, 44),
            (58, 62),
            (66, 82),
            (72, 100),
            (62, 116),
            (48, 112),
            (50, 100),
            (58, 102),
        )
        plates = "".join(
            bow(x - 11 + i, y, x, y + 5, x + 11 - i, y)
            for i, (x, y) in enumerate(((60, 54), (60, 64), (64, 74), (68, 84), (71, 94)))
        )
        drawn = (
            path("M50 60C38 58 32 66 34 78C42 78 50 76 56 72Z", light(leaf, 0.2))
            + path(taper(spine, 26, 3), back)
            + stroke(plates, dark(back, 0.22), 1.8)
        )
        head = (
            "M58 44C52 32 58 18 72 18C82 18 86 26 88 32L112 36C115 37 115 43 112 44L88 44C84 50 72 52 62 50Z"
        )
        drawn += path(head, back) + path("M60 22L56 10L66 16L70 6L76 16L82 12L80 22Z", dark(back, 0.15))
        return whole(
            drawn + oval(78, 30, 6, 6, light(back, 0.6)) + eye(78, 30, 3.8), (30, 4, 86, 118), "below"
        )
    spine = ((118, 34), (98, 38), (82, 52), (62, 56), (44, 66), (34, 84), (22, 96))
    fronds = (
        (96, 30, -30),
        (100, 46, 150),
        (84, 42, -50),
        (80, 64, 150),
        (70, 48, -10),
        (62, 66, 170),
        (52, 54, -34),
        (46, 78, 140),
        (34, 72, -70),
        (38, 94, 120),
        (20, 88, -60),
        (20, 104, 160),
    )
    unit = stroke("M0 0Q4 -10 0 -18", back, 2.6) + leaves(
        [(0, -14, -52, 15), (0, -16, 0, 17), (0, -14, 52, 15), (0, -8, 84, 10), (0, -8, -84, 10)],
        "oval",
        leaf,
        1.1,
        0,
    )
    drawn = copies(unit, [(x, y, turn, 1.05) for x, y, turn in fronds]) + path(taper(spine[1:], 17, 3), back)
    drawn += path("M88 34C94 26 104 26 108 32L132 44C134 46 132 50 129 49L106 46C100 50 92 48 88 42Z", back)
    bars = "".join(f"M{points(x - 3, y - 8)}l6 16" for x, y in spine[2:5])
    return whole(
        drawn
        + stroke(bars, light(back, 0.4), 1.8)
        + oval(101, 36, 4.6, 4.6, light(back, 0.6))
        + eye(101, 36, 3),
        (2, 4, 134, 124),
        "below",
    )


FAMILIES = {"ray": ray, "eel": eel, "seadragon": seadragon}
