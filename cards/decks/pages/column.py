"""The deck as the builder shows it: its list in groups, its problems and its opening hand."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.art.face import strip_of, terrains_of
from cards.decks.cards import BEHIND_THE_CHAIN, DeckCards, place_of, title_of
from cards.decks.history import missing_cards
from cards.decks.insight.hands import opening
from cards.decks.insight.problems import Problem, problems
from cards.decks.models import Deck
from cards.decks.pages.insight import panel, with_searches
from cards.models import Card, Diet, Kind, Terrain
from cards.models.card import own_key
from cards.pages.addresses import art_address, card_address
from cards.pages.faces import faces
from cards.sets.models import SetCard
from cards.texts import local_name, sorted_as
from cards.words import RULES_TITLES
from engine.phylo.rules import RuleSet, rule_set
from phylo.http import cookies

GROUPING_COOKIE = "deck-grouping"
NUMBER, DIET, TERRAIN = "number", "diet", "terrain"
GROUPINGS: Mapping[str, Promise] = {
    NUMBER: gettext_lazy("Food chain"), DIET: gettext_lazy("Diet"), TERRAIN: gettext_lazy("Terrain"),
}  # fmt: skip
NO_TERRAIN = 99
"""The sort value of cards without terrain; events and habitats follow them."""
MOST_STARTERS = 100
"""The most habitats offered; the site's card set has no more."""
STARVING = {
    "no-food", "too-big", "no-terrain", "no-climate", "no-place", "never-fed", "no-partner", "no-host",
    "no-ground", "stranded",
}  # fmt: skip
"""Codes of problems in which a card finds nothing to live on."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    A card in the list. `sign` is its diet's icon, `number` its food-chain number. `chosen`: copies in the
    opening hand. `poor`: nothing in the deck can support it.
    """

    key: str
    name: str
    page: str
    art: str
    kind: str
    sign: str
    number: int | None
    points: int | None
    terrains: list[dict[str, object]]
    strip: list[dict[str, object]]
    says: str
    copies: int
    chosen: int
    poor: bool


@dataclass(frozen=True, slots=True)
class Group:
    """`copies` counts all cards of the group; `id` is unique on the page."""

    id: int
    title: str
    copies: int
    rows: list[Row]


def state_of(deck: Deck, cards: DeckCards) -> dict[str, object]:
    """
    The deck as the page's script needs it: `version`, `settings_version`, `name`, `notes`, the contents
    (`rules`, `cards`, `starter`, `opening_hand`) and the `names` of the cards.
    """
    return {
        "version": deck.version,
        "settings_version": deck.settings_version,
        "name": deck.name,
        "notes": deck.notes,
        **cards.contents.as_json(),
        "names": {key: card.local_name for key, card in cards.rows.items()},
    }


def column(request: HttpRequest, deck: Deck, cards: DeckCards) -> dict[str, object]:
    """The context of `decks/_deck.html`."""
    contents, rules = cards.contents, rule_set(cards.contents.rules)
    wrong = problems(contents, cards.definitions)
    at = reverse("deck-build", args=[deck.slug])
    grouping = cookies.kept(request, GROUPING_COOKIE)
    return {
        "deck": deck,
        "missing": missing_cards(deck, cards.missing) if cards.missing else [],
        "play_url": deck.play_address,
        "state": json.dumps(state_of(deck, cards)),
        "contents": contents,
        "size": contents.size,
        "wanted": rules.deck_size,
        "share": min(100, round(100 * contents.size / rules.deck_size)),
        "points": deck.points,
        "mean": cards.mean_points,
        "rule_sets": RULES_TITLES,
        "rules_title": RULES_TITLES[contents.rules],
        "starters": _starters(cards) if rules.habitats or contents.starter else [],
        "wrong": with_searches(wrong, at),
        "taken": not any(each.severity == "error" for each in wrong),
        "insight": panel(cards, wrong=False, search_at=at),
        "groupings": GROUPINGS,
        "grouping": grouping if grouping in GROUPINGS else NUMBER,
        "groups": _grouped(cards, wrong, grouping),
        **_hand(cards, rules),
    }


def _grouped(cards: DeckCards, wrong: Sequence[Problem], grouping: str) -> list[Group]:
    """The groups in order, their rows by name. A card with several terrains is in the group of each."""
    places = {DIET: _by_diet, TERRAIN: _by_terrain}.get(grouping, _by_number)
    poor = {key for each in wrong if each.code in STARVING for key in each.keys}
    chosen = Counter(cards.contents.opening_hand)
    titles: dict[int, str] = {}
    rows: dict[int, list[Row]] = {}
    for card, copies in sorted(cards.counted, key=lambda held: held[0].by_name):
        row = _row(card, copies, chosen=chosen[card.key], poor=card.key in poor)
        for place, title in places(card):
            titles[place] = title
            rows.setdefault(place, []).append(row)
    return [
        Group(place, titles[place], sum(row.copies for row in found), found)
        for place, found in sorted(rows.items())
    ]


def _row(card: Card, copies: int, *, chosen: int, poor: bool) -> Row:
    face = card.as_face()
    return Row(
        key=card.key,
        name=card.local_name,
        page=card_address(card),
        art=art_address(card.key, face),
        kind=card.kind,
        sign=f"d-{card.diet}" if card.diet else "",
        number=card.food_chain,
        points=card.points,
        terrains=terrains_of(face),
        strip=strip_of(face) if card.kind != Kind.EVENT else [],
        says=_lasts(card) if card.kind == Kind.EVENT else "",
        copies=copies,
        chosen=chosen,
        poor=poor,
    )


def _lasts(card: Card) -> str:
    turns = card.duration or 0
    if not turns:
        return _("at once")
    return ngettext("%(count)s turn", "%(count)s turns", turns) % {"count": turns}


def _by_number(card: Card) -> list[tuple[int, str]]:
    place = place_of(card)
    return [(place, title_of(place))]


def _by_diet(card: Card) -> list[tuple[int, str]]:
    if not card.diet:
        return _other(card)
    return [(Diet.values.index(card.diet), str(Diet(card.diet).label))]


def _by_terrain(card: Card) -> list[tuple[int, str]]:
    if card.kind == Kind.EVENT or not card.terrains:
        return _other(card) or [(NO_TERRAIN, _("No terrain"))]
    return [(Terrain.values.index(name), str(Terrain(name).label)) for name in card.terrains]


def _other(card: Card) -> list[tuple[int, str]]:
    return _by_number(card) if card.kind in BEHIND_THE_CHAIN else []


def _starters(cards: DeckCards) -> list[tuple[str, str]]:
    """Key and name of the habitats that can replace HOME (P4), including the chosen one."""
    rows = Card.objects.filter(kind=Kind.HABITAT).order_by("name_order")
    named = rows.values_list("key", "name")[:MOST_STARTERS]
    shown = ((key, local_name(name)) for key, name in named)
    found = dict(sorted(shown, key=lambda each: sorted_as(each[1])))
    if (collection := cards.contents.collection) is not None:
        own = SetCard.objects.shown().filter(collection=collection, contents__kind=Kind.HABITAT)
        found = {own_key(number): name for number, name in own.values_list("pk", "name")} | found
    starter = cards.rows.get(cards.contents.starter)
    if starter is not None:
        found.setdefault(starter.key, starter.name)
    return list(found.items())


def _hand(cards: DeckCards, rules: RuleSet) -> dict[str, object]:
    """The cards chosen for the opening hand (P7), the free places, and which of the cards could be played."""
    chosen = [key for key in cards.contents.opening_hand if key in cards.rows]
    different = list(dict.fromkeys(chosen))
    drawn = dict(zip(different, faces([cards.rows[key] for key in different]), strict=True))
    return {
        "choosing": rules.preselection,
        "hand_size": rules.hand,
        "hand": [drawn[key] for key in chosen],
        "free": range(max(0, rules.hand - len(chosen))) if rules.preselection else range(0),
        "hand_says": opening(cards.contents, cards.definitions, chosen).text if chosen else "",
    }
