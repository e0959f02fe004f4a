"""The drafting games Ecosystem and Coral Reef: pure Python without databases, pages or networks."""

from engine.drafting.scoring import Board, Score, score_table
from engine.drafting.sets import CORAL_REEF, ECOSYSTEM, GAMES, Game

__all__ = ["CORAL_REEF", "ECOSYSTEM", "GAMES", "Board", "Game", "Score", "score_table"]
