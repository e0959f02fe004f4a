"""Pages that explain the games: how to play, and the full rules of each rule set."""

from collections.abc import Iterable, Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from cards.models import Card, Climate, Diet, Terrain
from cards.services.version import Version
from engine.drafting import ECOSYSTEM
from engine.drafting.ecosystem import DIVERSITY
from games.matches.clauses import RULE_SETS, Chapter, chapters_of
from games.rules.drafting.clauses import PAGES, DraftingPage
from games.rules.drafting.clauses import chapters_of as drafting_chapters
from games.rules.drafting.drawing import Drawing as DraftDrawing
from games.rules.drafting.drawing import draw as draw_layouts
from games.rules.drafting.examples import examples as layouts
from games.rules.drawing import Drawing, draw
from games.rules.examples import examples
from games.table.board import Card as Face
from games.table.draft.kinds import kinds_of
from games.table.draft.pictures import picture_url
from games.table.draft.score_words import difficulties
from games.table.faces import pictured
from phylo.http.whole_pages import whole_page

EXPLAINED = "american-robin"  # the card whose parts "How to play" explains
EATS = {
    Diet.PHOTOSYNTHETIC: gettext_lazy("makes its food from light"),
    Diet.MOLECULAR_CARBON: gettext_lazy("lives on what others leave, or on chemistry"),
    Diet.HERBIVORE: gettext_lazy("eats plants and other cards with number 1"),
    Diet.OMNIVORE: gettext_lazy("eats plants as well as smaller animals"),
    Diet.CARNIVORE: gettext_lazy("eats smaller animals"),
}
FIRST_STEPS = ("home_number", "terrain", "herbivore", "carnivore", "cascade")


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
@whole_page(Version.now)
def how_to_play(request: HttpRequest) -> HttpResponse:
    drawings, faces = _drawn("phylo-1.4a", FIRST_STEPS, also=[EXPLAINED, "wildfire"])
    return render(
        request,
        "rules/how_to_play.html",
        {
            "examples": drawings,
            "explained": faces.get(EXPLAINED),
            "event": faces.get("wildfire"),
            "home_card": faces.get("home"),
            "diets": [{"key": diet.value, "label": diet.label, "eats": EATS[diet]} for diet in Diet],
            "terrains": Terrain.choices,
            "climates": Climate.choices,
            "rule_sets": RULE_SETS.values(),
            "drafting_games": PAGES.values(),
        },
    )


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
@whole_page(Version.now)
def rule_set(request: HttpRequest, key: str) -> HttpResponse:
    if key in PAGES:
        return _drafting_game(request, PAGES[key])
    page = RULE_SETS.get(key)
    if page is None:
        raise Http404("no such rules")
    names = [name for name, example in examples().items() if key in example.rules]
    context = {
        "page": page,
        "pages": RULE_SETS.values(),
        "old": page.old,
        "examples": SimpleLazyObject(lambda: _drawn(key, names)[0]),
    }
    return _page(request, "rules/rule_set.html", chapters_of(page), context)


def _drafting_game(request: HttpRequest, page: DraftingPage) -> HttpResponse:
    deck = [
        {
            "name": kind.name,
            "stock": kind.stock,
            "picture": picture_url(kind.key),
            "copies": page.game.deck[kind.key],
        }
        for kind in kinds_of(page.key)
    ]
    context = {
        "page": page,
        "pages": PAGES.values(),
        "ecosystem": page.game is ECOSYSTEM,
        "examples": SimpleLazyObject(lambda: _layouts_drawn(page.key)),
        "deck": deck,
        "diversity": _diversity(),
        "victories": difficulties(page.game.victories),
    }
    return _page(request, "rules/drafting/page.html", drafting_chapters(page), context)


def _layouts_drawn(key: str) -> dict[str, DraftDrawing]:
    return {name: draw_layouts(example) for name, example in layouts(key).items()}


def _page(
    request: HttpRequest, template: str, chapters: Sequence[Chapter], context: Mapping[str, object]
) -> HttpResponse:
    clauses = {clause.number: clause for chapter in chapters for clause in chapter.clauses}
    # The text is kept until a card changes: examples are drawn, and judged by the engine, only for a new one.
    kept = {"cards_as_of": Version.now()}
    return render(request, template, {**context, **kept, "chapters": chapters, "clauses": clauses})


def _diversity() -> list[tuple[str, int]]:
    """Numbers of gaps and their points, with numbers worth the same joined into ranges."""
    found = []
    for points in dict.fromkeys(DIVERSITY):
        first, last = DIVERSITY.index(points), len(DIVERSITY) - 1 - DIVERSITY[::-1].index(points)
        most = last == len(DIVERSITY) - 1
        found.append((_("%(number)s or more") % {"number": first} if most else _range(first, last), points))
    return found


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _drawn(
    rules: str, names: Iterable[str], *, also: Iterable[str] = ()
) -> tuple[dict[str, Drawing], dict[str, Face]]:
    """The examples by name and the cards' faces by key; examples with missing cards are left out."""
    wanted = [examples()[name] for name in names]
    keys = {"home", *also}.union(*(example.card_keys for example in wanted))
    cards = {card.key: card for card in Card.objects.filter(key__in=keys)}
    # The engine has its own HOME.
    known = {key: card.as_record() for key, card in cards.items() if key != "home"}
    faces = pictured({key: card.as_face() for key, card in cards.items()}, rules=rules)
    drawings = {}
    for example in wanted:
        if example.card_keys - {"home"} <= known.keys():
            definitions = {key: known[key] for key in example.card_keys - {"home"}}
            drawings[example.name] = draw(example, rules, definitions, faces)
    return drawings, faces
