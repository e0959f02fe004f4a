"""Why a card of a deck finds nothing in it to live on, in words, and the search that repairs it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from cards.decks.insight import queries
from cards.decks.insight.reading import Reading
from cards.decks.insight.wording import climates_of, terrains_of, version
from cards.explained.fare import fare
from cards.words import any_of, criterion_words


@dataclass(frozen=True, slots=True)
class Hunger:
    """
    `code`: `no-food`, `too-big`, `no-terrain`, `no-climate`, `no-place` (nothing shares both), `never-fed`
    (no card could feed it by these rules), `no-partner` (P27), `no-host` (P24) or `no-ground` (P16).
    """

    code: str
    text: str
    search: str


def hunger(reading: Reading, key: str) -> Hunger:
    """What the orphan of that key lacks."""
    card, means = reading.cards[key], reading.means[key]
    parasitic = card.abilities.parasitic
    if parasitic is not None and parasitic.needs_host:
        text = _("%(card)s has no host: no card that it can live under shares its terrain and its climate.")
        return Hunger("no-host", text % {"card": card.name}, queries.hosts(reading, key))
    if means.support:
        wanted = criterion_words(reading.definitions[key]["abilities"]["beside"])
        text = _("%(card)s has no company: it must be beside %(wanted)s, and the deck has none.")
        return Hunger(
            "no-partner", text % {"card": card.name, "wanted": wanted}, queries.partners(reading, key)
        )
    if card.kind == "habitat" or card.food_chain == 1:
        text = _(
            "%(card)s has no place: nothing that it could lie beside shares its terrain and its climate."
        )
        return Hunger("no-ground", text % {"card": card.name}, queries.ground(reading, card))
    return _hungry(reading, key)


def stranded_words(reading: Reading, key: str) -> str:
    """Of a card that could live in the deck, but needs cards that do not come to lie themselves."""
    means = reading.means[key]
    needed = (means.support | means.hosts | (means.partners or frozenset())) - reading.reached
    text = ngettext(
        "%(card)s needs %(others)s, which finds nothing to live on itself.",
        "%(card)s needs %(others)s, which find nothing to live on themselves.",
        len(needed),
    )
    return text % {"card": reading.name(key), "others": any_of(sorted(reading.name(each) for each in needed))}


def _hungry(reading: Reading, key: str) -> Hunger:
    card = reading.cards[key]
    code, template = _reason(reading, card)
    scales = [
        each.scale for each in reading.cards.values() if _lack(reading, card, _moved(each, card)) == "too-big"
    ]
    words = {
        "card": card.name,
        "nothing": _nothing(card, reading.rules.key),
        "terrains": terrains_of(card),
        "climates": climates_of(card),
        "scale": card.scale,
        "smallest": min(scales, default=0),
        "rules": version(reading.rules.key),
    }
    return Hunger(code, template % words, "" if code == "never-fed" else queries.food_of(reading, key))


def _reason(reading: Reading, card: engine.Card) -> tuple[str, str]:
    """The code, and the sentence with places for words."""
    found = fare(card.diet, card.food_chain, card.scale, card.abilities.any_scale, reading.rules.key)
    if not found.first and not found.prey and card.abilities.feeds_also is None:
        return "never-fed", _("%(card)s can never eat: by rules %(rules)s no card is food for it.")
    others = [each for each in reading.lying.values() if each.key != card.key]

    def feeding(place: Callable[[engine.Card], engine.Card]) -> list[engine.Card]:
        return [each for each in others if _lack(reading, card, place(each)) is None]

    if not feeding(lambda each: _moved(each, card)):
        if any(_lack(reading, card, _moved(each, card)) == "too-big" for each in others):
            return "too-big", _(
                "%(card)s (scale %(scale)s) has no food: all that it could hunt is too big, "
                "scale %(smallest)s or more."
            )
        return "no-food", _("%(card)s has no food: %(nothing)s is in the deck.")
    if not feeding(lambda each: replace(each, climates=card.climates)):
        return "no-terrain", _("%(card)s has no food: %(nothing)s lives in %(terrains)s.")
    if not feeding(lambda each: replace(each, terrains=card.terrains)):
        return "no-climate", _("%(card)s has no food: %(nothing)s lives where it is %(climates)s.")
    return "no-place", _("%(card)s has no food: %(nothing)s lives in %(terrains)s where it is %(climates)s.")


def _lack(reading: Reading, card: engine.Card, other: engine.Card) -> str | None:
    lack = engine.neighbour_lack(card, other, reading.rules.key)
    return None if lack == "not-adjacent" else lack


def _moved(other: engine.Card, card: engine.Card) -> engine.Card:
    """The other one as if it lived where the card does."""
    return replace(other, terrains=card.terrains, climates=card.climates)


def _nothing(card: engine.Card, rules: str) -> str:
    """What would feed it, as what is not there."""
    if card.abilities.feeds_only is not None:
        return _("nothing on its menu")
    found = fare(card.diet, card.food_chain, card.scale, card.abilities.any_scale, rules)
    numbers = [1] * (found.first == "any") + [number for number, _limit in found.prey]
    words = {"numbers": any_of([str(number) for number in numbers])}
    if found.first in ("", "any"):
        return _("nothing of number %(numbers)s") % words if numbers else _("nothing on its menu")
    if not numbers:
        return _("no plant of number 1")
    return _("no plant of number 1 and nothing of number %(numbers)s") % words
