"""The page that holds the game's food web beside what data sets report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from cards.evidence.comparison import Pair, Verdict
from cards.evidence.food_web import NOWHERE, Comparison, Filters, Report, Tally, comparison
from cards.evidence.models import DataSet
from cards.evidence.words import LACKS, VERDICTS, kind_words, lack_words
from cards.models import Card, Terrain
from cards.pages.faces import Face, faces
from cards.ready_texts import local_text
from cards.services.choice_fields import RULES
from engine.phylo.rules import RULES as ENGINE_RULES
from phylo.http.answers import page_of
from phylo.http.input import line_in

A_PAGE = 25
CHOSEN = ("verdict", "lack", "deck", "terrain", "card", "data_set")


class FilterForm(forms.Form):
    rules = RULES.form_field(required=False)
    deck = forms.ChoiceField(required=False, label=gettext_lazy("Deck"))
    terrain = forms.ChoiceField(required=False, label=gettext_lazy("Terrain"))
    lack = forms.ChoiceField(required=False, label=gettext_lazy("Kept apart by"))
    data_set = forms.ChoiceField(required=False, label=gettext_lazy("Data set"))

    def __init__(self, data: QueryDict, compared: Comparison) -> None:
        super().__init__(data)
        for name, choices in (
            ("deck", [(slug, local_text(deck.name)) for slug, deck in compared.decks.items()]),
            ("terrain", list(_terrains().items())),
            ("lack", [(lack.value, words) for lack, words in LACKS.items()]),
            ("data_set", [(each.key, str(each)) for each in compared.data_sets]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("Any")), *choices]


@dataclass(frozen=True, slots=True)
class Row:
    """A pair in words. `reports`: what each data set reports, and where."""

    eater: Card
    eaten: Card
    verdict: Verdict
    reasons: tuple[str, ...]
    reports: tuple[tuple[Report, str], ...]
    eater_url: str
    faces: list[Face]

    @property
    def words(self) -> str:
        return str(VERDICTS[self.verdict])


@dataclass(frozen=True, slots=True)
class Count:
    """A line of a table of counts; `url` shows its pairs."""

    words: str
    url: str
    tally: Tally

    @property
    def numbers(self) -> list[int]:
        return [self.tally[verdict] for verdict in VERDICTS]


@dataclass(frozen=True, slots=True)
class Cited:
    """A data set, and how many pairs of cards it reports."""

    data_set: DataSet
    pairs: int


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def food_web(request: HttpRequest) -> HttpResponse:
    """The pairs of `?rules=`, filtered by the fields of Filters."""
    rules = line_in(request.GET.get("rules", "")) or max(ENGINE_RULES)
    if rules not in ENGINE_RULES:
        raise Http404("no such rules")
    chosen = {name: line_in(request.GET.get(name, "")) for name in CHOSEN}
    compared = comparison(rules)
    here = {"rules": rules, **chosen}
    about = compared.found(Filters(**{**chosen, "verdict": ""}))
    pairs = [pair for pair in about if chosen["verdict"] in ("", pair.verdict)]
    page = page_of(request, pairs, A_PAGE)
    form = FilterForm(request.GET, compared)
    tally = compared.tally(about)
    context = {
        "form": form,
        "rules": rules,
        "chosen": chosen,
        "filtered": any(chosen[name] for name in CHOSEN if name != "verdict"),
        "tabs": _tabs(here, tally),
        "page": page,
        "rows": [_row(compared, pair, here) for pair in page.object_list],
        "card": next((card for card in compared.cards if card.key == chosen["card"]), None),
        "headings": VERDICTS.values(),
        "decks": _by_deck(compared, rules),
        "terrains": _by_terrain(compared, rules),
        "cited": _cited(compared),
    }
    status = HTTPStatus.OK if form.is_valid() else HTTPStatus.BAD_REQUEST
    return render(request, "evidence/reality.html", context, status=status)


def _row(compared: Comparison, pair: Pair, here: Mapping[str, str]) -> Row:
    eater, eaten = compared.cards[pair.eater], compared.cards[pair.eaten]
    reasons = tuple(lack_words(lack, eater, eaten) for lack in pair.lacks)
    reports = tuple((report, kind_words(report.kind)) for report in compared.reports_of(pair))
    url = _url({"rules": here["rules"], "verdict": here["verdict"]}, card=eater.key)
    return Row(eater, eaten, pair.verdict, reasons, reports, url, faces([eater, eaten]))


def _url(here: Mapping[str, str], **changed: str) -> str:
    given = {name: value for name, value in {**here, **changed}.items() if value}
    return f"{reverse('food-web')}?{urlencode(given)}"


def _tabs(here: Mapping[str, str], tally: Tally) -> list[dict[str, object]]:
    found: list[dict[str, object]] = [
        {
            "words": pgettext("pairs", "All"),
            "url": _url(here, verdict=""),
            "count": sum(tally.values()),
            "chosen": not here["verdict"],
        }
    ]
    for verdict, words in VERDICTS.items():
        url = _url(here, verdict=verdict)
        chosen = here["verdict"] == verdict
        found.append({"words": words, "url": url, "count": tally[verdict], "chosen": chosen})
    return found


def _by_deck(compared: Comparison, rules: str) -> Sequence[Count]:
    return [
        Count(compared.decks[slug].name, _url({"rules": rules}, deck=slug), tally)
        for slug, tally in compared.all_by_deck.items()
    ]


def _by_terrain(compared: Comparison, rules: str) -> Sequence[Count]:
    words = _terrains()
    return [
        Count(words[name], _url({"rules": rules}, terrain=name), tally)
        for name, tally in compared.all_by_terrain.items()
    ]


def _terrains() -> dict[str, str]:
    return {name: str(label) for name, label in Terrain.choices} | {NOWHERE: _("No terrain in common")}


def _cited(compared: Comparison) -> list[Cited]:
    return [Cited(each, compared.by_data_set[each.key]) for each in compared.data_sets]
