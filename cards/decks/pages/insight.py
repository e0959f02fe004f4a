"""The analysis of a deck on its page: what is shown at once, and what is computed a moment later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.decks.access import deck_or_404
from cards.decks.cards import DeckCards
from cards.decks.insight.curves import Curves, curves
from cards.decks.insight.hands import chances, first_play
from cards.decks.insight.problems import Problem, problems
from cards.decks.insight.reading import Reading
from cards.decks.insight.suggest import suggestions
from cards.decks.insight.web import web
from cards.decks.models import Deck, DeckStudy
from cards.decks.pages.studies import latest
from cards.decks.pages.web_drawing import drawing
from cards.models import Card, Climate, Terrain
from cards.models.builder import builder_of
from cards.pages.addresses import search_address
from cards.pages.faces import Face, faces
from cards.words import CLIMATES, percent, points_words
from engine.phylo.rules import rule_set

SHUFFLES = 1000
SEED = 1
"""Fixed, so that a deck always gets the same results."""
LEVELS = 4
"""Shades of the grid, not counting the empty one."""
CHAIN = 3
"""Food-chain numbers that are always shown, even without cards."""


class ProblemRow(NamedTuple):
    """A problem, with the address of a search for cards that solve it, "" if there is none."""

    problem: Problem
    url: str


@dataclass(frozen=True, slots=True)
class Bar:
    """`part` is the height as a percentage of the highest bar; `look` names a colour, `mark` an icon."""

    label: str
    count: int
    part: int
    says: str
    look: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    key: str
    title: str
    bars: list[Bar]


@dataclass(frozen=True, slots=True)
class Cell:
    """`level` runs from 0 to LEVELS."""

    count: int
    level: int


def panel(cards: DeckCards, *, wrong: bool = True, search_at: str = "") -> dict[str, object]:
    """
    The variable `insight` of `decks/_insight.html`, which also needs `deck`.

    Without `wrong`, the deck's problems are left out; `search_at` is the page on which their searches run.
    """
    contents = cards.contents
    counted = curves(contents, cards.definitions)
    return {
        "wrong": with_searches(problems(contents, cards.definitions), search_at) if wrong else [],
        "web": drawing(web(contents, cards.definitions), cards.rows),
        "charts": _charts(counted),
        "climates": [(each.value, str(each.label)) for each in Climate],
        "coverage": _coverage(counted),
        "first_play": _first_play(cards),
        "size": contents.size,
    }


def with_searches(found: Iterable[Problem], at: str) -> list[ProblemRow]:
    return [ProblemRow(each, search_address(each.search, at=at) if each.search else "") for each in found]


@require_safe
def insight(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole page; with `?part=more` only what `decks/_insight_more.html` adds to a panel."""
    deck = deck_or_404(request, slug)
    cards = DeckCards.of_deck(deck)
    context = {"deck": deck, "own": deck.belongs_to(builder_of(request)), "more": _more(deck, cards)}
    template = "decks/_insight_more.html"
    if request.GET.get("part") != "more":
        template = "decks/insight.html"
        context["insight"] = panel(cards)
    response = render(request, template, context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _more(deck: Deck, cards: DeckCards) -> dict[str, object]:
    """The slower parts: shuffles, suggestions from the whole card database, and the results of studies."""
    return {
        "chances": _in_order(cards),
        "suggestions": _suggestions(cards),
        "storm": latest(deck, DeckStudy.Kind.RESILIENCE),
        "trial": latest(deck, DeckStudy.Kind.TRIAL),
    }


def _first_play(cards: DeckCards) -> str:
    """The exact chance of a first play (P7, P9); empty for an empty deck."""
    contents = cards.contents
    if not contents.size:
        return ""
    exact = first_play(Reading.of(contents, cards.definitions))
    if contents.opening_hand:
        playable = round(exact.playable)
        return ngettext(
            "%(number)s card of the chosen opening hand can be played first, beside the starter alone.",
            "%(number)s cards of the chosen opening hand can be played first, beside the starter alone.",
            playable,
        ) % {"number": playable}
    return _(
        "%(hand)s of all opening hands have a card that can be played first, %(drawn)s after the first draw. "
        "On average it is %(mean)s of %(cards)s cards."
    ) % {
        "hand": percent(exact.hand),
        "drawn": percent(exact.drawn),
        "mean": floatformat(exact.playable, 1),
        "cards": rule_set(contents.rules).hand,
    }


def _in_order(cards: DeckCards) -> str:
    if not cards.contents.size:
        return ""
    found = chances(cards.contents, cards.definitions, seed=SEED, n=SHUFFLES)
    return _(
        "%(mean)s cards of an opening hand can be laid one after the other, on average of %(n)s shuffles."
    ) % {"mean": floatformat(found.in_order, 1), "n": found.hand.n}


def _suggestions(cards: DeckCards) -> list[tuple[Face, str]]:
    """The suggested cards as faces, with the reasons."""
    found = suggestions(cards.contents, cards.definitions)
    rows = Card.objects.in_bulk([each.key for each in found], field_name="key")
    known = [each for each in found if each.key in rows]
    drawn = faces([rows[each.key] for each in known], rules=cards.contents.rules)
    return [(face, each.text) for face, each in zip(drawn, known, strict=True)]


def _charts(curves: Curves) -> list[Chart]:
    highest = max([CHAIN, *(number for number, count in curves.food_chain.items() if count)])
    chain = {number: count for number, count in curves.food_chain.items() if number <= highest}
    climates = [(_(CLIMATES[name]), str(Climate(name).label), n, name) for name, n in curves.climates.items()]
    terrains = [(str(Terrain(name).label), count, name) for name, count in curves.terrains.items()]
    points = curves.points_curve.items()
    return [
        _chart("chain", _("Food chain"), _numbered(_("Number %(number)s"), chain, look="n")),
        _chart("scale", _("Scale"), _numbered(_("Scale %(number)s"), curves.scale)),
        _chart("points", _("Points"), [(str(n), points_words(n), count, "", "") for n, count in points]),
        _chart("climate", _("Climate"), [(*each, "") for each in climates]),
        _chart("terrain", _("Terrain"), [("", word, n, name, f"m-{name}") for word, n, name in terrains]),
    ]


def _coverage(curves: Curves) -> list[tuple[str, str, list[Cell]]]:
    """Key and label of each terrain, with its cells in the order of the climates."""
    highest = max((count for row in curves.coverage.values() for count in row.values()), default=0)
    return [
        (
            terrain,
            str(Terrain(terrain).label),
            [Cell(count, ceil(LEVELS * count / highest) if highest else 0) for count in row.values()],
        )
        for terrain, row in curves.coverage.items()
    ]


def _numbered(
    words: str, counts: Mapping[int, int], *, look: str = ""
) -> Iterable[tuple[str, str, int, str, str]]:
    return [
        (str(number), words % {"number": number}, count, f"{look}{number}" if look else "", "")
        for number, count in counts.items()
    ]


def _chart(key: str, title: str, values: Iterable[tuple[str, str, int, str, str]]) -> Chart:
    """Takes label, words, count, look and mark for each bar."""
    rows = list(values)
    highest = max((count for _label, _words, count, _look, _mark in rows), default=0) or 1
    bars = []
    for label, words, count, look, mark in rows:
        cards = ngettext("1 card", "%(count)s cards", count) % {"count": count}
        says = _("%(what)s: %(cards)s") % {"what": words, "cards": cards}
        bars.append(Bar(label, count, round(100 * count / highest), says, look, mark))
    return Chart(key, title, bars)
