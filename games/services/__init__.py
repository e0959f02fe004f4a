from games.services.bot_turn import play_bot_turn
from games.services.challenges import Terms, accept_challenge, make_challenge, withdraw_challenge
from games.services.chat import heard, mute, report, say, settle
from games.services.clock import Pace
from games.services.errors import (
    IllegalAction,
    KeyReused,
    MalformedAction,
    MatchFinished,
    MatchPlaying,
    NoOffer,
    NotAllowed,
    StaleVersion,
    UnknownVersion,
    WrongGame,
)
from games.services.explain import in_words, sentence, why_not
from games.services.gatherings import Table, begin, gather, join, meet_again, start_table, step_out
from games.services.idle import forget_idle_guests
from games.services.matches import Side, create_match, rematch, start_against_bot
from games.services.offers import accept, decline, offer
from games.services.play import let_flag_fall, play
from games.services.players import adopt_guest, leave, resign, sit_down, step_down
from games.services.records import differences, export_record
from games.services.sharing import IllegalRecord, UnreadableRecord, keep_record, share
from games.services.states import faces, legal_at, log_at, phylo_at, state_at, story_at, view_at
from games.services.turn_mails import claim_turn_mails, note_look
from games.services.wishes import let_wishes_lapse

__all__ = [
    "IllegalAction", "IllegalRecord", "KeyReused", "MalformedAction", "MatchFinished", "MatchPlaying",
    "NoOffer", "NotAllowed", "Pace", "Side", "StaleVersion", "Table", "Terms", "UnknownVersion",
    "UnreadableRecord", "WrongGame",
    "accept", "accept_challenge", "adopt_guest", "begin", "claim_turn_mails", "create_match", "decline",
    "differences", "export_record", "faces", "forget_idle_guests", "gather", "heard", "in_words", "join",
    "keep_record", "leave",
    "legal_at", "let_flag_fall", "let_wishes_lapse", "log_at", "make_challenge", "meet_again", "mute",
    "note_look", "offer", "phylo_at", "play", "play_bot_turn", "rematch", "report", "resign", "say",
    "sentence", "settle", "share",
    "sit_down", "start_against_bot", "start_table", "state_at", "step_down", "step_out", "story_at",
    "view_at", "why_not", "withdraw_challenge",
]  # fmt: skip
