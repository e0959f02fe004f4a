"""Boards written as pictures, and finished ones with known scores."""

from engine.drafting import CORAL_REEF, ECOSYSTEM, Board, score_table

Row = list[str]


def rows(text: str) -> list[Row]:
    return [line.split() for line in text.strip().splitlines()]


def grid(text: str) -> dict[tuple[int, int], str]:
    """`.` is an empty space."""
    lines = enumerate(rows(text))
    return {(r, c): card for r, line in lines for c, card in enumerate(line) if card != "."}


def ecosystem(*texts: str, neutral=None, solo=False):
    return score_table(ECOSYSTEM, [Board(grid(text)) for text in texts], neutral=neutral, solo=solo)


def coral_reef(*texts: str, down=(), neutral=None, solo=False):
    """`down`: the cards turned over on the first board."""
    boards = [Board(grid(text), frozenset(down) if not n else frozenset()) for n, text in enumerate(texts)]
    return score_table(CORAL_REEF, boards, neutral=neutral, solo=solo)


MOLLY = """
DEER  BEE       DRAGONFLY STREAM EAGLE
FOX   MEADOW    STREAM    TROUT  DEER
EAGLE DEER      STREAM    BEAR   BEE
BEAR  DRAGONFLY STREAM    FOX    MEADOW
"""
CHRIS = """
STREAM    STREAM    MEADOW BEE    RABBIT
DRAGONFLY STREAM    STREAM MEADOW BEE
STREAM    RABBIT    MEADOW RABBIT EAGLE
STREAM    DRAGONFLY TROUT  TROUT  MEADOW
"""
ANNA = """
FOX   MEADOW TROUT  WOLF WOLF
BEE   MEADOW WOLF   DEER DEER
FOX   MEADOW MEADOW BEAR MEADOW
EAGLE MEADOW BEE    FOX  EAGLE
"""
ZOE = """
KRILL    GROUPER   OCTOPUS   PLANKTON  TURTLE
CRAB     SHARK     PLANKTON  CLOWNFISH KRILL
TURTLE   SHARK     CLOWNFISH EEL       GROUPER
PLANKTON CLOWNFISH PLANKTON  CORAL     KRILL
"""
AVERY = """
OCTOPUS KRILL    KRILL     TURTLE   TURTLE
CRAB    PLANKTON PLANKTON  CRAB     PLANKTON
SHARK   CRAB     CLOWNFISH PLANKTON CLOWNFISH
TURTLE  EEL      CORAL     OCTOPUS  SHARK
"""
ELLIE = """
TURTLE OCTOPUS KRILL    KRILL   KRILL
KRILL  KRILL   GROUPER  KRILL   WHALE
WHALE  SHARK   PLANKTON GROUPER CRAB
CORAL  CORAL   CORAL    KRILL   PLANKTON
"""
ELLIES_FLIPS = [[[1, 4], [0, 4]], [[2, 0], [3, 0]]]
ALONE = """
RABBIT EAGLE  RABBIT    FOX    WOLF
TROUT  STREAM DRAGONFLY BEAR   BEE
MEADOW MEADOW DEER      STREAM STREAM
MEADOW WOLF   DEER      BEE    FOX
"""
