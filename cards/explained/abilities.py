"""The abilities of a species, each as a sentence or two."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from cards.art.chips import ability_chips
from cards.explained.criteria import as_search
from cards.explained.entry import Entry, is_estimated
from cards.models import Card
from cards.words import any_of, criterion_words

CLAUSES = {
    "move": "P25",
    "flight": "P25",
    "spread": "P26",
    "pollinator": "P26",
    "invasive": "P23",
    "parasitic": "P24",
}


def ability_entries(card: Card, rules: str) -> list[Entry]:
    """In the order of the card."""
    abilities = dict(card.abilities or {})
    alone = "feeds_only" in abilities and abilities["feeds_only"] == abilities.get("feeds_also")
    if alone:
        # The face names it once too.
        del abilities["feeds_also"]
    entries = []
    for name, value in abilities.items():
        for chip in ability_chips({name: value}):
            criterion = _criterion(name, value)
            entries.append(
                Entry(
                    "icon",
                    chip.words,
                    _fed_alone()
                    if alone and name == "feeds_only"
                    else _text(name, value, engine.RULES[rules]),
                    name=chip.icon,
                    clauses=(CLAUSES.get(name, "P27"),),
                    search=as_search(criterion, card) if criterion is not None else "",
                    search_label=_("Which cards these are"),
                    estimated=is_estimated(card, "abilities"),
                )
            )
    return entries


def _criterion(name: str, value: Any) -> object:
    if name in ("invasive", "parasitic"):
        return value.get("on" if name == "invasive" else "host") or {}
    return value if name in ("beside", "feeds_only", "feeds_also") else None


def _fed_alone() -> str:
    return _("It lives on these and on nothing else, whatever their number and scale.")


def _text(name: str, value: Any, rules: engine.RuleSet) -> str:
    if name == "move":
        return ngettext(
            "As an action it goes one space along its row or column, to an empty space where it has support.",
            "As an action it goes up to %(count)s spaces along its row or column, to an empty space where it "
            "has support.",
            value,
        ) % {"count": value}
    if name == "flight":
        return ngettext(
            "As an action it goes one space, straight or diagonally, to an empty space where it has support.",
            "As an action it goes up to %(count)s spaces, straight or diagonally, to an empty space where it "
            "has support.",
            value,
        ) % {"count": value}
    if name == "spread":
        return _spread(value, rules)
    if name == "invasive":
        return _invasive(value, rules)
    if name == "parasitic":
        return _parasitic(value)
    words = {"what": criterion_words(value)} if name in ("beside", "feeds_only", "feeds_also") else {}
    return {
        "pollinator": _("Plants that need a pollinator for their SPREAD have one when it lies beside them."),
        "beside": _("Besides what it lives on it needs such a neighbour: %(what)s. One card may be both."),
        "feeds_only": _("Of what would be food it takes only this: %(what)s."),
        "feeds_also": _("This is food for it too, whatever its number and scale: %(what)s."),
        "any_scale": _("Its prey may be as large as it likes, larger than itself too."),
        "any_terrain": _("It needs no terrain in common with its neighbours, only a climate."),
    }[name] % words


def _spread(value: dict[str, Any], rules: engine.RuleSet) -> str:
    count, needs = value.get("count", 1), list(value.get("needs") or [])
    if rules.spread_from == "hand":
        text = ngettext(
            "As an action it lays a card from your hand face down into an empty space beside it: a seedling.",
            "As an action it lays up to %(count)s cards from your hand face down into empty spaces beside "
            "it: seedlings.",
            count,
        )
    else:
        text = ngettext(
            "As an action it lays a card from your discard pile face down into an empty space beside it: "
            "a seedling.",
            "As an action it lays up to %(count)s cards from your discard pile face down into empty spaces "
            "beside it: seedlings.",
            count,
        )
    text = text % {"count": count}
    if needs:
        places = {
            "pollinator": _("while a pollinator lies beside it"),
            "wind": _("while an event brings wind to it"),
        }
        text += " " + _("It can do so only %(when)s.") % {"when": any_of([places[need] for need in needs])}
    return text


def _invasive(value: dict[str, Any], rules: engine.RuleSet) -> str:
    what = criterion_words(value.get("on") or {})
    text = _("It may be played on top of a species of either player: %(what)s.") % {"what": what}
    if rules.invader_covers:
        return f"{text} " + _("The covered card lies face down, and is free again when the invader leaves.")
    return f"{text} " + _("The covered card goes to its owner’s discard pile.")


def _parasitic(value: dict[str, Any]) -> str:
    what = criterion_words(value.get("host") or {})
    text = _(
        "It may be laid under a host with which it shares a terrain and a climate: %(what)s. There it "
        "scores, and goes wherever its host goes."
    ) % {"what": what}
    if value.get("needs_host"):
        return f"{text} " + _("It cannot live without one.")
    return f"{text} " + _("It can live like any other card as well.")
