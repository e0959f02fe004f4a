from games.services.bot_turn import play_bot_turn
from games.services.errors import (
    IllegalAction,
    KeyReused,
    MalformedAction,
    MatchPlaying,
    StaleVersion,
    UnknownVersion,
)
from games.services.explain import sentence, why_not
from games.services.matches import Side, create_match, rematch, start_against_bot
from games.services.play import play
from games.services.records import differences, export_record
from games.services.states import faces, legal_at, log_at, state_at, story_at, view_at

__all__ = [
    "IllegalAction",
    "KeyReused",
    "MalformedAction",
    "MatchPlaying",
    "Side",
    "StaleVersion",
    "UnknownVersion",
    "create_match",
    "differences",
    "export_record",
    "faces",
    "legal_at",
    "log_at",
    "play",
    "play_bot_turn",
    "rematch",
    "sentence",
    "start_against_bot",
    "state_at",
    "story_at",
    "view_at",
    "why_not",
]
