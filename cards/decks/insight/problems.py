"""What is wrong with a deck under construction: what the rules refuse, and what will not work in play."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from cards.decks.insight import needs
from cards.decks.insight.hands import first_play
from cards.decks.insight.reading import START, Reading
from cards.decks.models.contents import Contents, Definitions
from cards.models.card import is_own
from cards.texts import local_name
from cards.words import all_of, percent, rules_name
from engine.phylo.cards import Card
from engine.phylo.deck import DeckFault, deck_faults, hand_fault, starter_fault
from engine.phylo.rules import Options

NUMBERS = (
    gettext_noop("No"), gettext_noop("One"), gettext_noop("Two"), gettext_noop("Three"), gettext_noop("Four"),
    gettext_noop("Five"), gettext_noop("Six"), gettext_noop("Seven"), gettext_noop("Eight"),
    gettext_noop("Nine"), gettext_noop("Ten"), gettext_noop("Eleven"), gettext_noop("Twelve"),
)  # fmt: skip
RARELY = 0.85
"""A deck gets a warning if a smaller share of its opening hands has a first play."""


@dataclass(frozen=True, slots=True)
class Problem:
    """
    `code` never changes. `error`: the rules refuse the deck. `keys` are the cards involved; `search` is a
    query that finds cards to solve it, or "" if none would help.
    """

    code: str
    severity: Literal["error", "warning"]
    text: str
    search: str = ""
    keys: tuple[str, ...] = ()


def problems(contents: Contents, cards: Definitions, *, options: Options | None = None) -> list[Problem]:
    """All problems, errors first; `options` are those of the intended match, else the defaults."""
    reading = Reading.of(contents, cards)
    return [*_errors(reading, options or Options()), *_warnings(reading)]


def errors(contents: Contents, cards: Definitions) -> list[Problem]:
    """Only what the rules refuse; fast enough for a list of decks."""
    return list(_errors(Reading.of(contents, cards), Options()))


def _errors(reading: Reading, options: Options) -> Iterator[Problem]:
    contents, rules = reading.contents, reading.rules
    for fault in deck_faults(rules, options, reading.cards, contents.keys):
        yield _refused(reading, fault)
    if contents.starter:
        known = {key: Card.parse(key, reading.definitions[key])
                 for key in [contents.starter] if key in reading.definitions}  # fmt: skip
        fault_of_starter = starter_fault(rules, known, contents.starter)
        if fault_of_starter is not None:
            yield _refused(reading, fault_of_starter)
    if not contents.opening_hand:
        return
    if not rules.preselection:
        text = _("Rules %(rules)s deal the opening hand at random, so no cards can be chosen for it.")
        yield Problem("opening-hand-chosen", "error", text % {"rules": rules_name(rules.key)})
        return
    fault_of_hand = hand_fault(rules, contents.keys, contents.opening_hand)
    if fault_of_hand is not None:
        yield _refused(reading, fault_of_hand)


def _refused(reading: Reading, fault: DeckFault) -> Problem:
    """A fault found by the engine, in words."""
    words = {
        "name": local_name(fault.name),
        "count": fault.count,
        "allowed": fault.allowed,
        "rules": rules_name(reading.rules.key),
    }
    search = ""
    match fault.code:
        case "size":
            missing = fault.allowed - fault.count
            return _wrong_size(reading, missing, words)
        case "no-card" if is_own(fault.key):
            text = _("The set does not show one of its own cards now, so the deck cannot be played with it.")
        case "no-card":
            text, search = _("There is no card “%(name)s”."), needs.like(fault.key)
        case "starter-in-deck":
            text = _("%(name)s is a starter and cannot be one of the deck's cards.")
        case "habitat":
            text = _("Rules %(rules)s have no habitat cards, so %(name)s cannot stay.")
        case "copies":
            text = ngettext(
                "%(count)s copies of %(name)s are too many: the match allows %(allowed)s.",
                "%(count)s copies of %(name)s are too many: the match allows %(allowed)s of a card.",
                fault.allowed,
            )
        case "no-starter":
            text = _("Rules %(rules)s do not let %(name)s take the place of HOME.")
            search = "kind:habitat" if reading.rules.habitats else ""
        case _:
            text = ngettext(
                "The opening hand has %(count)s card. Rules %(rules)s ask for %(allowed)s out of the deck.",
                "The opening hand has %(count)s cards. Rules %(rules)s ask for %(allowed)s out of the deck.",
                fault.count,
            )
    return Problem(fault.code, "error", text % words, search, (fault.key,) if fault.key else ())


def _wrong_size(reading: Reading, missing: int, words: dict[str, object]) -> Problem:
    words["number"] = _counted(abs(missing))
    if missing > 0:
        text = ngettext(
            "%(number)s card short. Rules %(rules)s ask for exactly %(allowed)s.",
            "%(number)s cards short. Rules %(rules)s ask for exactly %(allowed)s.",
            missing,
        )
        return Problem("too-few", "error", text % words, needs.settlers(reading))
    text = ngettext(
        "%(number)s card too many. Rules %(rules)s ask for exactly %(allowed)s.",
        "%(number)s cards too many. Rules %(rules)s ask for exactly %(allowed)s.",
        -missing,
    )
    return Problem("too-many", "error", text % words)


def _counted(number: int) -> str:
    """A number at the start of a sentence: "Two", but digits from 13 on."""
    return _(NUMBERS[number]) if 0 <= number < len(NUMBERS) else str(number)


def _warnings(reading: Reading) -> Iterator[Problem]:
    if reading.lying:
        yield from _beginning(reading)
    for key in reading.orphans:
        found = needs.unmet_need(reading, key)
        yield Problem(found.code, "warning", found.text, found.search, (key,))
    for key in reading.stranded:
        yield _stranded(reading, key)
    yield from _idle_events(reading)
    yield from _idle_spreaders(reading)


def _beginning(reading: Reading) -> Iterator[Problem]:
    """Whether a game can begin."""
    species = reading.of_kind("species")
    if species and not any(reading.cards[key].food_chain == 1 for key in species):
        text = _("No species has number 1, and all food chains begin there.")
        yield Problem("no-base", "warning", text, needs.base())
    if not reading.rooted:
        text = _("No card can be played first: none can lie beside %(starter)s alone.")
        yield Problem("no-first-play", "warning", text % {"starter": reading.name(START)}, needs.base())
        return
    chance = first_play(reading).hand
    if reading.contents.opening_hand and chance == 0:
        text = _("The opening hand has no card that could be played first.")
        yield Problem("hand-without-first-play", "warning", text, needs.base())
    elif chance < RARELY and reading.contents.size >= reading.rules.deck_size:
        text = _("In %(share)s of all opening hands no card can be played first.")
        yield Problem("few-first-plays", "warning", text % {"share": percent(1 - chance)}, needs.base())


def _stranded(reading: Reading, key: str) -> Problem:
    card = reading.cards[key]
    fed = card.kind == "species" and card.food_chain > 1
    search = needs.food_of(reading, key, rooted=True) if fed else needs.ground(reading, card)
    return Problem("stranded", "warning", needs.stranded_words(reading, key), search, (key,))


def _idle_events(reading: Reading) -> Iterator[Problem]:
    targets = [reading.cards[key].printed for key in reading.of_kind("species")]
    for key in reading.of_kind("event") if targets else ():
        event = reading.cards[key]
        if not any(event.target.met_by(face) for face in targets):
            text = _(
                "%(card)s has no target in this deck: it can only be played on cards of the other player."
            )
            yield Problem(
                "no-target",
                "warning",
                text % {"card": local_name(event.name)},
                needs.targets(reading, key),
                (key,),
            )


def _idle_spreaders(reading: Reading) -> Iterator[Problem]:
    """P26: cards that spread only with help from others, which the deck lacks."""
    there = {
        "pollinator": any(card.abilities.pollinator for card in reading.cards.values()),
        "wind": any(effect.do == "wind" for card in reading.cards.values() for effect in card.effects),
    }
    idle: dict[tuple[str, ...], list[str]] = {}
    for key, card in reading.cards.items():
        helpers = tuple(sorted(card.abilities.spread.needs)) if card.abilities.spread else ()
        if helpers and not any(there[need] for need in helpers):
            idle.setdefault(helpers, []).append(key)
    searches = {
        ("pollinator",): "is:pollinator",
        ("wind",): "kind:event effect:wind",
        ("pollinator", "wind"): "is:pollinator or (kind:event effect:wind)",
    }
    for helpers, keys in sorted(idle.items()):
        words = {"cards": all_of([reading.name(key) for key in keys])}
        text = _spread_words(helpers, len(keys)) % words
        yield Problem("cannot-spread", "warning", text, searches[helpers], tuple(keys))


def _spread_words(helpers: tuple[str, ...], number: int) -> str:
    if helpers == ("pollinator",):
        return ngettext(
            "%(cards)s spreads with a pollinator beside it, and the deck has none.",
            "%(cards)s spread with a pollinator beside them, and the deck has none.",
            number,
        )
    if helpers == ("wind",):
        return ngettext(
            "%(cards)s spreads with a Wind event on it, and the deck has none.",
            "%(cards)s spread with a Wind event on them, and the deck has none.",
            number,
        )
    return ngettext(
        "%(cards)s spreads with a pollinator beside it or a Wind event on it, and the deck has neither.",
        "%(cards)s spread with a pollinator beside them or a Wind event on them, and the deck has neither.",
        number,
    )
