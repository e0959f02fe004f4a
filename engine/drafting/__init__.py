"""The drafting games Ecosystem and Coral Reef."""

from engine.drafting.scoring import Board, Score, score_table
from engine.drafting.sets import CORAL_REEF, ECOSYSTEM, GAMES, DraftingGame

__all__ = ["CORAL_REEF", "ECOSYSTEM", "GAMES", "Board", "DraftingGame", "Score", "score_table"]
