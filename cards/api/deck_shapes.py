"""What answers on decks look like, and what is sent to change one."""

from django.utils.translation import gettext_lazy as _

import engine
from cards.api.shape_parts import (
    ADDRESS,
    COUNT,
    KEY,
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
from cards.decks.services.building import LONGEST_KEY, MOST_COPIES
from cards.models import Visibility
from cards.models.deck import LONGEST_NAME, LONGEST_NOTES

RULES = told(one_of(engine.RULES), _("The rules that the deck is built for."))
STARTER = told(TEXT, _("Key of the habitat that takes HOME's place (P4), else `home`."))
HAND = told(listed(TEXT), _("Keys of the cards chosen for the opening hand (P7), one a copy."))
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
NOTES: Schema = {"type": "string", "maxLength": LONGEST_NOTES}
ONCE = told(
    {"type": "string", "maxLength": LONGEST_KEY},
    _("A text of your choice: sent again with the same one, it is done once."),
)


def copies_from(least: int) -> Schema:
    """An object of copies by card key."""
    count = {"type": "integer", "minimum": least, "maximum": MOST_COPIES}
    return {"type": "object", "additionalProperties": count}


WHOLE_LIST = told(copies_from(0), _("Card key to copies: the whole list, in place of what was there."))
DESCRIBED: dict[str, Schema] = {
    "name": NAME,
    "notes": NOTES,
    "rules": one_of(engine.RULES),
    "starter": STARTER,
    "opening_hand": HAND,
    "cards": WHOLE_LIST,
    "key": ONCE,
}


def sent(needed: dict[str, Schema], more: dict[str, Schema]) -> Schema:
    """An object that takes nothing else."""
    return {**thing(needed, more), "additionalProperties": False}


DECK_SHAPES: dict[str, Schema] = {
    "Deck": thing(
        {
            "slug": TEXT,
            "name": TEXT,
            "place": TEXT,
            "theme": TEXT,
            "climate": TEXT,
            "notes": TEXT,
            "rules": RULES,
            "starter": STARTER,
            "opening_hand": HAND,
            "size": told(COUNT, _("Cards, counting copies.")),
            "points": told(WHOLE, _("What its cards are worth together.")),
            "complete": told(TRUTH, _("Whether its rules take it as it is.")),
            "cards": listed(ref("DeckCard")),
            "code": told(or_null(TEXT), _("The deck code; null where it has none.")),
            "ready": told(TRUTH, _("Whether it came with the site.")),
            "visibility": one_of(Visibility.values),
            "maker": told(or_null(TEXT), _("Whose deck it is; null for ready decks.")),
            "made_from": told(
                {"oneOf": [ref("DeckOrigin"), {"type": "null"}]}, _("The deck it was copied from.")
            ),
            "likes": COUNT,
            "version": told(COUNT, _("Number of the newest version: it counts changes of the list.")),
            "edition": told(COUNT, _("It counts all changes; whoever changes the deck names it.")),
            "page": told(ADDRESS, _("Its page for people.")),
            "api": told(ADDRESS, _("This deck in the API.")),
            "versions": told(ADDRESS, _("What it has been.")),
            "problems": told(ADDRESS, _("What is wrong with it.")),
            "search": told(or_null(ADDRESS), _("Its cards as a search; ready decks alone.")),
            "created_at": MOMENT,
            "changed_at": MOMENT,
        }
    ),
    "DeckPage": page_of("Deck"),
    "DeckOrigin": thing(
        {
            "credit": told(TEXT, _("Name and maker; they stay when that deck is gone.")),
            "version": or_null(WHOLE),
            "api": told(or_null(ADDRESS), _("Null unless everybody may see it.")),
        }
    ),
    "DeckVersion": thing(
        {
            "number": {"type": "integer", "minimum": 1},
            "note": TEXT,
            "rules": RULES,
            "starter": STARTER,
            "opening_hand": HAND,
            "size": COUNT,
            "cards": told(copies_from(1), _("Card key to copies.")),
            "changes": told(
                {"type": "object", "additionalProperties": WHOLE},
                _("Card key to copies more, or fewer, than in the version before."),
            ),
            "page": ADDRESS,
            "api": ADDRESS,
            "saved_at": MOMENT,
        },
        about=_("Cards are named by key alone: some may be gone since."),
    ),
    "DeckVersionPage": page_of("DeckVersion"),
    "DeckProblem": thing(
        {
            "code": told(TEXT, _("What is wrong, for programs.")),
            "severity": told(one_of(["error", "warning"]), _("`error`: the rules refuse the deck.")),
            "text": told(TEXT, _("What is wrong, in a sentence.")),
            "keys": told(listed(KEY), _("The cards it is about.")),
            "cards": told(or_null(ADDRESS), _("Cards that would help.")),
        }
    ),
    "DeckProblems": thing({"complete": TRUTH, "count": COUNT, "results": listed(ref("DeckProblem"))}),
    "NewDeck": sent({"name": NAME}, {name: each for name, each in DESCRIBED.items() if name != "name"}),
    "DeckChange": sent(
        {"edition": told(COUNT, _("That of the deck as it was read."))},
        {
            **DESCRIBED,
            "copies": told(copies_from(0), _("Card key to copies, of those alone that are to be others.")),
            "visibility": one_of(Visibility.values),
            "note": told({"type": "string", "maxLength": 300}, _("A note on the new version.")),
        },
    ),
    "DeckCopy": sent(
        {}, {"version": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}, "name": NAME, "key": ONCE}
    ),
}
