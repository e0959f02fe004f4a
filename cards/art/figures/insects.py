"""Insects: beetles, butterflies, bees, flies, ants, dragonflies, grasshoppers and their kin."""

from cards.art.figures.brush import (
    copies,
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
from cards.art.figures.leaves import leaves, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def bee(spec: Spec) -> Figure:
    """A bee, hoverfly or wasp from the side: `form`, fur and bands."""
    form = spec.choice("form", ("honey", "bumble", "hover", "wasp"))
    colour, band = spec.colour("colour", "E3A02E"), spec.colour("band", "2E2420")
    fur, tip = spec.colour("fur", "B9843A"), spec.colour("tip", band)
    folded = spec.choice("wing", ("spread", "folded")) == "folded"
    wing = (
        path("M66 50C60 26 38 8 18 10C16 26 36 46 62 56Z", "E4F0F4", 0.9)
        + path("M70 48C72 24 92 4 110 6C114 22 98 42 74 54Z", "F0F8FA", 0.9)
        + stroke("M64 50Q44 30 24 16M72 48Q86 26 106 12M56 40L40 34M80 38L96 28", "A8BCC4", 1.4)
    )
    if folded:
        wing = path("M80 46C60 30 22 36 -6 60C18 72 56 68 80 56Z", "E4F0F4", 0.92)
        wing += stroke("M78 52Q40 44 2 60M60 46L44 62", "A8BCC4", 1.6)
    if form == "bumble":
        legs = stroke("M54 96L46 116M68 100L66 120M84 96L92 114", band, 4)
        body = (
            path("M10 78C10 56 34 44 56 46L60 104C36 112 12 102 10 78Z", colour)
            + path("M10 78C10 68 14 60 20 55C28 66 30 90 22 102C14 96 10 88 10 78Z", tip)
            + path(
                "M28 51C34 48 40 46 46 46C52 64 52 90 46 106C40 106 34 105 29 104C36 90 36 66 28 51Z", band
            )
        )
        thorax = (
            oval(74, 74, 28, 30, band)
            + path("M76 46C94 48 102 62 102 74C96 66 88 60 74 60C70 56 72 48 76 46Z", fur)
            + path("M54 58C58 50 66 45 76 46C70 52 64 60 62 68Z", light(fur, 0.2))
        )
        fuzz = stroke(
            "".join(
                f"M{points(*spin(56, 75, t, 46))}L{points(*spin(56, 75, t, 51))}" for t in range(-90, 91, 15)
            ),
            fur,
            3,
        )
        head = (
            oval(106, 78, 14, 16, band)
            + eye(109, 74, 4.4, "3A2A22", light(band, 0.3))
            + stroke("M110 64Q120 54 124 58M104 63Q108 50 116 46", band, 2.4)
            + stroke("M114 90L120 102", "5A3A2A", 2.6)
        )
        box = (-8, 36, 136, 88) if folded else (2, 2, 124, 122)
        return whole(legs + fuzz + body + thorax + wing + head, box, "" if folded else "air")
    if form == "wasp":
        body = (
            path("M2 98C16 76 36 66 58 68C54 88 30 102 2 98Z", colour)
            + path("M14 86L22 96L30 94L24 78ZM32 74L36 90L44 85L42 70Z", band)
            + stroke("M2 98l-6 4", band, 2.4)
        )
        legs = stroke("M70 84L56 108L50 120M80 86L76 110L72 122M90 84L100 106L104 118", colour, 3.2)
        mid = (
            oval(78, 70, 19, 17, band)
            + path("M66 62C72 56 82 56 88 60L84 64C78 62 72 64 68 68Z", colour)
            + stroke("M58 70L64 70", band, 5)
        )
        head = (
            oval(104, 72, 13, 15, colour)
            + path("M96 66C98 58 108 56 112 62L104 70Z", band)
            + eye(108, 70, 5, "2A201C")
            + stroke("M108 58Q118 44 126 46M102 58Q106 42 114 38", band, 2.6)
        )
        return whole(legs + body + mid + wing + head, (-6, 2, 134, 122), "air")
    hover = form == "hover"
    abdomen = "M8 92C12 70 36 58 60 60L62 92C44 108 18 108 8 92Z"
    bands = (
        "M24 69C30 66 36 64 40 62C44 74 42 92 36 104L22 103C30 92 30 80 24 69Z"
        if not hover
        else "M18 76L40 62L42 78L24 86Z"
    )
    body = (
        path(abdomen, colour)
        + path(bands, band)
        + path("M8 92C9 86 12 80 15 77C18 86 18 94 16 102C12 100 9 96 8 92Z", tip)
        + path("M48 60C54 59 58 60 60 60L62 92C58 96 54 99 50 101C54 88 54 72 48 60Z", band)
    )
    legs = stroke("M66 92L58 112L64 118M76 96L76 116L84 120M88 92L98 108L106 110", band, 3.4) + (
        oval(60, 106, 5, 7, "F2C23A") if not hover else ""
    )
    thorax = oval(78, 74, 21, 22, dark(fur, 0.18)) + oval(76, 71, 18, 18, fur)
    if hover:
        head = (
            oval(104, 72, 17, 18, band)
            + oval(107, 68, 13, 14, "7A3A2A")
            + oval(104, 63, 4, 5, "C08A70")
            + stroke("M116 80L121 83", band, 2.4)
        )
        wing = path("M70 54C58 30 36 14 14 14C14 30 36 50 66 60Z", "E4F0F4", 0.92) + stroke(
            "M68 56Q40 34 20 20M58 50L34 38", "A8BCC4", 1.6
        )
    else:
        head = (
            oval(104, 76, 15, 17, band)
            + eye(108, 73, 5.4, "4A2E22", light(band, 0.25))
            + stroke("M106 60Q112 46 122 48M100 60Q100 46 108 40", band, 2.6)
        )
    return whole(legs + body + thorax + wing + head, (2, 2, 124, 120), "air")


def _honeypot(head: str, mid: str, rear: str) -> Figure:
    """A replete: it hangs from the roof of its chamber, its rear swollen with honey."""
    roof = path("M0 0H128V14C104 22 88 12 64 18C40 24 20 14 0 20Z", "8A5A3A")
    legs = stroke(
        (
            "M58 42L40 30L36 16M62 40L54 28L56 16M70 40L76 28L74 16M76 42L92 30L96 16M56 48L34 46"
            "L24 18M78 48L100 44L108 18"
        ),
        mid,
        3.2,
    )
    ball = (
        oval(64, 92, 37, 35, dark(rear, 0.25))
        + oval(63, 90, 34, 32, rear)
        + path("M38 84C42 70 54 62 66 62C54 70 48 78 48 90Z", light(rear, 0.7))
        + path(
            ("M50 64h28v5H50ZM44 74h9v5h-9ZM76 74h9v5h-9ZM60 120h10v4H60ZM34 96h7v5h-7ZM88 96h7v5h-7Z"), mid
        )
    )
    return whole(
        roof
        + legs
        + ball
        + oval(66, 48, 14, 9, mid)
        + path("M60 54H68L67 64H61Z", mid)
        + oval(88, 46, 12, 10, head)
        + eye(91, 44, 2.6, "F4EBD8")
        + stroke("M94 40L106 32L112 36M96 46L110 44L114 50", head, 2.2),
        (0, 0, 128, 130),
    )


def ant(spec: Spec) -> Figure:
    """An ant from the side: `form` of its waist and load, colours of head, middle and rear."""
    form = spec.choice("form", ("plain", "leaf", "jaws", "raised", "stout", "trail", "pot"))
    head, mid, rear = (
        spec.colour("head", "2A2422"),
        spec.colour("mid", "2A2422"),
        spec.colour("rear", "2A2422"),
    )
    legs = (
        "M52 76L38 60L24 98M60 80L58 62L50 104M68 80L78 60L86 104"
        if form != "raised"
        else "M50 70L28 54L14 106M60 74L52 50L46 112M70 72L88 48L104 110"
    )
    if form == "pot":
        return _honeypot(head, mid, rear)
    far = "M56 76L46 62L36 98M64 78L68 62L66 104M70 78L88 64L100 100"
    drawn = stroke(far, dark(mid, 0.35), 3) + stroke(legs, dark(mid, 0.12), 3.6)
    if form == "raised":
        drawn += path("M46 70C42 56 32 36 18 30C8 32 4 46 12 56C22 66 36 70 44 74Z", rear) + stroke(
            "M10 46C14 38 20 34 26 36M18 56C22 46 28 42 34 46", light(rear, 0.3), 2
        )
    else:
        size = 25 if form in ("stout", "plain") else 21
        drawn += (
            oval(24, 74, size, size * 0.74, rear)
            + path(
                f"M{24 - size * 0.7:.1f} 68Q{24 - size * 0.2:.1f} 56 {24 + size * 0.5:.1f} 62",
                light(rear, 0.35),
            )
            + stroke(
                (
                    f"M18 {74 - size * 0.7:.1f}q-5 16 0 {size * 1.4:.1f}"
                    f"M30 {74 - size * 0.7:.1f}q5 16 0 {size * 1.4:.1f}"
                ),
                dark(rear, 0.3),
                1.8,
            )
        )
    drawn += oval(48, 76, 5, 7, mid) + path(
        "M48 78C54 62 68 58 78 64C84 72 80 84 70 86C60 86 52 84 48 78Z", mid
    )
    spikes = {"leaf": "M56 66l-4 -10M64 62l0 -10M72 62l4 -8", "jaws": "M54 68l-6 -6"}.get(form, "")
    drawn += stroke(spikes, mid, 3)
    big = {"jaws": 20, "leaf": 18, "stout": 19}.get(form, 16)
    drawn += (
        oval(94, 64, big, big * 0.86, head)
        + path(f"M{94 - big * 0.6:.1f} 58Q{94 - big * 0.2:.1f} 49 {94 + big * 0.4:.1f} 52", light(head, 0.35))
        + eye(99, 60, 3.2)
    )
    drawn += stroke("M102 52L108 36L122 30M96 50L98 32L110 22", dark(head, 0.1), 2.6)
    if form == "jaws":
        drawn += stroke("M110 68C124 66 130 76 118 88M108 74C118 80 116 92 106 92", "3A2418", 4)
    else:
        drawn += path("M106 66L118 68L114 76L104 74Z", dark(head, 0.35))
    if form == "stout":
        drawn += path("M112 70C116 60 128 60 130 70C130 80 118 84 112 78Z", "EBD9A0") + stroke(
            "M116 72Q122 66 127 70", "B59A5A", 1.6
        )
    if form == "leaf":
        drawn += leaves([(110, 72, -32, 74)], "oval", "6FA83A", 1.3, 3)
    if form == "trail":
        drawn = copies(drawn, [(34, -14, 0, 0.7), (-6, 44, 0, 0.62)])
        return whole(drawn, (-10, -2, 136, 120))
    return whole(drawn, (-2, 0 if form == "leaf" else 18, 132, 112 if form == "leaf" else 94))


def hopper(spec: Spec) -> Figure:
    """A grasshopper or cricket from the side: `form` standing, or flying with spread wings."""
    colour, leg = spec.colour("colour", "8FA044"), spec.colour("leg", "B5A04A")
    mark = spec.colour("mark", dark(colour, 0.4))
    flying = spec.choice("form", ("standing", "flying")) == "flying"
    body = path("M6 88C24 74 54 66 84 64L92 84C70 94 36 98 6 92Z", colour) + stroke(
        "M22 82l4 12M34 77l4 15M46 73l4 16M58 70l4 16", dark(colour, 0.22), 2
    )
    saddle = path("M76 60C84 52 100 52 106 60L104 86C96 90 86 88 80 84Z", dark(colour, 0.1))
    head = (
        path("M102 58C112 52 122 58 122 70C122 82 116 90 108 90C102 84 100 68 102 58Z", light(colour, 0.1))
        + eye(112, 66, 5, "2A201C", light(colour, 0.4))
        + stroke("M114 56Q122 42 132 40M110 55Q114 40 124 34", dark(colour, 0.25), 2.2)
    )
    small = stroke("M88 84L84 104L92 114M98 86L104 104L114 112", leg, 3.6)
    if flying:
        hind = (
            path("M86 60C70 30 40 6 4 4C2 30 34 60 82 72Z", light(mark, 0.55), 0.92)
            + stroke("M84 62L10 10M84 66L8 26M84 68L22 44", dark(mark, 0.1), 1.4)
            + path(discs(((30, 18, 3), (46, 30, 3), (24, 32, 3), (60, 44, 2.6), (42, 44, 2.6))), mark)
        )
        fore = path("M90 58C82 30 86 6 104 -4C112 12 108 40 98 60Z", light(colour, 0.2)) + path(
            discs(((98, 10, 2.6), (100, 26, 2.8), (96, 40, 2.4))), mark
        )
        kick = stroke("M74 86L50 104L24 108L6 120", leg, 5)
        return whole(kick + hind + body + small + saddle + fore + head, (-2, -6, 136, 130), "air")
    wing = path("M96 60C66 58 30 66 2 84C34 88 70 86 94 78Z", dark(colour, 0.16)) + path(
        discs(((70, 70, 2.6), (54, 74, 2.6), (40, 78, 2.4), (62, 79, 2))), mark
    )
    thigh = path("M84 88C70 72 54 50 40 34C34 34 30 40 32 46C46 66 66 86 80 96Z", leg) + stroke(
        "M44 44L76 82M40 50L52 58M50 62L60 68M60 72L68 76", mark, 2.2
    )
    shin = stroke("M36 40L16 114L26 118", dark(leg, 0.12), 4.4) + stroke(
        "M31 58l-6 -2M27 72l-6 -2M23 86l-6 -2", dark(leg, 0.3), 2
    )
    return whole(body + wing + small + saddle + shin + thigh + head, (-2, 26, 136, 96))


def _grub(colour: str) -> Figure:
    """Curled in its tunnel in a root."""
    root = (
        path("M-4 62C20 40 108 40 132 62V112C104 130 24 130 -4 112Z", "9A6E48")
        + path(
            "M4 84C8 56 36 46 66 46C100 46 122 60 124 84C122 108 96 118 64 118C30 118 8 108 4 84Z", "5A3C28"
        )
        + stroke("M2 58Q30 46 60 42M70 122Q104 122 126 110", "C09468", 3)
    )
    rows = (
        (22, 84, 13),
        (34, 72, 15),
        (50, 68, 16),
        (66, 72, 16.5),
        (80, 82, 16),
        (94, 88, 15),
        (107, 86, 13),
    )
    body = "".join(
        oval(x, y, r, r, dark(colour, 0.18)) + oval(x - 1, y - 2, r - 2.4, r - 3, colour) for x, y, r in rows
    )
    return whole(
        root
        + body
        + path(discs((x, y + r * 0.62, 1.8) for x, y, r in rows), "B5743A")
        + oval(20, 84, 9, 10, "8A4A26")
        + path("M11 82l-5 3l5 3l2 5l4 -6Z", "4A2616"),
        (-6, 38, 140, 92),
    )


def caterpillar(spec: Spec) -> Figure:
    """A hairy caterpillar, or the fat pale `grub` of a wood moth."""
    form = spec.choice("form", ("hairy", "grub"))
    colour, hair = spec.colour("colour", "8A4B25"), spec.colour("hair", "C98A4A")
    if form == "grub":
        return _grub(colour)
    places = [(16, 96, 13), (32, 84, 15), (50, 78, 16), (68, 80, 16), (86, 88, 15), (102, 90, 14)]
    spikes = "".join(
        f"M{points(x, y)}L{points(*spin(x, y, turn + i * 7, r * 1.9))}"
        for i, (x, y, r) in enumerate(places)
        for turn in range(-100, 101, 25)
    )
    feet = "".join(f"M{x} {y + r - 2}v7" for x, y, r in places)
    drawn = (
        stroke(feet, dark(colour, 0.4), 5) + stroke(spikes, dark(hair, 0.2), 2.6) + stroke(spikes, hair, 1.4)
    )
    drawn += "".join(
        oval(x, y, r, r, colour if i % 2 else dark(colour, 0.25)) for i, (x, y, r) in enumerate(places)
    )
    drawn += twigs(
        [(50, 70, turn, 20.0) for turn in (-20, 0, 20)] + [(68, 70, turn, 20.0) for turn in (-20, 0, 20)],
        "2A2420",
        4.5,
    )
    return whole(
        drawn
        + oval(114, 88, 10, 11, "2A2420")
        + eye(117, 85, 2.8, "F4EBD8")
        + stroke("M114 78l4 -8M118 80l7 -6", "2A2420", 2),
        (-14, 42, 146, 74),
    )


FAMILIES = {"bee": bee, "ant": ant, "hopper": hopper, "caterpillar": caterpillar}
