from games.services.bot_turn import play_bot_turn
from games.services.errors import (
    IllegalAction,
    KeyReused,
    MalformedAction,
    MatchPlaying,
    StaleVersion,
    UnknownVersion,
)
from games.services.explain import in_words, sentence, why_not
from games.services.matches import Side, create_match, rematch, start_against_bot
from games.services.play import play
from games.services.players import adopt_guest, leave, resign
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
    "adopt_guest",
    "create_match",
    "differences",
    "export_record",
    "faces",
    "in_words",
    "leave",
    "legal_at",
    "log_at",
    "play",
    "play_bot_turn",
    "rematch",
    "resign",
    "sentence",
    "start_against_bot",
    "state_at",
    "story_at",
    "view_at",
    "why_not",
]
