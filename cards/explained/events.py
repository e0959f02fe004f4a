"""What an event is played on, what it does and how long it lasts."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from cards.art.chips import effect_chips
from cards.explained.criteria import as_search
from cards.explained.entry import Entry, Section, is_estimated
from cards.models import Card
from cards.words import as_list, climate_words, criterion_words, terrain_words


def event_sections(card: Card, rules: str) -> list[Section]:
    effects = [
        Entry(
            "icon",
            chip.words,
            _effect(effect),
            name=chip.icon,
            clauses=("P30",),
            search=as_search(effect["which"]) if effect.get("which") else "",
            search_label=_("Which cards these are"),
            estimated=is_estimated(card, "effects"),
        )
        for effect in card.effects
        for chip in effect_chips([effect])
    ]
    return [
        Section(_("How it is played"), [_target(card), _cost(engine.RULES[rules])]),
        Section(_("What it does"), [*effects, _duration(card)]),
    ]


def _target(card: Card) -> Entry:
    """`{}` and none both stand for any species."""
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


def _cost(rules: engine.RuleSet) -> Entry:
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


def _effect(effect: dict[str, Any]) -> str:
    do = effect["do"]
    if do.endswith(("terrains", "climates")):
        return _changed(do, as_list(effect.get("to", [])))
    if do == "shift-climate":
        return _shifted(effect.get("by", 1))
    if do == "change-points":
        return _points(effect.get("by", 1))
    count = effect.get("count", 1)
    if do in ("recover", "draw", "opponent-discards"):
        return {
            "recover": ngettext(
                "You take a species of your choice from your discard pile into your hand.",
                "You take up to %(count)s species of your choice from your discard pile into your hand.",
                count,
            ),
            "draw": ngettext("You draw a card.", "You draw %(count)s cards.", count),
            "opponent-discards": ngettext(
                "The other player discards a card from the hand, drawn at random.",
                "The other player discards %(count)s cards from the hand, drawn at random.",
                count,
            ),
        }[do] % {"count": count}
    which = {"which": criterion_words(effect.get("which", {}))}
    if do == "freeze" and "which" in effect:
        return _("Neighbours of the target cannot MOVE, fly or SPREAD: %(which)s.") % which
    return {
        "discard": _("The target goes to its owner’s discard pile. What lived on it may follow."),
        "discard-neighbours": _("These cards beside the target are discarded too: %(which)s.") % which,
        "freeze": _("The target cannot MOVE, fly or SPREAD."),
        "take-control": _("The target changes sides: it counts for you."),
        "wind": _("Wind blows round the target. If it spreads by wind, it now can."),
    }[do]


def _changed(do: str, names: list[str]) -> str:
    how, _dash, what = do.partition("-")
    if what == "terrains":
        return {
            "set": _("The target counts as living in %(names)s, and nowhere else."),
            "add": _("The target lives in %(names)s as well."),
            "remove": _("The target no longer lives in %(names)s."),
        }[how] % {"names": terrain_words(names)}
    return {
        "set": _("The target counts as living in a %(names)s climate, and in no other."),
        "add": _("The target lives in a %(names)s climate as well."),
        "remove": _("The target no longer lives in a %(names)s climate."),
    }[how] % {"names": climate_words(names)}


def _shifted(by: int) -> str:
    steps = abs(by)
    if by > 0:
        text = ngettext(
            "Each climate of the target turns a step warmer. Hot stays hot.",
            "Each climate of the target turns %(steps)s steps warmer. Hot stays hot.",
            steps,
        )
    else:
        text = ngettext(
            "Each climate of the target turns a step colder. Cold stays cold.",
            "Each climate of the target turns %(steps)s steps colder. Cold stays cold.",
            steps,
        )
    return text % {"steps": steps}


def _points(by: int) -> str:
    points = abs(by)
    if by > 0:
        text = ngettext(
            "The target is worth a point more.", "The target is worth %(points)s points more.", points
        )
    else:
        text = ngettext(
            "The target is worth a point less.", "The target is worth %(points)s points less.", points
        )
    return text % {"points": points}
