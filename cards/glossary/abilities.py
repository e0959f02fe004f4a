"""The abilities of a species, each as a sentence or two."""

from django.utils.translation import gettext as _

import engine
from cards.glossary.criteria import as_search
from cards.glossary.entry import Entry, is_estimated
from cards.keywords.abilities import ABILITIES, feeds_on_these_alone, named_once
from cards.models import Card


def ability_entries(card: Card, rules: str) -> list[Entry]:
    """In the order of the card."""
    alone = feeds_on_these_alone(card.abilities or {})
    entries = []
    for name, value in named_once(card.abilities).items():
        ability = ABILITIES[name]
        chip, criterion = ability.shown(value), ability.criterion(value)
        if chip is None:
            continue
        text = ability.explained(value, engine.RULES[rules])
        if alone and name == "feeds_only":
            text = _("It lives on these and on nothing else, whatever their number and scale.")
        entries.append(
            Entry(
                "icon",
                chip.words,
                text,
                name=chip.icon,
                clauses=(ability.clause,),
                search=as_search(criterion, card) if criterion is not None else "",
                search_label=_("Which cards these are"),
                estimated=is_estimated(card, "abilities"),
            )
        )
    return entries
