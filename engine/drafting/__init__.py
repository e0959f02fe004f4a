"""The drafting games Ecosystem and Coral Reef."""

from engine.drafting.scoring import Board, Score, score_table
from engine.drafting.sets import CORAL_REEF, ECOSYSTEM, GAMES, Game

__all__ = ["CORAL_REEF", "ECOSYSTEM", "GAMES", "Board", "Game", "Score", "score_table"]
