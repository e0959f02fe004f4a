"""What is looked for every few seconds, in case its task was lost or its moment has come."""

from collections.abc import Callable
from datetime import datetime

from phylo.slices import Extension

Sweep = Callable[[datetime], None]
"""Takes the time by the site's clock."""

SWEEPS = Extension[Sweep]("sweeps")
AT_MOST = 500
"""Rows of a kind that one sweep deals with."""
