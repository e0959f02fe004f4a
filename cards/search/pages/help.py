"""The help page: the query language by example."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from cards.models import Card
from cards.pages.addresses import search_address
from cards.search.services.search import FIELDS, CardSearch, Field, QueryError

LESSONS: Sequence[tuple[str | Promise, str | Promise, Sequence[str]]] = (
    (
        _("A word"),
        _("finds names, Latin names and keys. Accents, capitals and small slips do not matter."),
        ("owl", "quercus", "hrose", '"bald eagle"'),
    ),
    (
        _("Part of a word"),
        _("A star stands for any letters of a whole word; between slashes is a regular expression."),
        ("*bear", "owl*", "/^(bald|golden) eagle$/", "fact:/[0-9]+ years/"),
    ),
    (
        _("A field"),
        _("and a value narrow it down. All terms must hold; of values with commas between them, one."),
        ("terrain:forest", "terrain:forest climate:cool", "diet:herbivore,omnivore"),
    ),
    (
        _("Numbers"),
        _("are compared with =, !=, <, <=, > and >=, or given from..to. So are climates and dates."),
        ("scale<=3", "points>scale", "scale:4..6", "climate>=warm", "created>=2020-01"),
    ),
    (
        _("Not, or, brackets"),
        _("A minus turns a term round; “or” takes either side, “|” either word."),
        (
            "flight>=2 -is:invasive",
            "arctic fox|hare",
            "kingdom:fungi or kingdom:bacteria",
            "terrain:ocean (scale>7 or points>=8)",
        ),
    ),
    (
        _("Who eats whom"),
        _("is asked of the rules themselves: eats, eatenby, beside, and fits for a whole deck."),
        (
            'eats:"indian plum"',
            "eatenby:lynx",
            "beside:horse",
            "eats:horse rules:1.3",
            "fits:african-savanna",
        ),
    ),
    (
        _("Order"),
        _("is a term too: most points and newest first, all else upwards. A minus turns it round."),
        ("kind:species sort:points", "sort:-scale", "kind:event sort:new"),
    ),
)


@dataclass(frozen=True, slots=True)
class Example:
    """A search to try, and the number of cards that it finds now."""

    query: str
    url: str
    count: int


@dataclass(frozen=True, slots=True)
class Lesson:
    title: str | Promise
    says: str | Promise
    examples: list[Example]


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    counts = _counts()
    lessons = [
        Lesson(title, says, [_example(query, counts) for query in queries if query in counts])
        for title, says, queries in LESSONS
    ]
    fields = [(field, _example(field.example, counts)) for field in FIELDS if field.example in counts]
    return render(request, "search/help.html", {"lessons": lessons, "fields": fields})


def _example(query: str, counts: Mapping[str, int]) -> Example:
    return Example(query, search_address(query), counts[query])


def _counts() -> Mapping[str, int]:
    newest = Card.objects.aggregate(newest=Max("changed_at"))["newest"]
    return _counted(str(newest))


@lru_cache(maxsize=1)
def _counted(version: str) -> Mapping[str, int]:
    """Cards found by each example; examples that name a missing card or deck are left out."""
    counts = {}
    for query in _queries(FIELDS):
        try:
            counts[query] = CardSearch(query).count
        except QueryError:
            continue
    return counts


def _queries(fields: Sequence[Field]) -> list[str]:
    asked = [query for _title, _says, queries in LESSONS for query in queries]
    return list(dict.fromkeys([*asked, *(field.example for field in fields)]))
