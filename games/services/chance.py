import hashlib
import random

from games.models import Match


def chance(match: Match, version: int) -> random.Random:
    """
    A bot's own generator: the same at a second run of the same turn, so that it makes the same move, and
    hashed, so that nothing of the order of the decks can be read from what the bot does.
    """
    return random.Random(hashlib.sha256(f"bot {match.seed} {version}".encode()).digest())
