from games.models.match import Match
from games.models.move import Move
from games.models.player import Player
from games.models.seat import BotLevel, Seat

__all__ = ["BotLevel", "Match", "Move", "Player", "Seat"]
