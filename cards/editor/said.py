"""The parts of a card read back as sentences, in the words in which the card's page explains them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import engine
from cards.editor.combinations import meeting
from cards.editor.form import CardForm
from cards.glossary.abilities import ability_entries
from cards.glossary.entry import Entry
from cards.glossary.events import event_sections
from cards.keywords.abilities import ABILITIES
from cards.models import Card, Kind
from cards.pages.addresses import search_address


@dataclass(frozen=True, slots=True)
class Said:
    """`row` is the id of the part in the form; `number` counts the published species that it means."""

    row: str
    title: str
    text: str
    url: str = ""
    number: int | None = None


def said_of(form: CardForm, contents: Mapping[str, Any], rules: str) -> list[Said]:
    """One for each finished row of abilities and effects, and for the target and the duration of an event."""
    card = _unchecked(contents)
    if contents["kind"] == Kind.EVENT:
        return _event(form, card, rules)
    if contents["kind"] != Kind.SPECIES:
        return []
    found = []
    bearer = _parsed(card)
    for place, row in enumerate(form.abilities):
        data = row.data()
        if data is None:
            continue
        card.abilities = {row.name: data}
        for entry in ability_entries(card, rules):
            criterion = ABILITIES[row.name].criterion(data)
            number = None if criterion is None else meeting(criterion, bearer)
            found.append(_said(f"abilities-{place}", entry, number))
    return found


def _event(form: CardForm, card: Card, rules: str) -> list[Said]:
    found = []
    rows = [(place, data) for place, row in enumerate(form.effects) if (data := row.data()) is not None]
    for place, data in rows:
        card.effects = [data]
        entry = event_sections(card, rules)[1].entries[0]
        number = meeting(data["which"], None) if "which" in data else None
        found.append(_said(f"effects-{place}", entry, number))
    played, does = event_sections(card, rules)
    found.append(_said("target", played.entries[0], meeting(card.target or {}, None)))
    found.append(_said("duration", does.entries[-1], None))
    return found


def _said(row: str, entry: Entry, number: int | None) -> Said:
    url = search_address(entry.search) if entry.search and number else ""
    return Said(row, entry.title, entry.text, url, number)


def _unchecked(contents: Mapping[str, Any]) -> Card:
    """With what the explanations read of it, whether it could be stored or not."""
    duration = contents["duration"] if isinstance(contents["duration"], int) else 0
    card = Card(
        key="new-card", name=contents["name"], kind=contents["kind"], scale=contents["scale"],
        food_chain=contents["food_chain"], diet=contents["diet"], kingdom=contents["kingdom"],
        phylum=contents["phylum"], class_name=contents["class"], tags=contents["tags"],
        estimated=[], target=contents["target"], duration=duration,
    )  # fmt: skip
    card.terrains, card.climates = contents["terrains"], contents["climates"]
    return card


def _parsed(card: Card) -> engine.Card | None:
    try:
        return engine.Card.parse(card.key, card.as_record())
    except engine.InvalidCard:
        return None
