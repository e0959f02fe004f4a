"""The columns that searches and relations read, computed when a card is stored.

`derive` fills the columns of `Card` that nobody edits. The order of the bits is permanent: append, never
reorder.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cards.keywords.abilities import ABILITIES, KEYWORDS
from cards.keywords.effects import EFFECTS
from cards.models.attributes import Diet, Kind
from engine.deck_forms.spelling import plain

if TYPE_CHECKING:
    from cards.models.card import Card

ESTIMATED = 1 << 15
"""The bit of keyword_mask for a card with an estimated column."""

KEYWORD_OF = {name: ability.keyword for name, ability in ABILITIES.items()}
CRITERIA = {name for name, ability in ABILITIES.items() if ability.shape == "criterion"}
"""Abilities that count even if they are an empty criterion, which any species meets."""

DERIVED = (
    "search_text", "fact_text", "tag_text", "name_order", "latin_order", "niche",
    "keyword_mask", "effect_mask", "facet_bits", "move", "flight", "spread",
)  # fmt: skip

# The most letters of a plain name: an entry in its index must stay below 2,700 bytes.
LONGEST = 150

# Columns that `same` in a criterion may compare.
SAME = (
    "kingdom", "phylum", "class_name", "tags", "terrain_mask", "climate_mask", "diet", "food_chain", "name",
    "scale",
)  # fmt: skip


def derive(card: "Card") -> None:
    """
    Fill the derived columns.

    `search_text` is `|name|latin name|key|`, each plain, so that a pattern can tell the parts by their bars;
    `tag_text` is `|tag|tag|`, as stored. `name_order` and `latin_order` are bytes, because databases sort
    text differently; both end with the key, so that no two are equal. `facet_bits` holds what is counted:
    bits 0 to 12 as in `niche`, terrains from 13, climates from 21, keywords from 25.
    """
    name, latin = plain(card.name)[:LONGEST], plain(card.latin_name)[:LONGEST]
    abilities, effects = card.abilities or {}, card.effects or []
    card.search_text = f"|{name}|{latin}|{plain(card.key)}|"
    card.fact_text = plain(card.fact)
    tags = sorted({tag.replace("|", " ") for tag in card.tags})
    card.tag_text = f"|{'|'.join(tags)}|"[:LONGEST] if tags else ""
    card.name_order = f"{name}\0{card.key}".encode()
    card.latin_order = f"{latin}\0{card.key}".encode() if latin else None
    card.niche = niche_of(card)
    card.move, card.flight = abilities.get("move") or None, abilities.get("flight") or None
    card.spread = (abilities.get("spread") or {}).get("count")
    wind = any(effect["do"] == "wind" for effect in effects)
    card.keyword_mask = _keyword_mask(abilities, wind=wind) | (ESTIMATED if card.estimated else 0)
    card.facet_bits = (
        card.niche & 0x1FFF
        | card.terrain_mask << 13
        | card.climate_mask << 21
        | (card.keyword_mask & ~ESTIMATED) << 25
    )
    card.effect_mask = _effect_mask(effects)


def _keyword_mask(abilities: Mapping[str, object], *, wind: bool) -> int:
    """The keyword bits of a card; `wind`: one of its effects brings wind."""
    spread = abilities.get("spread")
    needs = (spread.get("needs") if isinstance(spread, Mapping) else None) or []
    has = {KEYWORD_OF[name]: bool(value) or name in CRITERIA for name, value in abilities.items()}
    has |= {"pollinated": "pollinator" in needs, "wind": wind or "wind" in needs}
    return sum(1 << bit for bit, name in enumerate(KEYWORDS) if has.get(name))


def _effect_mask(effects: Sequence[Mapping[str, object]]) -> int:
    places = list(EFFECTS)
    return sum({1 << places.index(str(block["do"])) for block in effects})


def niche_of(card: "Card") -> int:
    """
    Everything except terrains and climates that decides what a card eats, what eats it and what it can lie
    beside.

    Bits 0 to 3: number in the food chain; 4 to 7: scale; 8 to 10: diet (from 1; 0 for none); 11 and 12: kind;
    13: kingdom Plantae; 14: any scale; 15: any terrain; from 16: its demands.
    """
    diet = 1 + Diet.values.index(card.diet) if card.diet else 0
    abilities = card.abilities or {}
    return (
        (card.food_chain or 0)
        | (card.scale or 0) << 4
        | diet << 8
        | Kind.values.index(card.kind) << 11
        | (card.kingdom == "Plantae") << 13
        | bool(abilities.get("any_scale")) << 14
        | bool(abilities.get("any_terrain")) << 15
        | _demands(card) << 16
    )


def _demands(card: "Card") -> int:
    """
    A number for the criteria by which a card narrows or widens what it lives on; 0 for none.

    Includes the columns that `same` compares in them.
    """
    abilities = card.abilities or {}
    demands = {name: abilities[name] for name in ("feeds_only", "feeds_also", "beside") if name in abilities}
    if (abilities.get("parasitic") or {}).get("needs_host"):
        demands["needs_host"] = True
    if not demands:
        return 0
    text = json.dumps(demands, sort_keys=True)
    if '"same"' in text:
        text += json.dumps([getattr(card, column) for column in SAME])
    return int(hashlib.sha256(text.encode()).hexdigest()[:11], 16) + 1
