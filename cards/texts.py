"""
What cards are called and say in the reader's language, by their English texts: as a catalogue of messages
does it, so that it serves names in old records and sentences of the engine, too. What is missing, or is the
translation of another English text than the present one, stays English.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from time import monotonic
from unicodedata import normalize

from django.apps import apps
from django.db import connection
from django.db.models import Count, Manager, Max, Model
from django.utils.translation import get_language

from engine.deck_forms.spelling import plain

ENGLISH = "en"
BEHIND = {"es": ("ñ", "n")}
"""By language, letters of their own that stand behind the plain ones."""
SORTED_ONCE = 4096
ASKED_AGAIN = 5.0
"""After so many seconds a process asks whether another one has changed a text."""
State = tuple[datetime | None, int]


@dataclass(frozen=True, eq=False)
class Texts:
    """Of one language, or of none."""

    names: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    plain: Mapping[int, str] = field(default_factory=dict)
    """By the id of the card its name as searches compare it."""


NONE = Texts()
_kept: dict[tuple[str, str], tuple[State, Texts]] = {}
"""By database and language; and the state before they were read."""
_state: dict[str, tuple[State, float]] = {}
"""By database; and when it was read."""
_texts_as_of: dict[str, datetime | None] = {}
"""By database: when a text last changed, as far as this process knows."""


def local_name(name: str) -> str:
    """What the card with this English name is called in the reader's language."""
    return texts().names.get(name, name)


def local_fact(fact: str) -> str:
    """The English sentence of a card in the reader's language."""
    return texts().facts.get(fact, fact)


def sorted_as(name: str) -> str:
    """What a shown name is sorted by in the reader's language: without case, accents and signs."""
    return _sorted_as(_spoken(get_language()), name)


@lru_cache(maxsize=SORTED_ONCE)
def _sorted_as(language: str, name: str) -> str:
    letter, before = BEHIND.get(language, ("", ""))
    if not letter:
        return plain(name)
    kept = "\u019e"  # any letter that stays as it is
    name = normalize("NFC", name).casefold().replace(letter, kept)
    return plain(name).replace(kept, f"{before}{{")  # which is behind z


def _spoken(language: str | None) -> str:
    return (language or ENGLISH).partition("-")[0]


def texts(language: str | None = None) -> Texts:
    """Of a language, by default the reader's."""
    spoken = _spoken(language or get_language())
    if spoken == ENGLISH:
        return NONE
    database = str(connection.settings_dict["NAME"])
    state = state_of_texts()
    kept = _kept.get((database, spoken))
    if kept is None or kept[0] != state:
        kept = _kept[database, spoken] = state, _read(spoken)
    return kept[1]


def language_of_texts() -> tuple[str, State | None]:
    """The reader's language and its state, by which what is made of cards is told apart."""
    language = get_language() or ENGLISH
    return language, None if language.startswith(ENGLISH) else state_of_texts()


def state_of_texts() -> State:
    """What stands for the present texts, in all languages."""
    database = str(connection.settings_dict["NAME"])
    known = _state.get(database)
    if known is not None and monotonic() - known[1] < ASKED_AGAIN:
        return known[0]
    row = _rows().aggregate(last=Max("changed_at"), number=Count("pk"))
    state = row["last"], row["number"]
    _state[database] = state, monotonic()
    return state


def texts_as_of(at: datetime | None) -> None:
    """
    Texts last changed at that moment: what is kept of pages until the next change is drawn with the texts of
    then, not with those of up to ASKED_AGAIN before.
    """
    database = str(connection.settings_dict["NAME"])
    if _texts_as_of.get(database) != at:
        _texts_as_of[database] = at
        _state.pop(database, None)


def languages() -> tuple[str, ...]:
    """Those in which some card has a text."""
    return _languages(str(connection.settings_dict["NAME"]), state_of_texts())


@lru_cache(maxsize=4)
def _languages(_database: str, _state: State) -> tuple[str, ...]:
    found = _rows().order_by("language").values_list("language", flat=True)
    return tuple(found.distinct())


def forget() -> None:
    """Read all anew when it is next needed."""
    _kept.clear()
    _state.clear()
    _languages.cache_clear()


def _read(language: str) -> Texts:
    rows = _rows().filter(language=language).order_by()
    columns = ("card_id", "name", "fact", "of_name", "of_fact", "card__kind")
    names, facts, plain_names = {}, {}, {}
    for card, name, fact, of_name, of_fact, kind in rows.values_list(*columns):
        names[of_name] = name
        plain_names[card] = plain(name)
        if kind == "home":  # which is also written in capitals
            names[of_name.upper()] = name.upper()
        if fact and of_fact:
            facts[of_fact] = fact
    return Texts(names, facts, plain_names)


def _rows() -> "Manager[Model]":
    """Of CardText, whose module knows cards, which know this one."""
    return apps.get_model("cards", "CardText")._default_manager
