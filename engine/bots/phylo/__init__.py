"""Bots for Phylo (see `engine.contract.Bot`)."""

from collections.abc import Mapping

from engine.bots import play_randomly
from engine.bots.phylo import beginner, greedy
from engine.contract import Bot
from engine.record_format import Action, BotView

LEVELS: Mapping[str, Bot[BotView, Action]] = {
    "random": play_randomly,
    "beginner": beginner.choose,
    "greedy": greedy.choose,
}
