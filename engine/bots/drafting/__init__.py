"""Bots for the drafting games (see `engine.contract.Bot`).

They ignore `budget`: they limit their work instead, so that the same view gives the same choice.
"""

from collections.abc import Mapping

from engine.bots import play_randomly
from engine.bots.drafting import beginner, greedy, strong
from engine.contract import Bot
from engine.record_format import DraftAction, DraftView

LEVELS: Mapping[str, Bot[DraftView, DraftAction]] = {
    "random": play_randomly,
    "beginner": beginner.choose,
    "greedy": greedy.choose,
    "strong": strong.choose,
}
