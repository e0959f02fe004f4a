"""Sets of whole numbers: pyroaring's, or where it is missing (phylo/compiled.py) ours, which do the same."""

from typing import TYPE_CHECKING

from phylo.compiled import has

if TYPE_CHECKING or has("pyroaring"):
    from pyroaring import BitMap, FrozenBitMap
else:
    from cards.search.plain_sets import BitMap, FrozenBitMap

__all__ = ["BitMap", "FrozenBitMap"]
