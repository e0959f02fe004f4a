"""The drafting games Ecosystem and Coral Reef: pure Python without databases, pages or networks."""

from games.drafting.scoring import Board, Score, score_table
from games.drafting.sets import CORAL_REEF, ECOSYSTEM, GAMES, Game

__all__ = ["CORAL_REEF", "ECOSYSTEM", "GAMES", "Board", "Game", "Score", "score_table"]
