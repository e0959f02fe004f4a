"""Values on a command line, each refused in one line."""

from collections.abc import Collection
from math import isfinite

from engine.bots.levels import LEVELS, OFFERED, STRONGEST, AnyLevel, level_of
from engine.commands.wrong import Wrong
from engine.contract import shown

LEVEL_WORDS = f"{', '.join(OFFERED)} (also called {STRONGEST}), greedy or random"


def rules_named(name: str) -> str:
    """The key of a rule set. Raises Wrong."""
    return one_of(name, LEVELS, "rules")


def level_named(rules: str, name: str) -> AnyLevel:
    """A level of the computer under these rules. Raises Wrong."""
    try:
        return level_of(rules, name)
    except KeyError:
        one_of(name, [*LEVELS[rules], STRONGEST], "level")
        raise


def one_of(name: str, known: Collection[str], what: str) -> str:
    """The name, if it is known. Raises Wrong."""
    if name not in known:
        are = "are" if what.endswith("s") else "is"
        raise Wrong(f"there {are} no {what} {shown(name)}, but: {', '.join(known)}")
    return name


def whole_number(name: str, text: str, most: int, least: int = 1) -> int:
    """The number that the option of this name has. Raises Wrong."""
    readable = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    if not readable or not least <= int(text) <= most:
        raise Wrong(f"--{name} is a whole number from {least} to {most}, not {shown(text)}")
    return int(text)


def seconds(name: str, text: str, most: float) -> float:
    """Likewise, of a length of time. Raises Wrong."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not isfinite(found) or not 0 < found <= most:
        raise Wrong(f"--{name} is a number above 0 and at most {most:.0f}, not {shown(text)}")
    return found
