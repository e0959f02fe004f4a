"""The one button that begins a match at once."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from cards.decks.models import Deck
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.levels import LevelChoice, level_choices
from games.people.services.suggested import suggested


@dataclass(frozen=True)
class QuickStart:
    """`decks` are the slugs of the ready decks, of which a script takes any; the level suits the player."""

    decks: Sequence[str]
    level: LevelChoice


def quick_start(player: uuid.UUID | None) -> QuickStart | None:
    """None while there are no decks."""
    slugs = [*Deck.objects.ready().for_rules(DEFAULT_RULES).values_list("slug", flat=True)]
    levels = level_choices(suggested(player)[DEFAULT_RULES])
    return QuickStart(slugs, next(level for level in levels if level.suggested)) if slugs else None
