"""Fish by the form of their body, fins and tail, and the marks that follow the body."""

from collections.abc import Sequence

from cards.art.figures.brush import (
    Point,
    around,
    bow,
    copies,
    dark,
    eye,
    light,
    oval,
    path,
    points,
    smooth,
    stroke,
    whole,
)
from cards.art.figures.files import Chosen, part
from cards.art.figures.fish_marks import BODIES, MARKS, ROOT, Body
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

TAILS = {
    "fork": ((0, -6), (-24, -27), (-15, 0), (-24, 27), (0, 6)),
    "deep": ((0, -5), (-30, -32), (-10, 0), (-30, 32), (0, 5)),
    "fan": ((0, -6), (-20, -22), (-23, 0), (-20, 22), (0, 6)),
    "round": ((0, -6), (-14, -19), (-25, 0), (-14, 19), (0, 6)),
    "lunate": ((0, -4), (-16, -30), (-26, -34), (-8, 0), (-26, 34), (-16, 30), (0, 4)),
    "square": ((0, -6), (-22, -16), (-22, 16), (0, 6)),
}
DORSALS = ("soft", "spiny", "double", "back", "long", "sail", "spines", "finlets", "tall")


GROUPS = (
    ((0.0, 0.0, 0.0, 1.0),),
    ((10.0, -16.0, 0.0, 0.9), (-10.0, 40.0, 0.0, 0.8)),
    ((40.0, -20.0, 0.0, 0.7), (-14.0, 16.0, 0.0, 0.74), (38.0, 52.0, 0.0, 0.66)),
    ((48.0, -24.0, 0.0, 0.66), (-20.0, -8.0, 0.0, 0.6), (28.0, 22.0, 0.0, 0.72), (-16.0, 52.0, 0.0, 0.6)),
)
"""Where the fish of a shoal are: x, y, turn, size."""


def fish(spec: Spec) -> Figure:
    """
    A fish: `form` of the body, its `depth` and `bend`; colours of back, belly, fins and marks; forms of tail
    and back fin; `more` that few have: wings, a lure, fans, a hooked jaw, whiskers, a plume.
    """
    form = spec.choice("form", tuple(BODIES))
    body = Body(form, spec.amount("bend", 0, -30, 40), spec.amount("depth", 1, 0.5, 1.4))
    back, belly = spec.colour("back", "5F7F94"), spec.colour("belly", "E6E9E2")
    fin, mark = spec.colour("fin", dark(back, 0.1)), spec.colour("mark", dark(back, 0.4))
    tail, dorsal = spec.choice("tail", tuple(TAILS)), spec.choice("dorsal", DORSALS)
    kind, edge = spec.choice("marks", tuple(MARKS)), spec.colour("edge", mark)
    number, line = round(spec.amount("number", 5, 1, 12)), spec.amount("line", 0.25, -0.9, 0.95)
    more = spec.choice(
        "more", ("none", "wings", "glide", "lure", "fans", "hook", "whiskers", "thread", "mouth")
    )
    gaze, iris = spec.amount("gaze", 4.2, 2, 8), spec.colour("iris", "F2E2A0")
    drawn = _tail(body, tail, spec.colour("tailfin", fin)) + _fins(body, dorsal, fin, form)
    behind, before = _extra(more, {"back": back, "fin": fin, "mark": mark})
    drawn += behind
    drawn += path(body.outline(), back) + path(_belly(body, line), belly)
    drawn += path(body.strip(-0.72, 0.13, 0.16, 0.8), light(back, 0.3), 0.75)
    drawn += MARKS[kind](body, mark, edge, number)
    gill = [body.at(0.27, -0.55), body.at(0.31, 0), body.at(0.28, 0.55)]
    drawn += stroke(smooth(gill, closed=False), dark(back, 0.32), 1.8)
    x, y = body.at(0.42, 0.35)
    side_fin = [(x + 8, y - 4), (x - 8, y - 3), (x - 16, y + 7), (x - 4, y + 8)]
    drawn += path(smooth(side_fin), dark(fin, 0.06)) + stroke(
        f"M{points(x + 4, y)}L{points(x - 11, y + 5)}", dark(fin, 0.3), 1.2
    )
    ex, ey = body.at(0.15, -0.3)
    drawn += oval(ex, ey, gaze * 1.35, gaze * 1.35, iris) + eye(ex, ey, gaze)
    jaw = [body.at(0.0, 0.6), body.at(0.05, 0.5), body.at(0.1, 0.55)]
    drawn += stroke(smooth(jaw, closed=False), dark(back, 0.5), 2)
    drawn += before + _at_the_head(more, body, back, fin)
    tips = [*body.edge(0, 1, -1), *body.edge(0, 1, 1), *_reach(more, body, dorsal)]
    tips += [(ROOT + x, 64 + y + body.bend) for x, y in TAILS[tail]]
    group = GROUPS[round(spec.amount("group", 1, 1, 4)) - 1]
    if len(group) > 1:
        left, top, wide, tall = around(tips, 3)
        tips = [
            (x + dx * size, y + dy * size)
            for x, y, _, size in group
            for dx in (left, left + wide)
            for dy in (top, top + tall)
        ]
        drawn = copies(drawn, group)
    return whole(drawn, around(tips, 3), "below")


def _belly(body: Body, line: float) -> str:
    upper = [body.at(0, 0.6), *body.edge(0.08, 1, line)]
    return f"{smooth(upper, closed=False)}L{smooth(body.edge(0, 1, 1, steps=8)[::-1], closed=False)[1:]}Z"


def _tail(body: Body, form: str, colour: str) -> str:
    lean = body.bend * 0.5
    spots = [(ROOT + 3 + x, 64 + body.bend + y - x * lean / 30) for x, y in TAILS[form]]
    d = f"M{points(*spots[0])}" + "".join(f"L{points(*spot)}" for spot in spots[1:]) + "Z"
    middle = (ROOT + 6, 64 + body.bend)
    rays = "".join(
        (f"M{points(*middle)}L{points(middle[0] + (x - middle[0]) * 0.8, middle[1] + (y - middle[1]) * 0.8)}")
        for x, y in spots[1:-1]
    )
    return path(d, colour) + stroke(d, colour, 4) + stroke(rays, dark(colour, 0.22), 1.3)


def _fin(
    body: Body,
    start: float,
    end: float,
    heights: Sequence[float],
    side: float,
    colour: str,
    spiny: bool = False,
) -> str:
    """A fin along the back (`side` -1) or the belly (1)."""
    foot = body.edge(start, end, side * 0.9, steps=len(heights) - 1)
    tips = [(x - high * 0.35, y + side * high) for (x, y), high in zip(foot, heights, strict=True)]
    if spiny:
        notched: list[Point] = []
        for i, tip in enumerate(tips):
            notched.append(tip)
            if i + 1 < len(tips):
                ahead = tips[i + 1]
                notched.append(((tip[0] + ahead[0]) / 2, (tip[1] + ahead[1]) / 2 - side * 3.4))
        d = f"M{'L'.join(points(*spot) for spot in [*notched, *foot[::-1]])}Z"
    else:
        d = f"{smooth(tips, closed=False)}L{'L'.join(points(*spot) for spot in foot[::-1])}Z"
    rays = "".join(f"M{points(*a)}L{points(*b)}" for a, b in zip(foot[1:-1], tips[1:-1], strict=True))
    return path(d, colour) + stroke(d, colour, 1.6) + stroke(rays, dark(colour, 0.25), 1.1)


def _fins(body: Body, form: str, colour: str, kind: str) -> str:
    drawn = _fin(body, 0.66, 0.86, (2, 13, 9, 3), 1, colour) + _fin(
        body, 0.42, 0.56, (2, 13, 8, 2), 1, colour
    )
    if form == "spiny":
        return (
            drawn
            + _fin(body, 0.26, 0.6, (9, 14, 14, 12, 10, 7), -1, colour, True)
            + _fin(body, 0.6, 0.86, (7, 14, 12, 5), -1, colour)
        )
    if form == "double":
        return (
            drawn
            + _fin(body, 0.28, 0.52, (8, 19, 15, 10, 4), -1, colour, True)
            + _fin(body, 0.58, 0.82, (4, 13, 9, 3), -1, colour)
        )
    if form == "back":
        return drawn + _fin(body, 0.68, 0.9, (4, 15, 14, 5), -1, colour)
    if form in ("long", "sail"):
        rows = (4, 10, 11, 11, 11, 12, 10, 4) if form == "long" else (6, 20, 28, 30, 26, 20, 14, 6)
        under = (3, 10, 11, 12, 9, 3) if form == "long" else (4, 16, 22, 20, 12, 4)
        return (
            _fin(body, 0.42, 0.56, (2, 13, 8, 2), 1, colour)
            + _fin(body, 0.24, 0.94, rows, -1, colour)
            + _fin(body, 0.58, 0.94, under, 1, colour)
        )
    if form == "spines":
        places = [body.at(share, -1) for share in (0.36, 0.46, 0.56)]
        spikes = "".join(
            f"M{points(x + 3, y + 1)}L{points(x - 6, y - 15)}L{points(x - 4, y + 1)}Z" for x, y in places
        )
        return drawn + path(spikes, colour) + _fin(body, 0.62, 0.88, (3, 13, 9, 3), -1, colour)
    if form == "finlets":
        places = [body.at(0.34 + i * 0.062, -1) for i in range(10)]
        flags = "".join(
            (
                f"M{points(x + 3, y + 2)}L{points(x - 1, y - 11)}L{points(x - 9, y - 5)}"
                f"L{points(x - 4, y + 2)}Z"
            )
            for x, y in places
        )
        return drawn + path(flags, colour)
    if form == "tall":
        return (
            drawn
            + _fin(body, 0.3, 0.42, (4, 26, 12, 3), -1, colour)
            + "".join(
                path(f"M{points(x + 2, y)}l-5 {side * 7}l-1 {side * -7}Z", "E8C23A")
                for share in (0.66, 0.74, 0.82, 0.9)
                for side in (-1, 1)
                for x, y in (body.at(share, side),)
            )
        )
    adipose = _fin(body, 0.8, 0.87, (2, 6, 2), -1, colour) if kind == "spindle" else ""
    return drawn + adipose + _fin(body, 0.4, 0.6, (4, 17, 13, 8, 3), -1, colour)


def _reach(more: str, body: Body, dorsal: str) -> list[Point]:
    tall = {"sail": 30, "tall": 26, "spines": 15, "double": 19}.get(dorsal, 13)
    spots = [body.at(0.4, -1, tall), body.at(0.7, -1, tall * 0.7), body.at(0.7, 1, 13)]
    if more in ("wings", "glide"):
        spots += [(20, 14), (40, 118)] if more == "wings" else [(40, -4), (96, -2)]
    if more == "lure":
        spots += [(118, 4), (76, 4)]
    if more == "fans":
        spots += [(30, 4), (20, 122), (90, 6)]
    return spots


def _extra(more: str, chosen: Chosen) -> tuple[str, str]:
    """What few fish have, behind the body and before it, as `parts/fish.svg` shows it."""
    behind = part("fish", f"{more}-behind", chosen) if more in ("wings", "glide", "fans") else ""
    return behind, part("fish", more, chosen) if more in ("wings", "glide", "lure") else ""


def _at_the_head(more: str, body: Body, back: str, fin: str) -> str:
    """What is drawn where the head or the back of this body is."""
    if more == "hook":
        x, y = body.at(0, 0)
        head = smooth(
            [
                body.at(0.29, -0.97),
                body.at(0.16, -0.98),
                body.at(0.05, -1),
                (x + 5, y - 1),
                (x + 9, y + 9),
                (x + 3, y + 4),
                (x - 7, y + 3),
                (x + 3, y + 9),
                (x + 2, y + 14),
                body.at(0.12, 1.05),
                body.at(0.27, 0.98),
                body.at(0.31, 0),
            ]
        )
        gaze = body.at(0.15, -0.35)
        return (
            path(head, "5F7A4E")
            + oval(*gaze, 5.6, 5.6, "F2E2A0")
            + eye(*gaze, 4.2)
            + stroke(bow(x - 8, y + 3, x - 14, y + 3, x - 20, y + 7), "2E3A28", 2)
        )
    if more == "whiskers":
        x, y = body.at(0.05, 0.7)
        return stroke(
            bow(x, y, x + 8, y + 8, x + 4, y + 20)
            + bow(x - 6, y + 1, x - 2, y + 12, x - 8, y + 20)
            + bow(x + 2, y - 3, x + 14, y, x + 17, y + 10),
            dark(back, 0.2),
            2.2,
        )
    if more == "thread":
        x, y = body.at(0.8, -1)
        return stroke(bow(x, y, x - 20, y - 6, x - 42, y + 8), fin, 2.4)
    if more == "mouth":
        return path(
            (f"M{points(*body.at(0, 0.2))}L{points(*body.at(0.22, 0.4))}L{points(*body.at(0.02, 1.2))}Z"),
            dark(back, 0.5),
        )
    return ""


FAMILIES = {"fish": fish}
