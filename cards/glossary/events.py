"""The target, the effects and the duration of an event."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.glossary.criteria import as_search
from cards.glossary.entry import Entry, Section, is_estimated
from cards.keywords.effects import EFFECTS
from cards.models import Card
from cards.words import criterion_words
from engine.phylo.rules import RULES, RuleSet


def event_sections(card: Card, rules: str) -> list[Section]:
    effects = [_effect(card, effect) for effect in card.effects]
    return [
        Section(_("How it is played"), [_target(card), _cost(RULES[rules])]),
        Section(_("What it does"), [*effects, _duration(card)]),
    ]


def _effect(card: Card, block: dict[str, Any]) -> Entry:
    effect = EFFECTS[block["do"]]
    chip = effect.shown(block)
    return Entry(
        "icon",
        chip.words,
        effect.explained(block),
        name=chip.icon,
        clauses=("P30",),
        search=as_search(block["which"]) if block.get("which") else "",
        search_label=_("Which cards these are"),
        estimated=is_estimated(card, "effects"),
    )


def _target(card: Card) -> Entry:
    """`{}` and None both stand for any species."""
    target = card.target or {}
    if target:
        title = _("Play on %(what)s") % {"what": criterion_words(target)}
        text = _("Its target is such a species, lying face up, yours or the other player’s.")
    else:
        title = _("Play on any species")
        text = _("Its target is any species that lies face up, yours or the other player’s.")
    return Entry(
        "icon",
        title,
        text + " " + _("Never HOME, a habitat or a seedling."),
        name="e-control",
        clauses=("P28",),
        search=as_search(target),
        search_label=_("Which cards these are"),
        estimated=is_estimated(card, "target"),
    )


def _cost(rules: RuleSet) -> Entry:
    if rules.event_ends_turn:
        return Entry(
            "icon",
            _("Ends your turn"),
            _("One event a turn, as the last action: those that are left are lost."),
            name="i-clock",
            clauses=("P11",),
        )
    return Entry(
        "icon",
        _("One action"),
        _("It is an action like any other; there is no limit to events in a turn."),
        name="i-clock",
        clauses=("P11",),
    )


def _duration(card: Card) -> Entry:
    estimated = is_estimated(card, "duration")
    if not card.duration:
        text = _("It happens as soon as it is played. Then the event goes to your discard pile.")
        return Entry("icon", _("At once"), text, name="i-hourglass", clauses=("P29",), estimated=estimated)
    title = ngettext("For %(turns)s turn", "For %(turns)s turns", card.duration) % {"turns": card.duration}
    text = ngettext(
        "It lies on its target for the rest of this turn and through the next one.",
        "It lies on its target for the rest of this turn and through the next %(turns)s, the turns of both "
        "players counted.",
        card.duration,
    ) % {"turns": card.duration}
    return Entry("icon", title, text, name="i-hourglass", clauses=("P29",), estimated=estimated)
