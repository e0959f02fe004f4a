"""A match against the computer, put together: rules, level, deck and options."""

from collections.abc import Sequence
from functools import cache
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

import engine
from cards.decks.models import Deck
from cards.decks.pages.tiles import Tile, row_of, tiles
from cards.models import Builder
from cards.models.builder import builder_of
from cards.services.version import Version
from engine.phylo.rules import V1_3, V1_4A
from games.matches.access import current_player, player_id
from games.matches.clauses import RULE_SETS, RuleSetPage
from games.matches.forms.decks import DeckChoice
from games.matches.forms.new_match import NewMatchForm, rules_sent
from games.matches.forms.parts import complaints
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import names_hand
from games.matches.services.matches import DEFAULT_RULES, start_against_bot
from games.matches.words.levels import LevelChoice, level_choices
from games.people.services.suggested import suggested
from phylo.http.problems import only, problem, wants_page

IN_SHORT = {
    V1_4A.key: gettext_lazy(
        "Good to begin with. A meat eater hunts what is one number below it, and an event ends your turn."
    ),
    V1_3.key: gettext_lazy(
        "With habitats such as lakes and meadows. A species goes beside one of your own cards, "
        "and you may play an event with each action."
    ),
}


@never_cache
@ensure_csrf_cookie
@require_safe
def play_computer(request: HttpRequest) -> HttpResponse:
    """`?rules=` shows the decks of that rule set first; `?deck=` chooses a deck that the visitor may see."""
    return _page(request, chosen=request.GET.get("rules", ""), deck=request.GET.get("deck", ""))


def _page(
    request: HttpRequest, *, form: NewMatchForm | None = None, chosen: str = "", deck: str = ""
) -> HttpResponse:
    """
    The page; `form` is one that was refused. `chosen` is the key of a rule set and `deck` a slug; unknown
    ones are ignored.
    """
    builder, cards_as_of = builder_of(request), Version.now()
    key = _rules_first(form, chosen, deck, builder)
    levels = suggested(player_id(request))
    ready = list(Deck.objects.ready())
    return render(
        request,
        "home/computer.html",
        {
            "tables": [
                _table(page, page.key == key, form, deck, builder, ready, cards_as_of)
                | _levels(level_choices(levels[page.key]), form if page.key == key else None)
                for page in RULE_SETS.values()
            ],
            "cards_as_of": cards_as_of,
        },
        status=HTTPStatus.BAD_REQUEST if form else HTTPStatus.OK,
    )


@only("POST")
def match_create(request: HttpRequest) -> HttpResponse:
    """Start a match against the computer: a redirect to its table, or the page again with errors."""
    form = NewMatchForm(request.POST, builder=builder_of(request))
    if not form.is_valid():
        return _refused(request, form)
    try:
        match = start_against_bot(player=current_player(request), coach=True, **form.terms)
    except (NotAllowed, engine.InvalidSetup) as error:
        form.add_error(None, str(error))
        return _refused(request, form)
    return redirect("match", match.pk)


def _refused(request: HttpRequest, form: NewMatchForm) -> HttpResponse:
    if wants_page(request):
        return _page(request, form=form)
    detail = " ".join(complaints(form))
    return problem("malformed", detail, errors=form.errors.get_json_data())


def _rules_first(form: NewMatchForm | None, chosen: str, deck: str, builder: Builder) -> str:
    """The rule set shown first: that of the deck in the URL, else the one in the URL, else the default."""
    if form is not None:
        return form.rule_set.key
    return rules_sent({"deck": deck}, builder) or rules_sent({"rules": chosen}, builder) or DEFAULT_RULES


def _table(
    page: RuleSetPage,
    chosen: bool,
    sent: NewMatchForm | None,
    asked: str,
    builder: Builder,
    ready: Sequence[Deck],
    cards_as_of: Version,
) -> dict[str, object]:
    """
    What the page offers for one rule set: its decks, and the form that begins a match with one. `kept` is
    everything that decks and options depend on; empty for a form that was sent.
    """
    bound = sent if chosen else None
    choice = bound.choice if bound else DeckChoice.of(builder, page.key, asked=asked, ready=ready)
    decks = choice.decks
    first = choice.chosen.slug if choice.chosen else next((deck.slug for deck in decks), "")
    own = {deck.pk for deck in choice.own}
    rows = [row_of(deck) for deck in decks]
    # A set's own cards may change without any other card changing.
    in_sets = any(deck.collection_id for deck in decks)

    @cache
    def form() -> NewMatchForm:
        return bound or NewMatchForm(rules=page.key, builder=builder, asked=asked)

    return {
        "page": page,
        "in_short": IN_SHORT[page.key],
        "form": form,
        "kept": "" if bound or in_sets else repr((cards_as_of, builder.user is not None, first, own, rows)),
        "complaints": complaints(bound) if bound else [],
        "groups": cache(lambda: _groups(choice)),
        "ready": choice.ready,
        "own": own,
        "named_hands": {deck.pk for deck in decks if names_hand(deck)},
        "unfinished": None if bound or not choice.faults else choice,
        "deck": (bound["deck"].value() if bound else "") or first,
        "chosen": chosen,
    }


def _levels(levels: list[LevelChoice], sent: NewMatchForm | None) -> dict[str, object]:
    """The levels to choose from, and the `level` that is chosen: the one that was sent or that suits."""
    suits = next(level for level in levels if level.suggested)
    named = str(sent["level"].value()) if sent else ""
    return {"levels": levels, "level": next((each for each in levels if each.key == named), suits)}


def _groups(choice: DeckChoice) -> list[tuple[str, list[Tile]]]:
    drawn = {tile.deck.pk: tile for tile in tiles(choice.decks)}
    return [(group.title, [drawn[deck.pk] for deck in group.decks]) for group in choice.groups]
