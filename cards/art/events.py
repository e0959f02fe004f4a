"""Art of event cards: the sky shows what happens, the ground where."""

import random
from itertools import pairwise

from cards.art.drawing import (
    HEIGHT,
    HORIZON,
    WIDTH,
    Canvas,
    box,
    discs,
    mix,
    number,
    oval,
    path,
    points,
    stroke,
)
from cards.art.landscape import landscape
from cards.art.light import Light, clouds, snowfall, sun
from cards.art.subject import load_subject, place

SKIES = {
    "blaze": ("7A2F33", "F39A4B", "FFD58A"),
    "drought": ("EA7A48", "F9D08C", "FBDFA0"),
    "storm": ("3C4A63", "A9BBC4", "DDE3DF"),
    "frost": ("7C8CC4", "DDE6F3", "F3F5FA"),
    "dusk": ("4A3F6B", "E9A48C", "F7D7A8"),
    "dawn": ("6FB0B5", "FBEBC0", "FFF3CF"),
}
WORDS = {
    "blaze": "fire volcano flame burn burning collision eruption forest-fire lava",
    "storm": "tornado cyclone wave rain lightning cloud tsunami voltage umbrella oil flood dam",
    "frost": "snowflake ice snow snowman cold freezing frozen",
    "dawn": "seedling rainbow sun herb egg hatching recycling globe scroll heart handshake",
}
PICTURES = {"desert"}
LAND = ("forest", "grassland", "freshwater", "desert", "tundra", "ocean", "urban")


def mood_of(card: dict, words: set[str]) -> str:
    """The sky of the event, by what its picture shows, else by what it does."""
    for mood, signs in WORDS.items():
        if words.intersection(signs.split()):
            return mood
    effects = card.get("effects") or []
    done = {effect["do"] for effect in effects}
    shift = sum(effect.get("by", 0) for effect in effects if effect["do"] == "shift-climate")
    climates = {
        climate for effect in effects if effect["do"].endswith("climates") for climate in effect.get("to", [])
    }
    if shift < 0 or "freeze" in done or climates & {"cold"}:
        return "frost"
    if shift > 0 or "hot" in climates or "desert" in _terrains(card):
        return "drought"
    if done & {"take-control", "recover", "draw", "change-points", "add-terrains"}:
        return "dawn"
    if "wind" in done:
        return "storm"
    return "dusk"


def _terrains(card: dict) -> list[str]:
    """Terrains that the effects bring, else those that the target must have."""
    brought = [
        terrain for effect in card.get("effects") or [] for terrain in effect.get("to", []) if terrain in LAND
    ]
    if brought:
        return brought
    target = card.get("target") or {}
    wanted = target if isinstance(target, list) else [target]
    terrains = [part.get("terrains", []) for part in wanted]
    return [
        name for entry in terrains for name in ([entry] if isinstance(entry, str) else entry) if name in LAND
    ]


def event_scene(canvas: Canvas, rng: random.Random, card: dict, prefix: str) -> None:
    subject = load_subject(card.get("subject") or "")
    words = subject.words if subject else set()
    if words & PICTURES:
        subject = None
    mood = mood_of(card, words)
    top, foot, glow = SKIES[mood]
    light = Light(top, foot, mix(foot, top, 0.4), glow, mood == "frost", prefix)
    fill = canvas.fade((0, top, 1), (0.6, mix(top, foot, 0.6), 1), (1, foot, 1))
    canvas.add(path(box(0, 0, WIDTH, HORIZON + 9), fill))
    sun(canvas, light, rng)
    clouds(canvas, rng, 3 if mood == "storm" else 2)
    terrains = _terrains(card)[:3] or rng.sample(LAND[:4], 2)
    landscape(canvas, rng, light, terrains)
    dim = {"storm": 0.34, "dusk": 0.26, "blaze": 0.28}.get(mood, 0)
    if dim:
        canvas.add(path(box(0, 0, WIDTH, HEIGHT), mix(top, "141020", 0.5), dim))
    if mood == "drought":
        cracks(canvas, rng)
    if subject:
        place(canvas, subject, "air" if mood == "storm" else "ground", 6, rng, "1A1520")
    elif mood in ("drought", "dusk", "blaze"):
        bare_tree(canvas)
    WEATHER[mood](canvas, rng)


def cracks(canvas: Canvas, rng: random.Random) -> None:
    d = ""
    y = 32.0
    xs = [-2 + i * 7.5 + rng.uniform(-1.5, 1.5) for i in range(10)]
    for one, other in pairwise(xs):
        lift = rng.uniform(-1.2, 1.2)
        d += f"M{points(one, y)}L{points(other, y + lift)}"
        d += f"l{points(rng.uniform(-2, 2), 3.2, rng.uniform(-2, 2), 4)}"
        y = min(33.2, max(31, y + lift))
    canvas.add(stroke(d, "8A5427", 0.42, 0.85))


def bare_tree(canvas: Canvas) -> None:
    canvas.add(oval(30.5, 34.6, 7, 0.7, "7A4A22", 0.35))
    limbs = "M28.8 34.4q.8-6-.2-9.6M28.4 26.5q-.4-3.6-3.6-5.6M28.7 23.8q.6-3.6 4.4-6.2"
    twigs = "M26.6 22.3q-3.2.4-4.6-1.6M25.4 21q0-2.6-1.2-4.2M28.6 24.2q-1-4-.4-8.2"
    twigs += "M28.2 19.2q-1.6-1.6-1.6-3.4M30.6 20.4q2.6.2 4.6-.6M31.6 18.8q.2-2.6-.4-4.2"
    canvas.add(stroke(limbs, "3A281E", 1.35), stroke(twigs, "3A281E", 0.8))


def _embers(canvas: Canvas, rng: random.Random) -> None:
    canvas.add(path(discs(rng, 9, (0, WIDTH), (-2, 5), (2.5, 5)), "2B1B22", 0.28))
    fill = canvas.fade((0, "FF7A2E", 0), (1, "FF9A3D", 0.75))
    canvas.add(path(box(0, 27, WIDTH, 11), fill))
    canvas.add(path(discs(rng, 26, (1, WIDTH), (5, 36), (0.15, 0.42)), "FFD36B", 0.9))


def _rain(canvas: Canvas, rng: random.Random) -> None:
    drops = "".join(f"M{points(rng.uniform(0, 60), rng.uniform(0, 34))}l-.9 3" for _ in range(42))
    gusts = "".join(
        f"M{points(rng.uniform(-4, 30), rng.uniform(6, 28))}h{number(rng.uniform(9, 22))}q2.4 0 2.2-1.6t-2-1"
        for _ in range(4)
    )
    canvas.add(stroke(drops, "EAF2F6", 0.2, 0.6), stroke(gusts, "FFFFFF", 0.42, 0.55))


def _motes(canvas: Canvas, rng: random.Random) -> None:
    canvas.add(path(discs(rng, 16, (2, 56), (12, 36), (0.14, 0.34)), "FFF8D8", 0.85))


WEATHER = {
    "blaze": _embers,
    "storm": _rain,
    "frost": lambda canvas, rng: snowfall(canvas, rng, 55),
    "dawn": _motes,
    "drought": lambda canvas, rng: None,
    "dusk": _motes,
}
