"""The content of a card's face for the template, derived from the card object."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from cards import words
from cards.art.uploads import credit_words, shown_whole
from cards.keywords.abilities import ability_chips
from cards.keywords.chips import Chip, spoken
from cards.keywords.effects import effect_chips
from cards.texts import language_of_texts
from phylo.jinja import draw

STRIP = ("cold", "cool", "warm", "hot")
CREDITS = {
    "noto": gettext_noop("Composed scene · subject: Noto, Apache-2.0"),
    "fluent-emoji-flat": gettext_noop("Composed scene · subject: Fluent Emoji, MIT"),
    "game-icons": gettext_noop("Composed scene · subject: Game Icons, CC BY 3.0"),
}
THIN, NARROW, WIDE = set("iljI.,'’ "), set("ftr-"), set("mwMW")


def text_width(text: str) -> float:
    """Approximate width of a text in the narrow bold face, in font sizes."""
    return sum(
        0.26 if c in THIN else 0.33 if c in NARROW else 0.72 if c in WIDE else 0.49 + 0.04 * c.isupper()
        for c in text
    )


def name_steps(name: str) -> tuple[str, str]:
    """Classes that shrink a long name: one for the full face, one for the two lines of the compact face."""
    wide = text_width(name)
    full = next((step for step, size in enumerate((5.2, 4.7, 4.2, 3.7)) if wide * size <= 36), 4)
    short = next((step for step, size in enumerate((6, 5.4, 4.8, 4.3)) if _lines(name, 31.5 / size) <= 2), 4)
    return f"name-{full}", f"short-{short}"


def _lines(name: str, room: float) -> int:
    """Lines that `name` takes with `room` font sizes per line; 9 if a single word is too long."""
    lines, used = 1, 0.0
    for word in name.split():
        wide = text_width(word)
        if wide > room:
            return 9
        used += wide + (0.26 if used else 0)
        if used > room:
            lines, used = lines + 1, wide
    return lines


def latin_step(latin: str) -> str:
    """The class that shrinks a long Latin name."""
    return "latin-2" if len(latin) > 29 else "latin-1" if len(latin) > 24 else "latin-0"


def is_crowded(chips: list[Chip]) -> bool:
    """Whether the chips need two rows on the full face."""
    return sum(6 + 2.65 * text_width(chip.words) for chip in chips) > 58


def strip_of(card: dict) -> list[dict]:
    """Four fixed slots: the climates from cold to hot, or the turns of an event."""
    if card.get("kind") == "event":
        turns = card.get("duration") or 0
        labels = (
            [_("Turn %(number)s") % {"number": n} for n in range(1, 5)]
            if turns
            else [_("At once"), "", "", ""]
        )
        return [
            {"key": "turn", "label": label, "on": place < max(turns, 1)} for place, label in enumerate(labels)
        ]
    climates = STRIP if card.get("kind") == "home" else card.get("climates") or []
    return [{"key": name, "label": _(words.CLIMATES[name]), "on": name in climates} for name in STRIP]


def terrains_of(card: dict) -> list[dict]:
    names = list(card.get("terrains") or [])
    if card.get("kind") == "home":
        names = list(words.TERRAINS)
    if card.get("kind") == "event":
        names = [name for effect in card.get("effects") or [] for name in words.as_list(effect.get("to", []))]
    return [{"key": name, "label": _(words.TERRAINS[name])} for name in names if name in words.TERRAINS]


def lines_of(card: dict) -> dict:
    """The lines that differ by kind: below the name, above the chips and beside the points; and the chips."""
    kind = card.get("kind", "species")
    supports = [Chip("i-sprout", _("Supports number 1"))]
    if kind == "event":
        target = card.get("target")
        aim = (
            _("Play on %(what)s") % {"what": words.criterion_words(target)}
            if target
            else _("Play on any species")
        )
        return {
            "latin": _("Event"),
            "classification": aim,
            "chips": effect_chips(card.get("effects")),
            "foot": card.get("foot") or _("Ends your turn"),
        }
    if kind == "home":
        return {
            "latin": _("Where your food web begins"),
            "classification": _("Every terrain · every climate"),
            "chips": supports,
            "foot": _("No points"),
            "fact": card.get("fact") or _("Never moved, covered or removed. HOME is no food."),
            "badge": _("Starter"),
        }
    if kind == "habitat":
        spoken_rule = _("supports any species of number 1 that shares a terrain and a climate")
        return {
            "latin": _("Habitat"),
            "classification": _(
                "Any species of number 1 that shares a terrain and a climate may lie beside it."
            ),
            "chips": [
                Chip("i-sprout", _("Supports number 1"), spoken=spoken_rule),
                Chip("i-link", _("Stays for good")),
            ],
            "badge": _("Habitat"),
        }
    ranks = " · ".join(filter(None, (card.get("kingdom"), card.get("phylum"), card.get("class"))))
    return {
        "latin": card.get("latin_name", ""),
        "classification": ranks,
        "chips": ability_chips(card.get("abilities")),
    }


def description(card: dict, chips: list[Chip], points: int | None) -> str:
    """A sentence describing the card: what it is, eats and needs, its points and abilities."""
    kind = card.get("kind", "species")
    parts = [card.get("name", "")]
    if kind == "species":
        parts += [
            _(words.DIETS[card["diet"]]) if card.get("diet") in words.DIETS else "",
            _("number %(number)s") % {"number": card["food_chain"]} if card.get("food_chain") else "",
            _("scale %(number)s") % {"number": card["scale"]} if card.get("scale") else "",
        ]
    if kind == "event":
        turns = card.get("duration") or 0
        lasts = ngettext("lasts %(turns)s turn", "lasts %(turns)s turns", turns) % {"turns": turns}
        parts += [_("event"), lines_of(card)["classification"], lasts if turns else _("at once")]
    elif kind == "home":
        parts += [_("every terrain"), _("every climate")]
    else:
        parts.append(_("habitat") if kind == "habitat" else "")
        parts += [
            words.terrain_words(card.get("terrains") or []),
            words.climate_words(card.get("climates") or []),
        ]
        parts.append(words.points_words(points) if points is not None else "")
    return ", ".join(filter(None, [*parts, spoken(chips)]))


def _states(card: dict, mine: bool | None, events: list[dict], at_risk: str, points: int | None) -> list[str]:
    """What the description adds for a card in a match: its owner, lasting events, threats."""
    said = []
    if mine is not None:
        said.append(_("yours") if mine else _("your opponent’s"))
    said += [words.lasting_words(event["name"], event["turns_left"]) for event in events]
    if points is not None and points != card.get("points"):
        said.append(_("printed %(points)s") % {"points": words.points_words(card.get("points") or 0)})
    if at_risk:
        said.append(_("at risk: %(why)s") % {"why": at_risk})
    return said


def _classes(
    card: dict, lines: dict, owner: int | None, mine: bool | None, face_down: bool, at_risk: str
) -> str:
    kind = card.get("kind", "species")
    first = (card.get("terrains") or [None])[0]
    names = [f"card--{kind}", *name_steps(card.get("name", "")), latin_step(lines["latin"])]
    names += ["is-crowded"] if is_crowded(lines["chips"]) else []
    names += [f"stock-{first}"] if first and kind not in ("event", "home") else []
    names += [f"seat-{owner}"] if owner is not None else []
    names += ["is-turned"] if mine is False else ["is-upright"] if mine else []
    names += ["is-face-down"] if face_down else []
    names += ["is-at-risk"] if at_risk else []
    return " ".join(names)


def credit_of(card: Mapping[str, Any]) -> str:
    """The credit for the card's picture."""
    if card.get("picture"):
        return credit_words(card["picture"])
    family = (card.get("subject") or "").partition(":")[0]
    return card.get("credit") or _(CREDITS.get(family, gettext_noop("Composed scene · CC0")))


def face_context(
    card: dict,
    *,
    owner: int | None = None,
    mine: bool | None = None,
    described: bool = True,
    face_down_of: dict | None = None,
    points: int | None = None,
    events: list[dict] | None = None,
    at_risk: str = "",
) -> dict:
    """
    What templates/cards/card_face.jinja shows.

    `card` is the card object of the record format, with `key`, `art` (address of its picture), `fact`,
    `credit`, `subject` and `picture` (uploaded, see uploads.py); an event may also have `foot`, its cost
    where it is played. `owner` is the seat to whose pile it goes; `mine` is whether the reader sits there
    (None: nobody does), which the description mentions only if `described`. `face_down_of` is the card object
    of the card that spread; `card` may be the same object. `points` are those in force, `events` entries with
    `name` and `turns_left`, `at_risk` the reason in two or three words.
    """
    shown = face_down_of or card
    if shown.get("kind") == "home":
        shown = shown | {"name": shown["name"].upper()}
    worth = shown.get("points") if points is None else points
    lines = {"fact": card.get("fact", ""), "badge": "", "foot": ""} | lines_of(shown)
    events = events or []
    said = _states(shown, mine if described else None, events, at_risk, points)
    if face_down_of:
        intro = _("Seedling of %(name)s, face down") % {"name": shown.get("name", "")}
        number = _("number %(number)s") % {"number": shown.get("food_chain")}
        sentence = ", ".join(filter(None, [intro, number, words.terrain_words(shown.get("terrains") or [])]))
    else:
        sentence = description(shown, lines["chips"], worth)
    kind, scale, turns = shown.get("kind", "species"), shown.get("scale") or 0, shown.get("duration") or 0
    return {
        "card": shown,
        "kind": kind,
        "name": shown.get("name", ""),
        "scale": _known(shown.get("scale")),
        "food_chain": _known(shown.get("food_chain")),
        "diet": shown.get("diet") or "",
        "key": card.get("key", ""),
        "art": card.get("art", ""),
        "credit": credit_of(card),
        "whole": shown_whole(card.get("picture")),
        "classes": _classes(shown, lines, owner, mine, bool(face_down_of), at_risk),
        "face_down": bool(face_down_of),
        "owned": owner is not None,
        "cells": [9 - row <= scale for row in range(9)] if scale else [],
        "terrains": terrains_of(shown),
        "strip": strip_of(shown),
        "points": worth if kind in ("species", "habitat") else None,
        "points_unit": ngettext("point", "points", worth or 0),
        "points_changed": points is not None and points != shown.get("points"),
        "turns": turns,
        "turns_unit": ngettext("turn", "turns", turns),
        "events": events,
        "at_risk": at_risk,
        "description": words.set_apart([sentence, *said]),
    } | lines


def _known(value: int | None) -> str:
    return "?" if value is None else str(value)


def draw_face(card: Mapping[str, object], **state: object) -> SafeString:
    """
    The HTML of a face, for the arguments of `face_context`.

    Drawing faces is most of the work of a page, and pages repeat the same ones; the same card in the same
    state is therefore drawn once in each language.
    """
    return _drawn(json.dumps([card, state], default=str), *language_of_texts())


@lru_cache(maxsize=2048)  # of 5 KB
def _drawn(content: str, language: str, texts: object) -> SafeString:
    card, state = json.loads(content)
    return draw("cards/card_face.jinja", **face_context(card, **state))
