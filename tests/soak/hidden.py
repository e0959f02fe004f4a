"""
Cards whose keys and names are nowhere else, so that each gives away the match, and who may know of them.

Every card is in one deck once and in no other, and none is in the card database.
"""

import json
import random
import re
import threading
from typing import Any
from uuid import UUID

TERRAINS = ("forest", "grassland", "freshwater", "ocean", "tundra", "desert", "urban")
CLIMATES = ("cold", "cool", "warm", "hot")
MARK = 16
"""Letters with which a card's key and name end."""
MARKS = re.compile(rf"[0-9a-f]{{{MARK},}}")
FIRST_SEED = 10**12
SEED = re.compile(r"\b0{51}10{8}\d{4}\b")
ANYTHING_HIDDEN = re.compile(rf"(?:hidden|occultus).?[0-9a-f]{{{MARK}}}|{SEED.pattern}", re.IGNORECASE)


def secret_cards(seed: int) -> dict[str, dict[str, Any]]:
    """48 cards in two decks, as a match pins them."""
    rng = random.Random(seed)
    cards = {}
    for number in range(48):
        key = f"hidden-{rng.getrandbits(64):016x}"
        plant = number % 24 < 14
        cards[key] = {
            "kind": "species", "name": f"Hidden {key[7:]}", "latin_name": f"Occultus {key[7:]}",
            "scale": 3 if plant else 5, "food_chain": 1 if plant else 2,
            "diet": "photosynthetic" if plant else "herbivore", "points": 2 if plant else 4,
            "terrains": sorted(TERRAINS), "climates": sorted(CLIMATES),
        }  # fmt: skip
    return cards


def deal(number: int, first: Any, second: Any | None, *, public: bool) -> Any:
    """A match whose cards are in no other one, of two players, or of one with the computer."""
    from games.matches.services.matches import Side, create_match

    cards = secret_cards(number)
    keys = list(cards)
    sides = (
        Side(deck_name="Meadow", deck=keys[:24], player=first),
        Side(deck_name="Heath", deck=keys[24:], player=second, bot="" if second is not None else "random"),
    )
    return create_match(sides=sides, pinned=cards, public=public, seed=f"{FIRST_SEED + number:064}")


def marks_in(text: str) -> set[str]:
    """What may be the ends of keys and names, also inside a longer row of such letters."""
    return {run[start : start + MARK] for run in MARKS.findall(text) for start in range(len(run) - MARK + 1)}


class Secrets:
    """The hidden cards and seeds of all matches, and what each seat has been shown of them."""

    def __init__(self) -> None:
        self._owners: dict[str, UUID] = {}
        self._shown: dict[tuple[UUID, int | None], set[str]] = {}
        self._public: set[UUID] = set()
        self._lock = threading.Lock()

    def add(self, match: Any) -> None:
        with self._lock:
            self._owners |= dict.fromkeys(marks_in(" ".join(match.cards)), match.pk)
            self._owners[match.seed] = match.pk
            if match.public:
                self._public.add(match.pk)

    def leaks(self, text: str, seats: dict[UUID, int]) -> list[str]:
        """
        What of it somebody may not know who has these seats, and watches all other public matches. The text
        was fetched before the call.
        """
        found = [each for each in marks_in(text) | set(SEED.findall(text)) if each in self._owners]
        return [each for each in found if not self._may_know(each, seats)]

    def _may_know(self, each: str, seats: dict[UUID, int]) -> bool:
        match_id = self._owners[each]
        if match_id not in seats and match_id not in self._public:
            return False
        place = match_id, seats.get(match_id)
        # Nobody forgets: what was shown once need not be looked up again.
        if each not in self._shown.get(place, ()):
            self._shown[place] = shown_to(*place)
        return each in self._shown[place]


def shown_to(match_id: UUID, seat: int | None) -> set[str]:
    """What a seat, or a watcher, may know at this moment."""
    from games.matches.models import Match
    from games.matches.services.positions import story_at, view_at

    match = Match.objects.get(pk=match_id)
    if match.finished:
        return marks_in(" ".join(match.cards)) | {match.seed}
    told = json.dumps([view_at(match, seat), story_at(match, seat)])
    return marks_in(told)
