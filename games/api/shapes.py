"""What answers about matches look like: components of the OpenAPI document."""

from django.utils.translation import gettext_lazy as _

import engine
from cards.api.shape_parts import (
    ADDRESS,
    COUNT,
    MOMENT,
    TEXT,
    TRUTH,
    WHOLE,
    Schema,
    listed,
    one_of,
    or_null,
    page_of,
    ref,
    thing,
    told,
)
from engine.drafting import GAMES
from games.forms.sent import DOINGS
from games.forms.table import HERE, MOST_INVITED, OTHERS, PERSON
from games.models import BotLevel, Challenge, Gathering, Match
from games.models.chat import LONGEST_MESSAGE
from games.rules import EVERY
from games.services import gatherings
from games.services.challenges import PACES
from games.services.offers import KINDS
from games.words.challenges import pace_key

RULES = one_of(engine.RULES)
EVERY_RULES = one_of(EVERY)
DRAFTING = one_of(GAMES)
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
SEAT_OR_NONE: Schema = {"type": ["integer", "null"], "minimum": 0, "maximum": 5}
VERSION = told({"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, _("It counts the moves."))
ONCE = told(
    {"type": "string", "pattern": "^[A-Za-z0-9._:-]{1,64}$"},
    _("One's own choice: sent again it is done once."),
)
CLOCKS = told(one_of([pace_key(pace) for pace in PACES]), _("Kind, seconds, increment."))
TABLE_CLOCKS = told(one_of([pace_key(pace) for pace in gatherings.PACES]), _("Kind, seconds for a choice."))
EVERY_CLOCK = one_of(sorted({pace_key(pace) for pace in (*PACES, *gatherings.PACES)}))
OPTIONS = told({"type": "object"}, _("As records have them; what is left out is as the rules say."))
DECK = told({"type": "string", "maxLength": 80}, _("Slug of a deck."))
ACTIONS = [
    *("reveal", "play", "move", "discard", "spread", "event", "pass", "resign"),
    *("place", "give", "flip"),
]
ACTION: Schema = {
    "type": "object",
    "properties": {"do": one_of(ACTIONS)},
    "required": ["do"],
    "description": _("An action as records have it, without its `seat`."),
}


def none_or(name: str) -> Schema:
    return {"oneOf": [ref(name), {"type": "null"}]}


def sent(fields: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {**thing(fields, optional), "additionalProperties": False}


SEEN: dict[str, Schema] = {
    "Match": thing(
        {
            "match": {"type": "string", "format": "uuid"},
            "seat": told(SEAT_OR_NONE, _("One's own; null for a watcher.")),
            "rules": EVERY_RULES,
            "options": OPTIONS,
            "seats": listed(ref("Seat")),
            "status": one_of(Match.Status.values),
            "version": VERSION,
            "talk": told(COUNT, _("It counts offers and messages.")),
            "to_act": told(listed(SEAT), _("The seats that may act; all who choose at the same time.")),
            "your_turn": TRUTH,
            "scores": told(listed(WHOLE), _("Of all seats; in a solo game also of its opponent.")),
            "offer": told(none_or("StandingOffer"), _("What one seat offers the other.")),
            "clock": told(none_or("Clock"), _("Null for a match without one.")),
            "result": told(none_or("Result"), _("Null until the end.")),
            "rated": TRUTH,
            "public": told(TRUTH, _("Whether everybody may watch.")),
            "created_at": MOMENT,
            "moved_at": told(MOMENT, _("When the last move was made.")),
            "page": told(ADDRESS, _("Its table for people.")),
            "api": told(ADDRESS, _("This match in the API.")),
            "addresses": told(
                thing(
                    dict.fromkeys(("view", "actions", "why", "resign", "offers", "chat", "record"), ADDRESS)
                ),
                _("What belongs to it."),
            ),
        }
    ),
    "MatchPage": page_of("Match"),
    "Seat": thing(
        {
            "number": SEAT,
            "name": TEXT,
            "bot": told(
                {"type": ["string", "null"], "enum": [*BotLevel.values, None]},
                _("Level of the site's own computer; null for players, programs among them."),
            ),
        }
    ),
    "StandingOffer": thing({"kind": one_of(KINDS), "seat": told(SEAT, _("Whose offer it is."))}),
    "Clock": thing(
        {
            "pace": told(EVERY_CLOCK, _("Kind, seconds, increment.")),
            "left": told(listed(COUNT), _("Milliseconds that the seats had at `counted_at`.")),
            "counted_at": MOMENT,
            "running": told(listed(SEAT), _("Whose clocks run since then.")),
            "flag_at": told(or_null(MOMENT), _("When the first flag falls if nobody acts.")),
        }
    ),
    "Result": thing(
        {
            "winner": told(SEAT_OR_NONE, _("Null: a draw, or a victory that several share.")),
            "winners": listed(SEAT),
            "ending": one_of(Match.Ending.values),
        }
    ),
    "MatchView": thing(
        {
            "version": VERSION,
            "current": told(COUNT, _("The present version.")),
            "seat": SEAT_OR_NONE,
            "view": told(
                {"type": "object"},
                _("A position as records have it, with `cards`: the definitions of all that is to be seen."),
            ),
            "legal": told(listed(ref("Action")), _("One's legal actions.")),
            "log": told(listed({"type": "object"}), _("What happened in the move that led to this version.")),
        }
    ),
    "Action": ACTION,
    "LegalActions": thing({"version": VERSION, "legal": listed(ref("Action"))}),
    "Moved": thing({"version": told(COUNT, _("The version that the action led to."))}),
    "Verdict": thing(
        {"legal": TRUTH},
        {
            "code": told(TEXT, _("What is wrong, for programs.")),
            "clause": told(TEXT, _("The clause of the rules.")),
            "message": told(TEXT, _("What is wrong, in a sentence.")),
            "neighbour": told(
                {"type": ["array", "null"], "items": WHOLE}, _("The card that came nearest to support.")
            ),
        },
    ),
    "Record": {"type": "object", "description": _("A `phylo-record/1`.")},
    "Message": thing({"id": COUNT, "seat": SEAT, "text": TEXT, "said_at": MOMENT}),
    "Messages": thing({"count": COUNT, "results": listed(ref("Message"))}),
    "Challenge": thing(
        {
            "challenge": told(TEXT, _("Its code.")),
            "status": one_of([*Challenge.Status.values, "expired"]),
            "maker": TEXT,
            "rating": none_or("Strength"),
            "to": told(or_null(TEXT), _("For whom alone it is; null: for anybody.")),
            "rules": RULES,
            "options": OPTIONS,
            "clock": CLOCKS,
            "deck": told(or_null(TEXT), _("Name of the maker's deck; null where it is not told.")),
            "seat": told(one_of(Challenge.SeatChoice.values), _("The maker's.")),
            "rated": TRUTH,
            "public": TRUTH,
            "listed": told(TRUTH, _("Whether it stands in the lobby.")),
            "ready_decks_only": TRUTH,
            "same_deck": told(TRUTH, _("Whether both play the maker's deck.")),
            "created_at": MOMENT,
            "expires_at": MOMENT,
            "match": told(
                {"type": ["string", "null"], "format": "uuid"}, _("What came of it, if one may see that.")
            ),
            "page": ADDRESS,
            "api": ADDRESS,
            "accept": told(ADDRESS, _("Where it is accepted.")),
        }
    ),
    "ChallengePage": page_of("Challenge"),
    "Table": thing(
        {
            "table": told(TEXT, _("Its code.")),
            "status": one_of([*Gathering.Status.values, "expired"]),
            "maker": TEXT,
            "rules": DRAFTING,
            "seats": told(COUNT, _("All of them.")),
            "taken": told(COUNT, _("Those that somebody has, bots among them.")),
            "free": told(COUNT, _("Those that anybody may take.")),
            "people": told(listed(TEXT), _("Who has come.")),
            "invited": told(listed(TEXT), _("For whom a seat is kept.")),
            "bots": listed(one_of(BotLevel.values)),
            "clock": TABLE_CLOCKS,
            "rated": TRUTH,
            "public": TRUTH,
            "listed": told(TRUTH, _("Whether it stands in the lobby.")),
            "created_at": MOMENT,
            "expires_at": MOMENT,
            "match": told(
                {"type": ["string", "null"], "format": "uuid"}, _("What came of it, if one may see that.")
            ),
            "page": ADDRESS,
            "api": ADDRESS,
            "join": told(ADDRESS, _("Where a seat is taken.")),
        }
    ),
    "TablePage": page_of("Table"),
    "Strength": thing({"number": WHOLE, "provisional": TRUTH}),
}
SENT: dict[str, Schema] = {
    "NewMatch": sent(
        {"deck": DECK},
        {
            "opponent_deck": told(or_null(DECK), _("Null: any ready deck.")),
            "level": one_of(BotLevel.values),
            "rules": RULES,
            "starters": one_of(["deck", "home"]),
            "options": OPTIONS,
        },
    ),
    "Order": sent({"action": ref("Action"), "version": VERSION, "key": ONCE}),
    "Offer": sent({"do": one_of(DOINGS), "kind": one_of(KINDS)}),
    "NewMessage": sent(
        {"text": {"type": "string", "minLength": 1, "maxLength": LONGEST_MESSAGE}, "key": ONCE}
    ),
    "NewChallenge": sent(
        {"deck": DECK},
        {
            "to": told({"type": "string", "maxLength": 60}, _("Name of an account.")),
            "clock": CLOCKS,
            "options": OPTIONS,
            "seat": one_of(Challenge.SeatChoice.values),
            "listed": TRUTH,
            "rated": TRUTH,
            "public": TRUTH,
            "ready_decks_only": TRUTH,
            "same_deck": TRUTH,
            "key": ONCE,
        },
    ),
    "NewTable": sent(
        {"rules": DRAFTING},
        {
            "seats": {
                "type": "array",
                "maxItems": len(OTHERS),
                "items": one_of([PERSON, HERE, *BotLevel.values]),
            },
            "invite": told(
                {"type": "array", "items": {"type": "string", "maxLength": 60}, "maxItems": MOST_INVITED},
                _("Names of accounts."),
            ),
            "clock": TABLE_CLOCKS,
            "listed": TRUTH,
            "rated": TRUTH,
            "public": TRUTH,
            "key": ONCE,
        },
    ),
    "Beginning": sent({}, {"level": one_of(BotLevel.values)}),
    "Acceptance": sent({}, {"deck": DECK}),
}
