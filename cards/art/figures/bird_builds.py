"""The builds of birds, and their bills, tails and crests, which are files of `bodies/`."""

from dataclasses import dataclass

from cards.art.figures.bodies import builds, outlines
from cards.art.figures.pen import GROUND, Spine, Where


@dataclass(frozen=True, slots=True)
class Build:
    """
    `spine` leads from the root of the tail to the middle of the head, its last `neck` points are the neck
    and head. Legs stand at the places `legs`, from the height `hip` down. `hood` points at the foot of
    the neck do not belong to a coloured head.
    """

    spine: Spine
    wing: str
    primaries: str = ""
    bar: str = ""
    speculum: str = ""
    shoulder: str = ""
    wing_lines: str = ""
    tail: str = "square"
    tail_turn: float = 0
    bill: str = "seed"
    bill_turn: float = 0
    legs: tuple[float, ...] = ()
    hip: float = 100
    shank: float = 3
    stride: float = 0
    webbed: bool = False
    neck: int = 1
    hood: int = 0
    far_wing: str = ""
    perch: tuple[str, ...] = ()
    ground: float = GROUND
    where: Where = ""


BUILDS = builds("bird", Build)
BILLS = outlines("bird-bills")
"""Upper and lower half, if it has one, from the front of the head to the right, for a head of radius 16."""
TAILS = outlines("bird-tails")
"""Feathers to the left of the root of the tail."""
CRESTS = outlines("bird-crests")
"""Parts around a head of radius 16."""
BEFORE = {"wattle"}
"""Crests that lie before the head; others lie behind it."""
