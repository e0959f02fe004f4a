"""The builds of mammals, and their tails, ears and horns, which are files of `bodies/`."""

from dataclasses import dataclass

from cards.art.figures.bodies import builds, outlines, spines
from cards.art.figures.pen import Spine, Where


@dataclass(frozen=True, slots=True)
class Build:
    """
    `spine` leads from the rump to the middle of the head, its last `neck` points are the neck and head. The
    near legs `hind` and `fore` lead down to the feet; the far ones stand so far beside them. `hip` is the
    height from which legs grow longer. Ears: place in radii of the head, degrees.
    """

    spine: Spine
    snout: Spine
    hind: Spine
    fore: Spine
    tail: tuple[tuple[float, float], ...] = ()
    tail_shape: str = "thin"
    far_hind: tuple[float, float] = (10, -1.5)
    far_fore: tuple[float, float] = (-9, -1.5)
    hip: float = 84
    neck: int = 2
    feet: str = "paws"
    ears: str = "pointed"
    ear: tuple[float, float, float] = (-0.35, -0.7, -14)
    far_ear: tuple[float, float, float] = (0.42, -0.82, 16)
    eye: tuple[float, float] = (0.4, -0.12)
    horns: str = "none"
    hump: tuple[float, float] = (0, 0)
    where: Where = ""


TAILS: dict[str, tuple[float, ...]] = {
    "none": (1,),
    "thin": (4.5, 3.4, 2.6, 1.2),
    "rope": (5, 4.6, 4.6, 4.4),
    "thick": (9, 7.5, 5.5, 2.4),
    "bushy": (4.5, 8.5, 9.5, 4.5),
    "plume": (5, 11, 13, 7),
    "brush": (5, 6.4, 6.8, 6),
    "tuft": (3, 2.2, 2, 2),
    "flat": (6, 8, 10, 8),
    "stub": (6, 6),
}
"""Radii from root to tip."""

BUILDS = builds("mammal", Build)
EARS = outlines("mammal-ears")
"""An ear that stands upright on (0, 0), for a head of radius 14, and its hollow, if it has them."""
HORNS = spines("mammal-horns")
"""Tapering parts from the forehead up and back; the far horn is the same, seen beside it."""
